import { type Locale, localeOfPath, localizedPath, withoutLocale } from '../shop/locale.ts';

/** Every page once; the three variants are derived. Paths as the specification names them, without parameters. */
export const pagePaths = {
  index: '/',
  cart: '/cart',
  order: '/order',
  product: '/product',
  success: '/success',
  faq: '/faq',
  'faq-buy': '/faq/buy',
  'faq-policy': '/faq/policy',
  'faq-warranty': '/faq/warranty',
} as const;

export type PageName = keyof typeof pagePaths;

export const pageNames = Object.keys(pagePaths) as PageName[];

/** The link to a page in a language; `search` with its question mark. */
export function href(page: PageName, locale: Locale, search = ''): string {
  return localizedPath(pagePaths[page], locale) + search;
}

/** The page at a path in any language, or null: that path is not found. */
export function pageAt(pathname: string): PageName | null {
  const path = withoutLocale(pathname);
  return pageNames.find((name) => pagePaths[name] === path) ?? null;
}

/** The same page in another language. Unknown paths keep their tail, so that they stay unknown. */
export function inLocale(pathname: string, locale: Locale): string {
  return localeOfPath(pathname) === locale ? pathname : localizedPath(withoutLocale(pathname), locale);
}
