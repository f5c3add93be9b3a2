import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withDayTexts } from '../messages/collection-texts.server.ts';
import { listCollectionDays } from '../shop/checkout/place/list-collection-days.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { defaultLocale, localeIds } from '../shop/locale.ts';
import { problemAnswer } from './problem.ts';
import { type ProductsOptions, sendJson } from './products.ts';

const collectionDays = z
  .object({
    until: z.iso.datetime(),
    days: z.array(z.iso.date()),
    texts: z.array(z.string()),
    branches: z.record(z.string(), z.record(z.string(), z.int().nonnegative())),
  })
  .meta({ id: 'CollectionDays' });

type Options = ProductsOptions & { shop: Pick<ShopContext, 'shopConfig' | 'now'> };

export const collectionDaysRoute: FastifyPluginAsyncZod<Options> = async (app, { cache, catalogue, shop }) => {
  app.get(
    '/v1/collection-days',
    {
      config: { queue: 'catalogue' },
      schema: {
        operationId: 'readCollectionDays',
        tags: ['Tires'],
        summary:
          'When tires can be collected at each branch if they are ordered now. `branches[B][S]` is the index in `days` and `texts` of the day for branch B and tires from S. S is a branch, or `supplier` with the `leadDays` and `cutOff` of the entry in `stock`: `supplier 2`, `supplier 2 11:00`. The days apply to orders placed before `until`',
        querystring: z.strictObject({ locale: z.enum(localeIds).default(defaultLocale) }),
        response: { 200: collectionDays, 400: problemAnswer('`invalid-parameter`: which parameter is wrong') },
      },
    },
    (request, reply) => {
      const { locale } = request.query;
      const read = () => {
        const now = shop.now();
        return withDayTexts(listCollectionDays(catalogue.current(), shop.shopConfig, now), locale, now);
      };
      return sendJson(cache, request, reply, { key: `collection-days:${locale}`, read });
    },
  );
};
