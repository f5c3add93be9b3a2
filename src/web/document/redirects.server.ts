import type { RequestHead } from '../../http/cache/response-cache.ts';
import { type KnownIds, listFromUrl, listToUrl } from '../../shop/catalog/list/filter.ts';
import type { Manufacturer } from '../../shop/catalog/list/product-query.ts';
import { parsedListToUrl, parseSearchText } from '../../shop/catalog/list/search-text.ts';
import { defaultSeason } from '../../shop/catalog/road/season.ts';
import {
  defaultLocale,
  isLocale,
  type Locale,
  localeInCookies,
  localeOfPath,
  localizedPath,
  preferredLocale,
} from '../../shop/locale.ts';
import { pageAt, pathInLocale } from '../sitemap.ts';

type LocaleRedirect = { locale: Locale; location: string };

/** Returns the redirect of a link that chooses a language, from `/faq?x=1&lang=ru` to `/ru/faq?x=1`, or null. */
export function languageChoiceRedirect({ url = '' }: Pick<RequestHead, 'url'>): LocaleRedirect | null {
  // A fast check first, because the function runs for every cached response.
  if (!url.includes('lang=')) return null;
  const { pathname, search } = parseUrl(url);
  // URLSearchParams would change the encoding of the other parameters.
  const parameters = search.slice(1).split('&');
  const locale = parameters.find((parameter) => parameter.startsWith('lang='))?.slice('lang='.length);
  if (!isLocale(locale) || pageAt(pathname) === null) return null;
  const query = parameters.filter((parameter) => !parameter.startsWith('lang=')).join('&');
  return { locale, location: pathInLocale(pathname, locale) + (query && `?${query}`) };
}

/** Returns the redirect to the visitor's language, or null. With a language cookie, only the home page redirects. */
export function localeRedirect({ url = '', headers }: RequestHead): LocaleRedirect | null {
  const { pathname, search } = parseUrl(url);
  const locale = localeToRedirectTo(pathname, headers);
  return locale && { locale, location: localizedPath(pathname, locale) + search };
}

/** `new URL(url, base)` would take a path that begins with `//` for a host. */
const parseUrl = (url: string) => new URL(`http://shop${url}`);

/** Whether a page without a language prefix is at this path: its response depends on the visitor's language. */
export function isLanguageNegotiated(pathname: string): boolean {
  return localeOfPath(pathname) === defaultLocale && pageAt(pathname) !== null;
}

/** Returns the language other than Estonian to which a visitor of a page is redirected, or null. */
export function localeToRedirectTo(pathname: string, { cookie, 'accept-language': languages }: RequestHead['headers']) {
  if (!isLanguageNegotiated(pathname)) return null;
  const fromCookie = localeInCookies(cookie);
  const locale = fromCookie ?? preferredLocale(languages);
  const mayRedirect = fromCookie === null || pathname === '/';
  return mayRedirect && locale !== defaultLocale ? locale : null;
}

/** Redirects a search without script (`/?size=205/55R16`) to its list. Null: another page, or no readable `size`. */
export function sizeRedirect(
  url: URL,
  now: Date,
  known: KnownIds & { manufacturers: readonly Manufacturer[] },
): string | null {
  const text = url.searchParams.get('size');
  if (text === null || pageAt(url.pathname) !== 'index') return null;
  const list = listFromUrl(url.searchParams, defaultSeason(now), known);
  if (text.trim() === '') return url.pathname + listToUrl(list);
  const parsed = parseSearchText(text, list, known.manufacturers);
  return parsed.ok ? url.pathname + parsedListToUrl(parsed) : null;
}
