import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { catalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { findRelated } from '../shop/catalog/related.ts';
import { relatedQuery, relatedTires } from '../shop/catalog/related-query.ts';

import { problem, problemAnswer } from './problem.ts';
import { type BrowsingOptions, sendList } from './send-list.ts';

/** `GET /v1/related`: what else somebody who looks at a tire may want, from memory. */
export const related: FastifyPluginAsyncZod<BrowsingOptions> = async (app, { cache }) => {
  app.get(
    '/v1/related',
    {
      config: { queue: 'catalogue' },
      schema: {
        summary: 'Other sizes of a tire’s model, and tires that can replace it and are cheaper or quieter',
        querystring: relatedQuery,
        response: {
          200: relatedTires,
          400: problemAnswer('`invalid-parameter`: which parameter is wrong'),
          404: problemAnswer('`not-found`: no tire of this id is on sale'),
        },
      },
    },
    (request, reply) => {
      const tire = tireOnSale(request.query.id);
      if (!tire) return void problem(reply, { status: 404, code: 'not-found' });
      return sendList(cache, request, reply, `related:${tire.id}`, () => findRelated(catalogue(), tire));
    },
  );
};
