import type { FastifyPluginAsync } from 'fastify';
import type { LargeResponse, LargeResponses } from '../../http/large-responses.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import type { Catalogue } from '../../shop/catalog/catalogue.ts';
import { defaultLocale, localeIds, locales } from '../../shop/locale.ts';
import { xmlText } from '../xml.ts';
import { type LocalizedPaths, sizePages, staticPages, tirePages, tireSitemapCount } from './indexed-pages.server.ts';

type SearchEnginesOptions = { origin: string; catalogue: CatalogueStore; largeResponses: LargeResponses };

export const searchEngines: FastifyPluginAsync<SearchEnginesOptions> = async (
  app,
  { origin, catalogue, largeResponses },
) => {
  const caching = { 'cache-control': 'public, max-age=3600' };
  const xml = { 'content-type': 'application/xml; charset=utf-8', ...caching };
  const pagesSitemap = sitemapResponse('/sitemap-pages.xml', 'version', staticPages);
  const sizesSitemap = sitemapResponse('/sitemap-sizes.xml', 'tiresVersion', sizePages);

  app.get('/robots.txt', { config: { queue: 'files' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(caching).send(robots(origin)),
  );

  app.get('/sitemap.xml', { config: { queue: 'files' } }, (_request, reply) => {
    const tireSitemaps = Array.from(
      { length: tireSitemapCount(catalogue.current()) },
      (_, index) => `/sitemap-tires-${index + 1}.xml`,
    );
    return reply.headers(xml).send(sitemapIndex(origin, [pagesSitemap.name, sizesSitemap.name, ...tireSitemaps]));
  });
  for (const response of [pagesSitemap, sizesSitemap]) {
    app.get(response.name, { config: { queue: 'feeds' } }, (request, reply) =>
      largeResponses.send(request, reply, response),
    );
  }
  app.get<{ Params: { part: string } }>(
    '/sitemap-tires-:part(^\\d{1,6}).xml',
    { config: { queue: 'feeds' } },
    (request, reply) => {
      const partNumber = Number(request.params.part);
      if (partNumber < 1 || partNumber > tireSitemapCount(catalogue.current())) return reply.callNotFound();
      const tires = (current: Catalogue) => tirePages(current, partNumber);
      return largeResponses.send(
        request,
        reply,
        sitemapResponse(`/sitemap-tires-${partNumber}.xml`, 'tiresVersion', tires),
      );
    },
  );

  /** `versionField`: the stock changes `version`, but not `tiresVersion`. The seasons in `staticPages` depend on the stock. */
  function sitemapResponse(
    path: string,
    versionField: 'version' | 'tiresVersion',
    pagesIn: (catalogue: Catalogue) => Iterable<LocalizedPaths>,
  ): LargeResponse {
    return {
      name: path,
      headers: xml,
      version: () => catalogue.current()[versionField],
      text: () => sitemap(origin, pagesIn(catalogue.current())),
    };
  }
};

/** The order and success pages are not disallowed, so that crawlers can read their `noindex`. */
function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /builds/

Sitemap: ${origin}/sitemap.xml
`;
}

const chunkLength = 64 * 1024;

/** Writes a sitemap (sitemaps.org 0.9) in chunks, with `xhtml:link` alternates as Google recommends. */
export function* sitemap(origin: string, pages: Iterable<LocalizedPaths>): Generator<string> {
  let text = xmlStart('urlset', ' xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  for (const localizedPaths of pages) {
    const alternates = [
      ...localeIds.map((id) => alternate(locales[id].language, origin + localizedPaths[id])),
      alternate('x-default', origin + localizedPaths[defaultLocale]),
    ].join('');
    for (const id of localeIds) text += `<url><loc>${xmlText(origin + localizedPaths[id])}</loc>${alternates}</url>\n`;
    if (text.length >= chunkLength) {
      yield text;
      text = '';
    }
  }
  yield `${text}</urlset>\n`;
}

function sitemapIndex(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<sitemap><loc>${xmlText(origin + path)}</loc></sitemap>\n`).join('');
  return `${xmlStart('sitemapindex')}${entries}</sitemapindex>\n`;
}

function xmlStart(root: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${attributes}>\n`;
}

function alternate(language: string, url: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(url)}"/>`;
}
