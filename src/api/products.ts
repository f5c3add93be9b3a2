import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { catalogue } from '../shop/catalog/catalogue.server.ts';
import { idPattern, manufacturer, productList, productQuery } from '../shop/catalog/product-query.ts';
import { productsById, searchTires } from '../shop/catalog/search.ts';
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
      const { tires, byId } = catalogue();
      sendFresh(request, reply, id === undefined ? searchTires(tires, wanted) : productsById(byId, [id].flat()));
    },
  );

  app.get(
    '/v1/manufacturer',
    { schema: { summary: 'Makers with the number of their tires', response: { 200: z.array(manufacturer) } } },
    (request, reply) => sendFresh(request, reply, catalogue().manufacturers),
  );
};

/** Sends JSON that browsers and CDNs may keep for a moment; 304 when the client has it already. */
function sendFresh(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
  const json = JSON.stringify(body);
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`;
  reply.header('cache-control', 'public, max-age=5, stale-while-revalidate=30').header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) reply.code(304).send();
  else reply.type('application/json; charset=utf-8').serializer(String).send(json);
}
