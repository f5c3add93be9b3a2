import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { idPattern } from '../shop/catalog/product-id.ts';
import { manufacturer, productList, productQuery } from '../shop/catalog/product-query.ts';
import { productsById, searchTires } from '../shop/catalog/search/search-tires.ts';
import { problemAnswer } from './problem.ts';
import { type BrowsingOptions, sendList } from './send-list.ts';

const id = z.string().regex(idPattern);
const parameters = productQuery.keyof().options;
const query = productQuery.extend({ id: z.union([id, z.array(id).max(50)]).optional() });

/** `GET /v1/products` and `GET /v1/manufacturer`: what can be bought, from memory. */
export const products: FastifyPluginAsyncZod<BrowsingOptions> = async (app, { cache }) => {
  app.get(
    '/v1/products',
    {
      config: { queue: 'catalogue' },
      schema: {
        summary: 'Tires that can be bought, filtered, sorted and paged; or those of up to 50 ids',
        querystring: query,
        response: { 200: productList, 400: problemAnswer('`invalid-parameter`: which parameter is wrong') },
      },
    },
    (request, reply) => {
      const { id, ...wanted } = request.query;
      const ids = id === undefined ? null : [id].flat();
      if (ids) {
        // Inventions are not kept, so that they fill no memory.
        const key = ids.every(tireOnSale) ? `ids:${ids}` : null;
        return sendList(cache, request, reply, key, () => productsById(tireOnSale, ids));
      }
      const key = `list:${parameters.map((name) => wanted[name])}`;
      return sendList(cache, request, reply, key, () => searchTires(catalogue(), wanted));
    },
  );

  app.get(
    '/v1/manufacturer',
    {
      config: { queue: 'catalogue' },
      schema: { summary: 'Makers with the number of their tires', response: { 200: z.array(manufacturer) } },
    },
    (request, reply) => sendList(cache, request, reply, 'manufacturers', () => catalogue().manufacturers),
  );
};
