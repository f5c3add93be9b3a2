import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { IntlProvider, useLocale, useTranslations } from 'use-intl';
import { shopArguments } from '../../../messages/shop-arguments.ts';
import { loadTable, speedTable } from '../../../shop/catalog/tire/indices.ts';
import { locales } from '../../../shop/locale.ts';
import { messagesOf } from '../../client/load-page.ts';
import { usePageContext, usePageData } from '../../document/page-context.tsx';
import { type PageName, pageAt, pages } from '../../sitemap.ts';
import { BranchContact } from '../../ui/branch.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { FaqJsonLd } from './faq-json-ld.tsx';

// A page's keys are split into several arrays: the formatter would put each key of one long array on its own line.
const sectionsOf = {
  faq: [
    ...['sizeOnSidewall', 'whichSizeFits', 'loadAndSpeed', 'seasonKinds', 'whichForEstonia', 'winterLaw', 'euLabel'],
    ...['marks', 'dotAndAge', 'howMany', 'storage', 'fitting', 'oldTires', 'contact'],
  ],
  'faq-buy': [
    ...['howToOrder', 'noAccount', 'prices', 'stock', 'howLongKept', 'payment', 'pickupAndFitting', 'company'],
    ...['limits', 'soldOut', 'changeOrCancel', 'contract', 'seller', 'complaints'],
  ],
  'faq-policy': [
    ...['controller', 'orderData', 'legalBases', 'misuse', 'retention', 'recipients', 'noTracking', 'browserStorage'],
    ...['deleteBrowserData', 'automatedDecisions', 'rights', 'complaint'],
  ],
  'faq-warranty': [
    ...['inShort', 'legalGuarantee', 'howToClaim', 'whatFollows', 'notDefect', 'onArrival', 'tireAge'],
    ...['manufacturerWarranty', 'withdrawal', 'howToWithdraw', 'withdrawalForm', 'refund', 'returning'],
    ...['fittedTires', 'fittingService', 'companies'],
  ],
  // The accessibility statement that Directive (EU) 2019/882, Annex V, requires of a service.
  'faq-accessibility': [
    ...['service', 'requirements', 'practice', 'checked', 'limits', 'report', 'supervision', 'date'],
  ],
} as const;

export type FaqPage = keyof typeof sectionsOf;

export default function Faq() {
  const page = pageAt(useLocation().pathname) as FaqPage;
  const { texts } = usePageData();
  const languageTag = useLocale();
  const messages = messagesOf(useShopLocale());
  return (
    <IntlProvider locale={languageTag} messages={{ ...messages, ...texts }}>
      <Article page={page} />
    </IntlProvider>
  );
}

function Article({ page }: { page: FaqPage }) {
  // All FAQ pages have texts of one shape, and so have all sections: the types of `faq` and `contact` stand for all.
  const t = useTranslations(pages[page].texts as 'faq');
  const { shopConfig, vatPercent } = usePageContext();
  const values = { ...shopArguments(shopConfig, vatPercent), ...richTags };
  const sections: readonly string[] = sectionsOf[page];
  const body = (key: string): ReactNode => t.rich(`sections.${key as 'contact'}.body`, values);
  const title = (key: string) => t(`sections.${key as 'contact'}.title`);
  return (
    <article>
      <PageHead title={t('title')} description={t('description')} />
      <FaqJsonLd page={page} sections={sections} />
      {page !== 'faq' && <Breadcrumb title={t('title')} />}
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[16rem_1fr]">
        <nav aria-label={t('title')} className="no-print border-y border-line py-2 lg:sticky lg:top-6">
          <ul>
            {sections.map((key) => (
              <li key={key}>
                <a href={`#${key}`} className="flex min-h-11 items-center py-1 hover:underline lg:min-h-9 lg:text-s">
                  {title(key)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {sections.map((key) => (
            <section
              key={key}
              id={key}
              aria-labelledby={`${key}-title`}
              className="scroll-mt-4 border-t border-line py-6 first:border-0 first:pt-0"
            >
              <h2 id={`${key}-title`} className="mb-3 text-xl font-semibold">
                {title(key)}
              </h2>
              <div className="prose">{body(key)}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

function Breadcrumb({ title }: { title: string }) {
  const t = useTranslations('nav');
  return (
    <nav aria-label={t('way')} className="no-print mb-2 text-s text-quiet">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink to="faq" className="inline-flex min-h-11 items-center underline">
            {t('faq')}
          </PageLink>
        </li>
        <li aria-hidden>›</li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

const tagLink = (page: PageName) => (text: ReactNode) => <PageLink to={page}>{text}</PageLink>;

export const richTags = {
  p: (text: ReactNode) => <p>{text}</p>,
  ul: (text: ReactNode) => <ul>{text}</ul>,
  ol: (text: ReactNode) => <ol>{text}</ol>,
  li: (text: ReactNode) => <li>{text}</li>,
  b: (text: ReactNode) => <strong>{text}</strong>,
  buy: tagLink('faq-buy'),
  policy: tagLink('faq-policy'),
  warranty: tagLink('faq-warranty'),
  faq: tagLink('faq'),
  tires: tagLink('index'),
  cart: tagLink('cart'),
  withdraw: tagLink('withdrawal'),
  prices: (text: ReactNode) => <ServicePricesLink>{text}</ServicePricesLink>,
  mail: (text: ReactNode) => <MailLink>{text}</MailLink>,
  site: (name: ReactNode) => <a href={`https://${name}`}>{name}</a>,
  write: (address: ReactNode) => <a href={`mailto:${address}`}>{address}</a>,
  loadTable: (caption: ReactNode) => <LoadTable caption={caption} />,
  speedTable: (caption: ReactNode) => <SpeedTable caption={caption} />,
  branches: (title: ReactNode) => <Branches title={`${title}`} />,
};

function MailLink({ children }: { children: ReactNode }) {
  return <a href={`mailto:${usePageContext().shopConfig.email}`}>{children}</a>;
}

function ServicePricesLink({ children }: { children: ReactNode }) {
  const { servicePricesUrl } = usePageContext().shopConfig;
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
  const { shopConfig } = usePageContext();
  return (
    <section aria-label={title} className="my-4 grid gap-6 sm:grid-cols-2">
      {shopConfig.branches.map((branch) => (
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
