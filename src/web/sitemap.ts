import { defaultLocale, type Locale, localeOfPath, localizedPath, withoutLocale } from '../shop/locale.ts';

/** Every page once; the three variants are derived. No path has parameters; all but the comparison and the last two are the specification's. */
export const pagePaths = {
  index: '/',
  cart: '/cart',
  order: '/order',
  product: '/product',
  compare: '/compare',
  success: '/success',
  faq: '/faq',
  'faq-buy': '/faq/buy',
  'faq-policy': '/faq/policy',
  'faq-warranty': '/faq/warranty',
  'faq-accessibility': '/faq/accessibility',
  withdrawal: '/withdrawal',
} as const;

export type PageName = keyof typeof pagePaths;

export const pageNames = Object.keys(pagePaths) as PageName[];

/** Pages for search engines: the same for everyone, and something without a query. Lists and tires come on top. */
export const indexedPages = [
  'index',
  'cart',
  'faq',
  'faq-buy',
  'faq-policy',
  'faq-warranty',
  'faq-accessibility',
  'withdrawal',
] as const satisfies PageName[];

/** The link to a page in a language; `search` with its question mark. */
export function href(page: PageName, locale: Locale, search = ''): string {
  return localizedPath(pagePaths[page], locale) + search;
}

/** The page at a path in any language, or null: that path is not found. */
export function pageAt(pathname: string): PageName | null {
  const path = withoutLocale(pathname);
  return pageNames.find((name) => pagePaths[name] === path) ?? null;
}

/** What one page is told from another by: its path, and on the page of a tire which tire. A filter makes no other page. */
export function pageKey({ pathname, search }: { pathname: string; search: string }): string {
  return pageAt(pathname) === 'product' ? `${pathname}?id=${new URLSearchParams(search).get('id')}` : pathname;
}

/** The same page in another language. Unknown paths keep their tail and stay unknown; where that cannot be, home. */
export function inLocale(pathname: string, locale: Locale): string {
  const path = withoutLocale(pathname);
  // Without their prefix `/ru/en/cart` would be another page, `/en//evil.example` another site.
  const standsAlone = localeOfPath(path) === defaultLocale && !/^\/[/\\]/.test(path);
  return standsAlone ? localizedPath(path, locale) : href('index', locale);
}
