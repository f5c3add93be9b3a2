import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CacheLookup, ResponseCache } from '../http/cache/response-cache.ts';
import { replyFromCache } from '../http/cache/send.ts';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { productsById, tireOnSale } from '../shop/catalog/catalogue.ts';
import { manufacturer, productList, productQuery } from '../shop/catalog/list/product-query.ts';
import { findRelated, relatedQuery, relatedTires } from '../shop/catalog/related/related.ts';
import { searchTires } from '../shop/catalog/search/search-tires.ts';
import { idPattern } from '../shop/catalog/tire/tire.ts';
import { problem, problemAnswer } from './problem.ts';

export type ProductsOptions = { cache: ResponseCache; catalogue: CatalogueStore };

const tireId = z.string().regex(idPattern);
const filterParameters = productQuery.keyof().options;
const query = productQuery.extend({ id: z.union([tireId, z.array(tireId).max(50)]).optional() });

export const products: FastifyPluginAsyncZod<ProductsOptions> = async (app, { cache, catalogue }) => {
  app.get(
    '/v1/products',
    {
      config: { queue: 'catalogue' },
      schema: {
        operationId: 'listProducts',
        tags: ['Tires'],
        summary: 'Tires on sale, filtered, sorted and paged; or the tires with the given ids, at most 50',
        querystring: query,
        response: { 200: productList, 400: problemAnswer('`invalid-parameter`: which parameter is wrong') },
      },
    },
    (request, reply) => {
      const { id, ...filter } = request.query;
      const ids = id === undefined ? null : [id].flat();
      if (ids) {
        // Lists with unknown ids are not cached, so that they cannot fill the cache.
        const areOnSale = ids.every((id) => tireOnSale(catalogue.current(), id));
        const key = areOnSale ? `ids:${ids}` : null;
        return sendJson(cache, request, reply, { key, read: () => productsById(catalogue.current(), ids) });
      }
      const key = `list:${filterParameters.map((name) => filter[name])}`;
      return sendJson(cache, request, reply, { key, read: () => searchTires(catalogue.current(), filter) });
    },
  );

  app.get(
    '/v1/manufacturer',
    {
      config: { queue: 'catalogue' },
      schema: {
        operationId: 'listManufacturers',
        tags: ['Tires'],
        summary: 'Manufacturers with the number of their tires',
        response: { 200: z.array(manufacturer) },
      },
    },
    (request, reply) =>
      sendJson(cache, request, reply, { key: 'manufacturers', read: () => catalogue.current().manufacturers }),
  );

  app.get(
    '/v1/related',
    {
      config: { queue: 'catalogue' },
      schema: {
        operationId: 'listRelatedTires',
        tags: ['Tires'],
        summary:
          'Other sizes of a tire’s model, sizes for the other axle of the same car, and tires that can replace it: cheaper, with better wet grip, quieter, or sooner at a branch',
        querystring: relatedQuery,
        response: {
          200: relatedTires,
          400: problemAnswer('`invalid-parameter`: which parameter is wrong'),
          404: problemAnswer('`not-found`: no tire of this id is on sale'),
        },
      },
    },
    (request, reply) => {
      const tire = tireOnSale(catalogue.current(), request.query.id);
      if (!tire) return void problem(reply, { status: 404, code: 'not-found' });
      const key = `related:${tire.id}`;
      return sendJson(cache, request, reply, { key, read: () => findRelated(catalogue.current(), tire) });
    },
  );
};

const headers = {
  'content-type': 'application/json; charset=utf-8',
  // Browsers revalidate with the ETag. React Query decides when: data are fresh for 5 s (specification, section 9).
  'cache-control': 'public, no-cache',
  vary: 'Accept-Encoding',
};

/** Sends a JSON response from the cache, which rebuilds the response only if the text of what `read` returns has changed. */
export function sendJson(
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { read, ...lookup }: Pick<CacheLookup, 'key' | 'ownVersion'> & { read: () => unknown },
): Promise<void> {
  return replyFromCache(cache, request, reply, {
    ...lookup,
    prepare: () => {
      const text = JSON.stringify(read());
      return { inputs: text, build: () => ({ status: 200, headers, text }) };
    },
  });
}
