import { locales } from '../../../shop/locale.ts';
import type { ShopFacts } from '../../../shop/shop-facts.ts';
import { href, type PageName } from '../../sitemap.ts';
import type { richTags } from './rich-tags.tsx';

type Tags = Record<keyof typeof richTags, (inner: string) => string>;
type Where = { facts: ShopFacts; origin: string; locale: keyof typeof locales };

/** The tags of the long texts as HTML that can be read away from the page. What only the page can show is left out. */
export function htmlTags({ facts, origin, locale }: Where): Tags {
  const element = (name: string) => (inner: string) => `<${name}>${inner}</${name}>`;
  const link = (url: string) => (inner: string) => `<a href="${asHtml(url)}">${inner}</a>`;
  const page = (name: PageName) => link(origin + href(name, locale));
  return {
    p: element('p'),
    ul: element('ul'),
    ol: element('ol'),
    li: element('li'),
    b: element('b'),
    buy: page('faq-buy'),
    policy: page('faq-policy'),
    warranty: page('faq-warranty'),
    faq: page('faq'),
    tires: page('index'),
    cart: page('cart'),
    withdraw: page('withdrawal'),
    prices: link(facts.servicePricesUrl + locales[locale].prefix),
    mail: link(`mailto:${facts.email}`),
    site: (name) => link(`https://${name}`)(name),
    write: (address) => link(`mailto:${address}`)(address),
    loadTable: () => '',
    speedTable: () => '',
    branches: () => '',
  };
}

/** Facts of the owner among texts of ours: a name may hold `&`. */
export function asHtml<T>(value: T): T | string {
  if (typeof value !== 'string') return value;
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
