import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { queueRoutes } from '../../http/admission/admission.ts';
import type { LargeResponses } from '../../http/large-responses.ts';
import { localeIds } from '../../shop/locale.ts';
import { loadMessages } from '../client/load-page.ts';
import { feeds } from '../feeds/feeds.server.ts';
import { officialFiles } from '../labels/official-files.server.ts';
import { tireLabels } from '../labels/tire-labels.server.ts';
import type { TireBitmaps } from '../pictures/tire-bitmaps.server.ts';
import { tirePhotos } from '../pictures/tire-photos.server.ts';
import { tirePictures } from '../pictures/tire-pictures.server.ts';
import { searchEngines } from '../search-engines/search-engines.server.ts';
import { href, type PageName, pageNames, pages } from '../sitemap.ts';
import { textsOf } from './document-content.server.ts';
import { type DocumentOptions, documentRoutes } from './document-routes.server.ts';
import { readPageModules } from './page-modules.server.ts';

const pagesWithLongTexts = pageNames.filter((page) => pages[page].texts);

export type WebOptions = Omit<DocumentOptions, 'modulesOf'> & {
  clientFolder: string;
  largeResponses: LargeResponses;
  bitmaps: TireBitmaps;
  photoFolder: string;
  eprelFolder: string;
};

export const webRoutes: FastifyPluginAsync<WebOptions> = async (
  app,
  { clientFolder, largeResponses, bitmaps, photoFolder, eprelFolder, ...documentOptions },
) => {
  const { shop, cache, catalogue, hasBuild } = documentOptions;
  await Promise.all(localeIds.map((locale) => loadMessages(locale)));
  await app.register(async (files) => {
    queueRoutes(files, 'files');
    await files.register(fastifyStatic, {
      root: clientFolder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
      setHeaders: (reply, path) => {
        const cacheControl = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
        reply.header('cache-control', cacheControl);
      },
    });
  });
  await app.register(buildFiles, { buildId: shop.buildId });
  await app.register(tirePictures, { cache, catalogue, bitmaps });
  await app.register(tirePhotos, { catalogue, folder: photoFolder });
  await app.register(officialFiles, { catalogue, folder: eprelFolder });
  await app.register(tireLabels, { cache, catalogue });
  await app.register(searchEngines, { origin: shop.origin, catalogue, largeResponses });
  await app.register(feeds, { origin: shop.origin, shopName: shop.shopConfig.name, catalogue, largeResponses });

  for (const locale of localeIds) {
    for (const page of pagesWithLongTexts) {
      app.get(`${href(page, locale)}/_payload.json`, { config: { queue: 'files' } }, (request, reply) => {
        // A page of an older build asks with its own id. The newer texts must not be cached under that id.
        const isCurrentBuild = request.url.endsWith(`?${shop.buildId}`);
        reply.header('cache-control', isCurrentBuild ? 'public, max-age=31536000, immutable' : 'no-store');
        return reply.send(textsOf(page, locale));
      });
    }
  }

  const modulesOf = hasBuild ? readPageModules(clientFolder) : () => [];
  await app.register(documentRoutes, { ...documentOptions, modulesOf });
};

/** `builds/latest.json` has the build's id, `builds/meta/{id}.json` its routes (specification, section 7). `prerendered` and `matcher` list the routes that
 * have a `_payload.json`; none of their paths has a variable part, so `dynamic` is empty. */
const buildFiles: FastifyPluginAsync<{ buildId: string }> = async (app, { buildId }) => {
  const timestamp = Date.now();
  const pathsOf = (names: readonly PageName[]) =>
    localeIds.flatMap((locale) => names.map((page) => href(page, locale)));
  const prerendered = pathsOf(pagesWithLongTexts);
  const rules = Object.fromEntries(prerendered.map((path) => [path, { prerender: true }]));
  const matcher = { static: rules, dynamic: {} };
  const meta = { id: buildId, timestamp, matcher, prerendered, routes: pathsOf(pageNames) };

  const config = { queue: 'files' } as const;
  app.get('/builds/latest.json', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ id: buildId, timestamp }),
  );
  app.get(`/builds/meta/${buildId}.json`, { config }, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').send(meta),
  );
};
