import { defaultLocale, type Locale, localeOfPath, localizedPath, withoutLocale } from '../shop/locale.ts';
import type { Page } from './page.ts';
import { cartPage } from './pages/cart/page.ts';
import { comparePage } from './pages/compare/page.ts';
import { faqAccessibilityPage, faqBuyPage, faqPage, faqPolicyPage, faqWarrantyPage } from './pages/faq/page.ts';
import { homePage } from './pages/home/page.ts';
import { orderPage } from './pages/order/page.ts';
import { productPage } from './pages/product/page.ts';
import { successPage } from './pages/success/page.ts';
import { withdrawalPage } from './pages/withdrawal/page.ts';

export const pages = {
  index: homePage,
  cart: cartPage,
  order: orderPage,
  product: productPage,
  compare: comparePage,
  success: successPage,
  faq: faqPage,
  'faq-buy': faqBuyPage,
  'faq-policy': faqPolicyPage,
  'faq-warranty': faqWarrantyPage,
  'faq-accessibility': faqAccessibilityPage,
  withdrawal: withdrawalPage,
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

export const indexedPages = pageNames.filter((name) => pages[name].indexed);

/** Returns the path of a page in a language. `search`: the query, with its question mark. */
export function href(page: PageName, locale: Locale, search = ''): string {
  return localizedPath(pages[page].path, locale) + search;
}

export function pageAt(pathname: string): PageName | null {
  const path = withoutLocale(pathname);
  return pageNames.find((name) => pages[name].path === path) ?? null;
}

/** The path whose response stores a language in the cookie, unless one is stored already. */
export const localeCookiePath = (locale: Locale) => `/locale/${locale}`;

/** Returns a key that is equal for URLs of one page: it has the ids of products, but no filters of the list. */
export function pageKey({ pathname, search }: { pathname: string; search: string }): string {
  const page = pageAt(pathname);
  return page && pages[page].hasPagePerQuery ? pathname + search : pathname;
}

/** Returns a page's path in another language. An unknown path stays unknown. One with a second language or another host becomes the home page. */
export function pathInLocale(pathname: string, locale: Locale): string {
  const path = withoutLocale(pathname);
  const hasSecondLocale = localeOfPath(path) !== defaultLocale;
  // `/en//evil.example` without its prefix would be a link to another host.
  const isOnOtherHost = /^\/[/\\]/.test(path);
  if (hasSecondLocale || isOnOtherHost) return href('index', locale);
  return localizedPath(path, locale);
}

/** The search by car is not in `pages`: it has no script, and exists only while the shop has a list of cars. */
export const vehiclePath = (locale: Locale) => localizedPath('/vehicle', locale);
