import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import { sendFileNotFound } from '../../http/error-pages.ts';
import { matchesEtag } from '../../http/etag.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { isSeasonFilter } from '../../shop/catalog/road/season.ts';
import { drawSeason } from './drawing/draw-tire.ts';
import { bitmapName, type TireBitmaps } from './tire-bitmaps.server.ts';
import { type Draw, modelDrawing, tireCard } from './tire-drawings.server.ts';

type Options = { cache: ResponseCache; catalogue: CatalogueStore; bitmaps: TireBitmaps };

type BitmapRoute = { Params: { season: string; model: string }; Querystring: { id?: unknown } };

const drawingPath = ({ season, model }: BitmapRoute['Params']) => `/tires/${season}/${model}.svg`;

/** A full queue of drawings takes about one second. */
const retryAfterSeconds = 2;

/** Serves models as SVG (`tireImage`), PNG (`bitmapPath`) and cards (`previewCardPath`), and seasons as SVG. */
export const tirePictures: FastifyPluginAsync<Options> = async (app, { cache, catalogue, bitmaps }) => {
  app.get<{ Params: { season: string; file: string } }>(
    '/tires/:season/:file',
    { config: { queue: 'catalogue' } },
    (request, reply) => {
      const path = `/tires/${request.params.season}/${request.params.file}`;
      return sendDrawing(request, reply, path, modelDrawing(catalogue.current(), path));
    },
  );
  // Pictures of seasons are still used by carts that were stored before models had pictures.
  app.get<{ Params: { file: string } }>('/tires/:file', { config: { queue: 'catalogue' } }, (request, reply) => {
    const season = /^(\w+)\.svg$/.exec(request.params.file)?.[1] ?? '';
    const draw = isSeasonFilter(season) ? () => drawSeason(season) : undefined;
    return sendDrawing(request, reply, `/tires/${season}.svg`, draw);
  });
  app.get<BitmapRoute>('/tires/:season/:model.png', { config: { queue: 'drawings' } }, (request, reply) =>
    sendBitmap(request, reply, modelDrawing(catalogue.current(), drawingPath(request.params)), drawingHeaders),
  );
  app.get<BitmapRoute>('/og/:season/:model.png', { config: { queue: 'drawings' } }, (request, reply) => {
    const draw = tireCard(catalogue.current(), drawingPath(request.params), `${request.query.id ?? ''}`);
    return sendBitmap(request, reply, draw, cardHeaders);
  });

  async function sendBitmap(
    request: FastifyRequest<BitmapRoute>,
    reply: FastifyReply,
    draw: Draw | undefined,
    headers: Record<string, string>,
  ) {
    if (!draw) return sendFileNotFound(reply);
    const svg = draw();
    const name = bitmapName(svg);
    const etag = `"${name}"`;
    const pngHeaders = { ...headers, 'content-type': 'image/png', etag };
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(pngHeaders).send();
    const bitmap = await bitmaps.bitmapOf(name, svg);
    if (!bitmap) {
      return reply
        .code(503)
        .type('text/plain')
        .headers({ 'cache-control': 'no-store', 'retry-after': retryAfterSeconds })
        .send('Too many pictures are being drawn. Try again in a moment.');
    }
    return reply.headers({ ...pngHeaders, 'content-length': bitmap.bytes }).send(bitmap.body);
  }

  function sendDrawing(request: FastifyRequest, reply: FastifyReply, path: string, draw: Draw | undefined) {
    if (!draw) return sendFileNotFound(reply);
    return replyFromCache(cache, request, reply, {
      key: path,
      prepare: () => ({
        inputs: path,
        build: () => ({
          status: 200,
          headers: { ...drawingHeaders, 'content-type': 'image/svg+xml', vary: 'Accept-Encoding' },
          text: draw(),
        }),
      }),
    });
  }
};

const drawingHeaders = {
  // A drawing changes only with a new version of the shop, and visitors may see the old one for a month.
  'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
  'content-security-policy': "default-src 'none'",
};

// Cards show prices, which may change at any time and are not part of the address.
const cardHeaders = { ...drawingHeaders, 'cache-control': 'public, max-age=600' };
