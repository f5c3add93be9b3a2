import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { loadTable, speedTable } from '../../../shop/catalog/tire/indices.ts';
import { locales } from '../../../shop/locale.ts';
import { usePageContext } from '../../document/page-context.tsx';
import type { PageName } from '../../sitemap.ts';
import { BranchContact } from '../../ui/branch.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';

const to = (page: PageName) => (text: ReactNode) => <PageLink to={page}>{text}</PageLink>;

export const richTags = {
  p: (text: ReactNode) => <p>{text}</p>,
  ul: (text: ReactNode) => <ul>{text}</ul>,
  ol: (text: ReactNode) => <ol>{text}</ol>,
  li: (text: ReactNode) => <li>{text}</li>,
  b: (text: ReactNode) => <strong>{text}</strong>,
  buy: to('faq-buy'),
  policy: to('faq-policy'),
  warranty: to('faq-warranty'),
  faq: to('faq'),
  tires: to('index'),
  cart: to('cart'),
  withdraw: to('withdrawal'),
  prices: (text: ReactNode) => <ServicePricesLink>{text}</ServicePricesLink>,
  mail: (text: ReactNode) => <MailLink>{text}</MailLink>,
  site: (name: ReactNode) => <a href={`https://${name}`}>{name}</a>,
  write: (address: ReactNode) => <a href={`mailto:${address}`}>{address}</a>,
  loadTable: (caption: ReactNode) => <LoadTable caption={caption} />,
  speedTable: (caption: ReactNode) => <SpeedTable caption={caption} />,
  branches: (title: ReactNode) => <Branches title={`${title}`} />,
};

function MailLink({ children }: { children: ReactNode }) {
  return <a href={`mailto:${usePageContext().facts.email}`}>{children}</a>;
}

function ServicePricesLink({ children }: { children: ReactNode }) {
  const { servicePricesUrl } = usePageContext().facts;
  return (
    <a href={servicePricesUrl + locales[useShopLocale()].prefix} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

function LoadTable({ caption }: { caption: ReactNode }) {
  const t = useTranslations('indexTable');
  return <IndexTable caption={caption} rows={loadTable.map(({ index, kg }) => [`${index}`, t('kg', { kg })])} />;
}

function SpeedTable({ caption }: { caption: ReactNode }) {
  const t = useTranslations('indexTable');
  return <IndexTable caption={caption} rows={speedTable.map(({ symbol, kmh }) => [symbol, t('kmh', { kmh })])} />;
}

function Branches({ title }: { title: string }) {
  const { facts } = usePageContext();
  return (
    <section aria-label={title} className="my-4 grid gap-6 sm:grid-cols-2">
      {facts.branches.map((branch) => (
        <div key={branch.id}>
          <h3 className="font-semibold">{branch.name}</h3>
          <BranchContact branch={branch} />
        </div>
      ))}
    </section>
  );
}

function IndexTable({ caption, rows }: { caption: ReactNode; rows: readonly (readonly [string, string])[] }) {
  return (
    <details className="my-3">
      <summary className="min-h-11 py-2 font-semibold underline">{caption}</summary>
      <dl className="tabular grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 text-s">
        {rows.map(([index, value]) => (
          <div key={index} className="flex justify-between border-b border-line py-1">
            <dt className="font-semibold">{index}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
