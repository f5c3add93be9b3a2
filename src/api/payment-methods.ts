import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { translatorOf } from '../messages/translator.server.ts';
import { written } from '../shop/catalog/product-query.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import { defaultLocale, localeIds } from '../shop/locale.ts';
import { paymentMethod } from '../shop/payment/payment.ts';
import { offlineProviders } from '../shop/payment/providers.ts';
import { problemAnswer } from './problem.ts';

const query = z.strictObject({
  locale: z.enum(localeIds).default(defaultLocale),
  /** Euros to be paid. */
  amount: written(z.number().nonnegative().max(1_000_000)).optional(),
});

/** `GET /v1/payment/methods`: the ways to pay, in words of the language asked for. */
export const paymentMethods: FastifyPluginAsyncZod<{ till: Till }> = async (app, { till }) => {
  app.get(
    '/v1/payment/methods',
    {
      config: { queue: 'orders' },
      schema: {
        summary: 'Ways to pay',
        querystring: query,
        response: { 200: z.array(paymentMethod), 400: problemAnswer('`invalid-parameter`') },
      },
    },
    async (request, reply) => {
      const t = translatorOf(request.query.locale, 'payment');
      reply.header('cache-control', 'public, max-age=60');
      const { methods, degraded } = await till.methods();
      // What is missing now may be back in a moment.
      if (degraded) reply.header('cache-control', 'no-store');
      return [
        ...methods.map(({ id, group, label, logo, word = group }) => ({
          id,
          label: label ?? t(`${word}.label`),
          kind: 'redirect' as const,
          group,
          logo,
          description: t(`${word}.description`),
        })),
        ...offlineProviders.map(({ id, group }) => ({
          id,
          label: t(`${id}.label`),
          kind: 'offline' as const,
          group,
          logo: null,
          description: t(`${id}.description`),
        })),
      ];
    },
  );
};
