import type { ReactNode } from 'react';
import { loadTable, speedTable } from '../../../shop/catalog/indices.ts';
import { locales } from '../../../shop/locale.ts';
import { useShop } from '../../shop-context.tsx';
import type { PageName } from '../../sitemap.ts';
import { BranchContact } from '../../ui/branch-contact.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { IndexTable } from './index-table.tsx';

const to = (page: PageName) => (text: ReactNode) => <PageLink to={page}>{text}</PageLink>;

/** The tags that the long texts may use. */
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
  return <a href={`mailto:${useShop().facts.email}`}>{children}</a>;
}

function ServicePricesLink({ children }: { children: ReactNode }) {
  const { servicePricesUrl } = useShop().facts;
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
  const { facts } = useShop();
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
