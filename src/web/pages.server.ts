import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { queueRoutes } from '../http/admission/admission.ts';
import type { BigAnswers } from '../http/big-answers.ts';
import { localeIds } from '../shop/locale.ts';
import { buildFiles } from './build/build-files.server.ts';
import { loadMessages } from './build/messages.ts';
import { pageTexts } from './build/payload.ts';
import { textsOf } from './document.server.ts';
import { type DocumentsOptions, documents } from './documents.server.ts';
import { feeds } from './feeds/feeds.server.ts';
import { tireLabels } from './labels/tire-labels.server.ts';
import type { TireBitmaps } from './pictures/tire-bitmaps.server.ts';
import { tirePictures } from './pictures/tire-pictures.server.ts';
import { searchEngines } from './search-engines/search-engines.server.ts';
import { href, type PageName } from './sitemap.ts';

export type PagesOptions = DocumentsOptions & {
  /** Folder of the browser's files. */
  clientFolder: string;
  bigAnswers: BigAnswers;
  bitmaps: TireBitmaps;
};

/** The pages of the shop and the files that they load. */
export const pages: FastifyPluginAsync<PagesOptions> = async (
  app,
  { clientFolder, bigAnswers, bitmaps, ...documentsOptions },
) => {
  const { shop, cache } = documentsOptions;
  await Promise.all(localeIds.map((locale) => loadMessages(locale)));
  await app.register(async (files) => {
    queueRoutes(files, 'files');
    await files.register(fastifyStatic, {
      root: clientFolder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
      // Files under /assets carry their hash in their name.
      setHeaders: (reply, path) => {
        const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
        reply.header('cache-control', kept);
      },
    });
  });
  await app.register(buildFiles, { buildId: shop.buildId });
  await app.register(tirePictures, { cache, bitmaps });
  await app.register(tireLabels, { cache });
  await app.register(searchEngines, { origin: shop.origin, bigAnswers });
  await app.register(feeds, { origin: shop.origin, shopName: shop.facts.name, bigAnswers });

  for (const locale of localeIds) {
    for (const page of Object.keys(pageTexts) as PageName[]) {
      app.get(`${href(page, locale)}/_payload.json`, { config: { queue: 'files' } }, (request, reply) => {
        // Asked for by an older build, these are the texts of the newer one, and must not be kept under the old name.
        const current = request.url.endsWith(`?${shop.buildId}`);
        reply.header('cache-control', current ? 'public, max-age=31536000, immutable' : 'no-store');
        return reply.send(textsOf(page, locale));
      });
    }
  }

  await app.register(documents, documentsOptions);
};
