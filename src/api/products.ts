import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalogue } from '../shop/catalog/catalogue.server.ts';
import { filterFields } from '../shop/catalog/filter.ts';
import { idPattern, manufacturer, productList, productQuery } from '../shop/catalog/product-query.ts';
import { productsById, searchTires } from '../shop/catalog/search.ts';
import { keptAnswer, sendKept } from './kept-answers.ts';
import { problemAnswer } from './problem.ts';

const id = z.string().regex(idPattern);
const query = productQuery.extend({ id: z.union([id, z.array(id).max(50)]).optional() });

/** `GET /v1/products` and `GET /v1/manufacturer`: what can be bought, from memory. */
export const products: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/v1/products',
    {
      schema: {
        summary: 'Tires that can be bought, filtered, sorted and paged; or those of up to 50 ids',
        querystring: query,
        response: { 200: productList, 400: problemAnswer('`invalid-parameter`: which parameter is wrong') },
      },
    },
    (request, reply) => {
      const { id, ...wanted } = request.query;
      const ids = id === undefined ? null : [id].flat();
      const parts = ids ?? [...filterFields, 'sort', 'limit', 'offset'].map((name) => wanted[name as 'sort']);
      const key = `${ids ? 'ids' : 'list'}:${parts.join()}`;
      const answer = keptAnswer(key, () => {
        const { tires, byId } = catalogue();
        return ids ? productsById(byId, ids) : searchTires(tires, wanted);
      });
      sendKept(request, reply, answer);
    },
  );

  app.get(
    '/v1/manufacturer',
    { schema: { summary: 'Makers with the number of their tires', response: { 200: z.array(manufacturer) } } },
    (request, reply) =>
      sendKept(
        request,
        reply,
        keptAnswer('manufacturers', () => catalogue().manufacturers),
      ),
  );
};
