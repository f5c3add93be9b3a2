import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { defaultLocale, isLocale, type Locale, localeOfPath, localizedPath, preferredLocale } from '../shop/locale.ts';
import { pageAt } from './sitemap.ts';

/**
 * Where a visitor of an unprefixed page is sent instead, or null. Two cases only: no choice yet while the browser
 * prefers another language; the home page while another language has been chosen.
 */
export function localeRedirect({
  url,
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): { locale: Locale; location: string } | null {
  // Not `new URL(url, …)`: a path that begins with `//` would count as another host.
  const { pathname, search } = new URL(`http://shop${url}`);
  if (localeOfPath(pathname) !== defaultLocale || pageAt(pathname) === null) return null;
  const locale = otherLocale(pathname, headers);
  return locale && { locale, location: localizedPath(pathname, locale) + search };
}

/** The language in which a visitor of an unprefixed page is to see it, where it is not Estonian. */
export function otherLocale(
  pathname: string,
  { cookie, 'accept-language': languages }: IncomingHttpHeaders,
): Locale | null {
  const chosen = localeCookie(cookie);
  const locale = chosen ?? preferredLocale(languages);
  return locale === defaultLocale || (chosen !== null && pathname !== '/') ? null : locale;
}

function localeCookie(cookies: string | undefined): Locale | null {
  const value = /(?:^|;\s*)locale=(\w+)/.exec(cookies ?? '')?.[1];
  return isLocale(value) ? value : null;
}
