import { defaultLocale, type Locale, localeIds, locales } from '../../shop/locale.ts';
import { xmlText } from './xml.ts';

/** The path of a page in each language, with its query. */
export type Variants = Record<Locale, string>;

/** Characters that are put together before they are handed on. */
const chunkLength = 64 * 1024;

/**
 * A sitemap (sitemaps.org 0.9) in pieces: every page once for each language, each naming all its variants, as Google asks
 * for in `xhtml:link`. No `lastmod`: what is not known for certain is left out.
 */
export function* sitemap(origin: string, pages: Iterable<Variants>): Generator<string> {
  let text = opening('urlset', ' xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  for (const variants of pages) {
    const alternates = [
      ...localeIds.map((id) => alternate(locales[id].language, origin + variants[id])),
      alternate('x-default', origin + variants[defaultLocale]),
    ].join('');
    for (const id of localeIds) text += `<url><loc>${xmlText(origin + variants[id])}</loc>${alternates}</url>\n`;
    if (text.length >= chunkLength) {
      yield text;
      text = '';
    }
  }
  yield `${text}</urlset>\n`;
}

/** A sitemap index: the sitemaps that hold the pages, by their paths. */
export function sitemapIndex(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<sitemap><loc>${xmlText(origin + path)}</loc></sitemap>\n`).join('');
  return `${opening('sitemapindex')}${entries}</sitemapindex>\n`;
}

function opening(root: string, more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${more}>\n`;
}

function alternate(language: string, url: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(url)}"/>`;
}
