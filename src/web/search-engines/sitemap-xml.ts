import { defaultLocale, type Locale, localeIds, locales } from '../../shop/locale.ts';
import { xmlText } from '../xml.ts';

export type Variants = Record<Locale, string>;

const chunkLength = 64 * 1024;

/** A sitemap (sitemaps.org 0.9) in chunks, with `xhtml:link` alternates as Google asks. */
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
