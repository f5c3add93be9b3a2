import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Known, listFromUrl, listToUrl } from '../../shop/catalog/list/filter.ts';
import { defaultSeason } from '../../shop/catalog/road/season.ts';
import { typedSize } from '../../shop/catalog/tire/size.ts';
import {
  defaultLocale,
  isLocale,
  type Locale,
  localeOfPath,
  localizedPath,
  preferredLocale,
} from '../../shop/locale.ts';
import { pageAt } from '../sitemap.ts';

/** The redirect from an unprefixed page: without a cookie to the browser's language; from the home page to the chosen one. */
export function localeRedirect({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  // Not `new URL(url, …)`: a path that begins with `//` would be read as a host.
  const { pathname, search } = new URL(`http://shop${url}`);
  if (localeOfPath(pathname) !== defaultLocale || pageAt(pathname) === null) return null;
  const locale = otherLocale(pathname, headers);
  return locale && { locale, location: localizedPath(pathname, locale) + search };
}

/** The language other than Estonian in which a visitor sees an unprefixed page, or null. */
export function otherLocale(pathname: string, { cookie, 'accept-language': languages }: IncomingHttpHeaders) {
  const chosen = localeCookie(cookie);
  const locale = chosen ?? preferredLocale(languages);
  return locale === defaultLocale || (chosen !== null && pathname !== '/') ? null : locale;
}

function localeCookie(cookies: string | undefined): Locale | null {
  const value = /(?:^|;\s*)locale=(\w+)/.exec(cookies ?? '')?.[1];
  return isLocale(value) ? value : null;
}

/** The list of a size typed into the finder without script (`/?size=205/55R16`), or null. */
export function sizeRedirect(url: URL, now: Date, known: Known): string | null {
  const text = url.searchParams.get('size');
  if (text === null || pageAt(url.pathname) !== 'index') return null;
  const reading = typedSize(text);
  if (!reading.ok) return null;
  const list = listFromUrl(url.searchParams, defaultSeason(now), known);
  const { treadWidth, profile, diameter } = reading.value;
  return url.pathname + listToUrl({ ...list, page: 1, filter: { ...list.filter, treadWidth, profile, diameter } });
}
