import type { FastifyRequest } from 'fastify';
import { defaultLocale, isLocale, type Locale, localeOfPath, localizedPath, preferredLocale } from '../shop/locale.ts';
import { pageAt } from './sitemap.ts';

/**
 * Where a visitor of an unprefixed page is sent instead, or null. Two cases only: no choice yet while the browser
 * prefers another language; the home page while another language has been chosen.
 */
export function localeRedirect(request: FastifyRequest): { locale: Locale; location: string } | null {
  // Not `new URL(request.url, …)`: a path that begins with `//` would count as another host.
  const { pathname, search } = new URL(`http://shop${request.url}`);
  if (localeOfPath(pathname) !== defaultLocale || pageAt(pathname) === null) return null;
  const chosen = localeCookie(request.headers.cookie);
  const locale = chosen ?? preferredLocale(request.headers['accept-language']);
  if (locale === null || locale === defaultLocale || (chosen !== null && pathname !== '/')) return null;
  return { locale, location: localizedPath(pathname, locale) + search };
}

function localeCookie(cookies: string | undefined): Locale | null {
  const value = /(?:^|;\s*)locale=(\w+)/.exec(cookies ?? '')?.[1];
  return isLocale(value) ? value : null;
}
