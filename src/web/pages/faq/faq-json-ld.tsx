import { useTranslations } from 'use-intl';
import { shopArguments } from '../../../messages/shop-arguments.ts';
import type { PublicConfig } from '../../../shop/config/shop-config.ts';
import { locales } from '../../../shop/locale.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { branches, breadcrumbs } from '../../search-engines/business.ts';
import { href, type PageName, pages } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { JsonLd } from '../../ui/page-head.tsx';
import type { FaqPage, richTags } from './faq.tsx';

type Props = { page: FaqPage; sections: readonly string[] };

export function FaqJsonLd({ page, sections }: Props) {
  // The messages of all these pages have one shape, so `faq` and `contact` stand for any page and section.
  const t = useTranslations(pages[page].texts as 'faq');
  const faqTitle = useTranslations('nav')('faq');
  const { shopConfig, origin, vatPercent } = usePageContext();
  const locale = useShopLocale();

  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const factTexts = shopArguments(shopConfig, vatPercent);
  const url = origin + href(page, locale);
  const escapedFacts = Object.fromEntries(Object.entries(factTexts).map(([key, value]) => [key, escapeHtml(value)]));
  const values = { ...(escapedFacts as typeof factTexts), ...htmlTags({ shopConfig, origin, locale }) };
  const sectionTexts = sections.map((key) => ({
    title: t(`sections.${key as 'contact'}.title`),
    answer: t.markup(`sections.${key as 'contact'}.body`, values),
  }));
  const breadcrumbSteps = [
    { name: faqTitle, item: origin + href('faq', locale) },
    { name: t('title'), item: url },
  ];
  const otherNodes = page === 'faq' ? branches(shopConfig, origin) : [breadcrumbs(breadcrumbSteps)];
  return <JsonLd data={{ '@graph': [faqPage(url, locales[locale].language, sectionTexts), ...otherNodes] }} />;
}

type Tags = Record<keyof typeof richTags, (inner: string) => string>;
type TagOptions = { shopConfig: PublicConfig; origin: string; locale: keyof typeof locales };

/** Renders the tags of the long texts as HTML. Tags of components, such as tables, are omitted. */
function htmlTags({ shopConfig, origin, locale }: TagOptions): Tags {
  const element = (name: string) => (inner: string) => `<${name}>${inner}</${name}>`;
  const link = (url: string) => (inner: string) => `<a href="${escapeHtml(url)}">${inner}</a>`;
  const pageLink = (name: PageName) => link(origin + href(name, locale));
  return {
    p: element('p'),
    ul: element('ul'),
    ol: element('ol'),
    li: element('li'),
    b: element('b'),
    buy: pageLink('faq-buy'),
    policy: pageLink('faq-policy'),
    warranty: pageLink('faq-warranty'),
    faq: pageLink('faq'),
    tires: pageLink('index'),
    cart: pageLink('cart'),
    withdraw: pageLink('withdrawal'),
    prices: link(shopConfig.servicePricesUrl + locales[locale].prefix),
    mail: link(`mailto:${shopConfig.email}`),
    site: (name) => link(`https://${name}`)(name),
    write: (address) => link(`mailto:${address}`)(address),
    loadTable: () => '',
    speedTable: () => '',
    branches: () => '',
  };
}

function escapeHtml(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function faqPage(url: string, language: string, sections: readonly { title: string; answer: string }[]) {
  return {
    '@type': 'FAQPage',
    '@id': url,
    url,
    inLanguage: language,
    mainEntity: sections
      .filter(({ title }) => title.endsWith('?'))
      .map(({ title, answer }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  };
}
