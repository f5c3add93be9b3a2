import type { FastifyPluginAsync } from 'fastify';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import { sendFileNotFound } from '../../http/error-pages.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { tireOnSale } from '../../shop/catalog/catalogue.ts';
import { isCompleteLabel, officialFilePath } from '../../shop/catalog/tire/label.ts';

type Options = { cache: ResponseCache; catalogue: CatalogueStore };

/** Serves the official label of a tire. If there is none, or with `?drawn`, serves a drawing. 404: a value of the label is missing. */
export const tireLabels: FastifyPluginAsync<Options> = async (app, { cache, catalogue }) => {
  app.get<{ Params: { file: string } }>('/labels/:file', { config: { queue: 'catalogue' } }, (request, reply) => {
    const { file } = request.params;
    const tire = file.endsWith('.svg') ? tireOnSale(catalogue.current(), file.slice(0, -4)) : undefined;
    const label = tire?.label;
    if (!tire || !label || !isCompleteLabel(label)) return sendFileNotFound(reply);
    const official = label.official?.label;
    if (official !== undefined && new URL(request.url, 'http://shop').search !== '?drawn')
      return reply.header('cache-control', 'public, max-age=3600').redirect(officialFilePath(official));
    return replyFromCache(cache, request, reply, {
      key: `/labels/${file}`,
      prepare: () => ({
        inputs: JSON.stringify(tire),
        build: async () => {
          // Imported at the first label, because fontkit is large.
          const { drawLabel } = await import('./draw-label.server.ts');
          return { status: 200, headers, text: drawLabel(tire, label) };
        },
      }),
    });
  });
};

const headers = {
  'content-type': 'image/svg+xml',
  // A value that a price list corrects is visible within an hour.
  'cache-control': 'public, max-age=3600',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'",
};
