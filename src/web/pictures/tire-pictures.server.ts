import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { isSeasonFilter } from '../../shop/catalog/road/season.ts';
import { drawSeason } from './drawing/draw-tire.ts';
import { bitmapName, type TireBitmaps } from './tire-bitmaps.server.ts';
import { type Draw, modelDrawing } from './tire-drawings.server.ts';

type Options = { cache: ResponseCache; catalogue: CatalogueStore; bitmaps: TireBitmaps };

/** In seconds: a full queue is drawn in one. */
const retryAfter = 2;

/** The pictures of the catalogue's models, and one for each season, at the paths that `tireImage` makes; those of models also as PNG. */
export const tirePictures: FastifyPluginAsync<Options> = async (app, { cache, catalogue, bitmaps }) => {
  app.get<{ Params: { season: string; file: string } }>(
    '/tires/:season/:file',
    { config: { queue: 'catalogue' } },
    (request, reply) => {
      const path = `/tires/${request.params.season}/${request.params.file}`;
      return sendDrawing(request, reply, path, modelDrawing(catalogue.current(), path));
    },
  );
  // A picture of a season, which carts from before there were pictures of models still name.
  app.get<{ Params: { file: string } }>('/tires/:file', { config: { queue: 'catalogue' } }, (request, reply) => {
    const season = /^(\w+)\.svg$/.exec(request.params.file)?.[1] ?? '';
    const draw = isSeasonFilter(season) ? () => drawSeason(season) : undefined;
    return sendDrawing(request, reply, `/tires/${season}.svg`, draw);
  });
  app.get<{ Params: { season: string; model: string } }>(
    '/tires/:season/:model.png',
    { config: { queue: 'drawings' } },
    async (request, reply) => {
      const path = `/tires/${request.params.season}/${request.params.model}.svg`;
      const draw = modelDrawing(catalogue.current(), path);
      if (!draw) return notFound(reply);
      const svg = draw();
      const name = bitmapName(svg);
      const etag = `"${name}"`;
      const known = request.headers['if-none-match']?.includes(etag);
      const bitmap = known ? null : await bitmaps.bitmapOf(name, svg);
      if (!known && !bitmap) {
        return reply
          .code(503)
          .headers({ ...plainText, 'retry-after': retryAfter })
          .send('Too many pictures are being drawn. Try again in a moment.');
      }
      reply.headers({ ...headers, 'content-type': 'image/png', etag });
      if (!bitmap) return reply.code(304).send();
      return reply.header('content-length', bitmap.bytes).send(bitmap.body);
    },
  );

  function sendDrawing(request: FastifyRequest, reply: FastifyReply, path: string, draw: Draw | undefined) {
    if (!draw) return notFound(reply);
    return replyFromCache(cache, request, reply, {
      key: path,
      prepare: () => ({
        basis: path,
        build: () => ({
          status: 200,
          headers: { ...headers, 'content-type': 'image/svg+xml', vary: 'Accept-Encoding' },
          text: draw(),
        }),
      }),
    });
  }
};

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(plainText).send('Not found');
}

const plainText = { 'content-type': 'text/plain', 'cache-control': 'no-store' };

const headers = {
  // A drawing changes with a new version of the shop only, and an old one does no harm for a day.
  'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
  'content-security-policy': "default-src 'none'",
};
