import type { FastifyPluginAsync } from 'fastify';
import type { BigAnswer, BigAnswers } from '../../http/big-answers.ts';
import type { Catalogue, CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { sizePages, standingPages, tirePages, tireParts } from './indexed-pages.server.ts';
import { sitemap, sitemapIndex, type Variants } from './sitemap-xml.ts';

type SearchEnginesOptions = { origin: string; catalogue: CatalogueStore; bigAnswers: BigAnswers };

export const searchEngines: FastifyPluginAsync<SearchEnginesOptions> = async (
  app,
  { origin, catalogue, bigAnswers },
) => {
  const caching = { 'cache-control': 'public, max-age=3600' };
  const xml = { 'content-type': 'application/xml; charset=utf-8', ...caching };
  const pages = part('/sitemap-pages.xml', 'version', standingPages);
  const sizes = part('/sitemap-sizes.xml', 'tiresVersion', sizePages);

  app.get('/robots.txt', { config: { queue: 'files' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(caching).send(robots(origin)),
  );

  app.get('/sitemap.xml', { config: { queue: 'files' } }, (_request, reply) => {
    const parts = Array.from(
      { length: tireParts(catalogue.current()) },
      (_, index) => `/sitemap-tires-${index + 1}.xml`,
    );
    return reply.headers(xml).send(sitemapIndex(origin, [pages.name, sizes.name, ...parts]));
  });
  for (const answer of [pages, sizes]) {
    app.get(answer.name, { config: { queue: 'feeds' } }, (request, reply) => bigAnswers.send(request, reply, answer));
  }
  app.get<{ Params: { part: string } }>(
    '/sitemap-tires-:part(^\\d{1,6}).xml',
    { config: { queue: 'feeds' } },
    (request, reply) => {
      const number = Number(request.params.part);
      if (number < 1 || number > tireParts(catalogue.current())) return reply.callNotFound();
      const tires = (current: Catalogue) => tirePages(current, number);
      return bigAnswers.send(request, reply, part(`/sitemap-tires-${number}.xml`, 'tiresVersion', tires));
    },
  );

  function part(
    name: string,
    version: 'version' | 'tiresVersion',
    variants: (catalogue: Catalogue) => Iterable<Variants>,
  ): BigAnswer {
    return {
      name,
      headers: xml,
      version: () => catalogue.current()[version],
      text: () => sitemap(origin, variants(catalogue.current())),
    };
  }
};

/** Order and success are allowed: they say `noindex`, which a crawler must be able to read. */
function robots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /builds/

Sitemap: ${origin}/sitemap.xml
`;
}
