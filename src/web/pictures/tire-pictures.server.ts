import type { FastifyPluginAsync } from 'fastify';
import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark } from '../../shop/catalog/search/columns.ts';
import type { TireIndex } from '../../shop/catalog/search/tire-index.ts';
import { isSeasonFilter } from '../../shop/catalog/season.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { drawingOf } from '../../shop/catalog/tire-image.ts';
import { sendTagged } from '../send-tagged.server.ts';
import { drawSeason, drawTire } from './draw-tire.ts';
import { bitmapOf } from './tire-bitmap.server.ts';

/** Models have bitmaps, seasons do not. */
const bitmap = /^\/tires\/\w+\/[^/]+\.png$/;

const most = 500;
const drawn = new Map<string, string>();

/** The pictures of the catalogue's models, and one for each season, at the paths that `tireImage` makes. Drawn when asked for; with `.png` at their end as bitmaps. */
export const tirePictures: FastifyPluginAsync = async (app) => {
  // Each model of a season; and the season's own, which carts from before there were pictures of models still name.
  for (const path of ['/tires/:season/:file', '/tires/:file']) {
    app.get(path, async (request, reply) => {
      const { pathname } = new URL(`http://shop${request.url}`);
      const asked = bitmap.test(pathname) ? drawingOf(pathname) : pathname;
      const svg = pictureAt(asked);
      if (svg === null) return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found');
      reply
        // A drawing changes with a new version of the shop only, and an old one does no harm for a day.
        .header('cache-control', 'public, max-age=86400, stale-while-revalidate=2592000')
        .header('content-security-policy', "default-src 'none'");
      if (asked !== pathname) return reply.type('image/png').send(await bitmapOf(asked, svg));
      return sendTagged(request, reply.type('image/svg+xml').header('vary', 'Accept-Encoding'), svg);
    });
  }
};

/** Only what the catalogue holds is drawn, and what was drawn longest ago is let go first, so that nobody can fill the memory. */
function pictureAt(path: string): string | null {
  const known = drawn.get(path);
  if (known !== undefined) return known;
  const svg = drawnNow(path);
  if (svg === null) return null;
  drawn.set(path, svg);
  const [oldest] = drawn.keys();
  if (drawn.size > most && oldest !== undefined) drawn.delete(oldest);
  return svg;
}

function drawnNow(path: string): string | null {
  const season = /^\/tires\/(\w+)\.svg$/.exec(path)?.[1];
  if (season !== undefined) return isSeasonFilter(season) ? drawSeason(season) : null;
  const tire = tiresByImage().get(path);
  return tire
    ? drawTire({
        maker: tire.manufacturer.label,
        model: tire.model,
        season: tire.season,
        runflat: hasMark.runflat(tire),
      })
    : null;
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
