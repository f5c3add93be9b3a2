import type { FastifyPluginAsync } from 'fastify';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { replyFromCache } from '../../http/cache/send.ts';
import { type CatalogueStore, tireOnSale } from '../../shop/catalog/catalogue.server.ts';
import { isWhole } from '../../shop/catalog/tire/label.ts';

type Options = { cache: ResponseCache; catalogue: CatalogueStore };

/** The EU labels of the catalogue's tires, at the paths that `labelPath` makes. None where a value is not known. */
export const tireLabels: FastifyPluginAsync<Options> = async (app, { cache, catalogue }) => {
  app.get<{ Params: { file: string } }>('/labels/:file', { config: { queue: 'catalogue' } }, (request, reply) => {
    const { file } = request.params;
    const tire = file.endsWith('.svg') ? tireOnSale(catalogue.current(), file.slice(0, -4)) : undefined;
    const label = tire?.label;
    if (!tire || !label || !isWhole(label)) {
      return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found');
    }
    return replyFromCache(cache, request, reply, {
      key: `/labels/${file}`,
      prepare: () => ({
        basis: JSON.stringify(tire),
        build: async () => {
          // fontkit is large, so it is loaded with the first label.
          const { drawLabel } = await import('./draw-label.server.ts');
          return { status: 200, headers, text: drawLabel(tire, label) };
        },
      }),
    });
  });
};

const headers = {
  'content-type': 'image/svg+xml',
  // A value that a price list corrects is seen within the hour.
  'cache-control': 'public, max-age=3600',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'",
};
