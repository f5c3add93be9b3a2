import type { FastifyPluginAsync } from 'fastify';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark } from '../../shop/catalog/search/columns.ts';
import type { TireIndex } from '../../shop/catalog/search/tire-index.ts';
import { isSeasonFilter } from '../../shop/catalog/season.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { drawingOf } from '../../shop/catalog/tire-image.ts';
import { drawSeason, drawTire } from './draw-tire.ts';
import { bitmapOf } from './tire-bitmap.server.ts';

const routes = [
  ['/tires/:season/:file(^.*\\.png$)', 'drawings'],
  ['/tires/:season/:file', 'catalogue'],
  ['/tires/:file', 'catalogue'],
] as const;

/** Models have bitmaps, seasons do not. */
const bitmap = /^\/tires\/\w+\/[^/]+\.png$/;

/** The pictures of the catalogue's models, and one for each season, at the paths that `tireImage` makes. Drawn when asked for; with `.png` at their end as bitmaps. */
export const tirePictures: FastifyPluginAsync<{ cache: ResponseCache }> = async (app, { cache }) => {
  // Each model of a season; and the season's own, which carts from before there were pictures of models still name.
  for (const [path, queue] of routes) {
    app.get(path, { config: { queue } }, async (request, reply) => {
      const { pathname } = new URL(`http://shop${request.url}`);
      const asked = bitmap.test(pathname) ? drawingOf(pathname) : pathname;
      const draw = drawingAt(asked);
      if (!draw) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found');
      if (asked !== pathname) {
        return reply.headers({ ...headers, 'content-type': 'image/png' }).send(await bitmapOf(asked, draw));
      }
      return replyFromCache(cache, request, reply, {
        key: pathname,
        // A drawing shows what its path says.
        prepare: () => ({
          basis: pathname,
          build: () => ({
            status: 200,
            headers: { ...headers, 'content-type': 'image/svg+xml', vary: 'Accept-Encoding' },
            text: draw(),
          }),
        }),
      });
    });
  }
};

const headers = {
  // A drawing changes with a new version of the shop only, and an old one does no harm for a day.
  'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
  'content-security-policy': "default-src 'none'",
};

/** How the picture at a path is drawn; null: only what the catalogue holds is. */
function drawingAt(path: string): (() => string) | null {
  const season = /^\/tires\/(\w+)\.svg$/.exec(path)?.[1];
  if (season !== undefined) return isSeasonFilter(season) ? () => drawSeason(season) : null;
  const tire = tiresByImage().get(path);
  if (!tire) return null;
  const { manufacturer, model, season: seasonOfTire } = tire;
  return () => drawTire({ maker: manufacturer.label, model, season: seasonOfTire, runflat: hasMark.runflat(tire) });
}

const byImage = new WeakMap<TireIndex, ReadonlyMap<string, Product>>();

/** A tire for each picture: worked out once for each index of the catalogue, so that asking for what is not there stays cheap. */
function tiresByImage(): ReadonlyMap<string, Product> {
  const current = catalogue();
  const known = byImage.get(current.index);
  if (known) return known;
  const made = new Map(current.tires.map((tire) => [tire.image, tire]));
  byImage.set(current.index, made);
  return made;
}
