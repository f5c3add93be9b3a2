import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { translatorOf } from '../messages/translator.server.ts';
import { written } from '../shop/catalog/list/product-query.ts';
import { syncPayment } from '../shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { databaseUnavailable } from '../shop/database-unavailable.server.ts';
import { defaultLocale, type Locale, localeIds } from '../shop/locale.ts';
import { paymentMethod } from '../shop/payment/provider.ts';
import { offlineProviders } from '../shop/payment/providers.ts';
import { limitPerMinute } from './limits.ts';
import { problem, problemAnswer } from './problem.ts';

const query = z.strictObject({
  locale: z.enum(localeIds).default(defaultLocale),
  amount: written(z.number().nonnegative().max(1_000_000)).optional(),
});

export const paymentMethods: FastifyPluginAsyncZod<{ shop: ShopContext }> = async (app, { shop }) => {
  app.get(
    '/v1/payment/methods',
    {
      config: { queue: 'orders' },
      schema: {
        operationId: 'listPaymentMethods',
        tags: ['Orders'],
        summary: 'Ways to pay',
        querystring: query,
        response: { 200: z.array(paymentMethod), 400: problemAnswer('`invalid-parameter`') },
      },
    },
    async (request, reply) => {
      const t = translatorOf(request.query.locale, 'payment');
      reply.header('cache-control', 'public, max-age=60');
      const { methods, degraded } = await shop.methods();
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

const syncTimeoutMs = 2000;
const returnsPerMinute = 60;

export type ReturnOptions = {
  shop: ShopContext;
  successPage(number: string, locale: Locale): string;
  /** The page for visitors while the database is unreachable. */
  awayPage(): string;
  rateLimit: number;
};

/** `GET /v1/payments/return/{id}`: where providers send the browser back to. It trusts nothing in the address. */
export const paymentReturn: FastifyPluginAsyncZod<ReturnOptions> = async (
  app,
  { shop, successPage, awayPage, rateLimit },
) => {
  app.get(
    '/v1/payments/return/:id',
    {
      config: { queue: 'payments', rateLimit: limitPerMinute(rateLimit, returnsPerMinute) },
      errorHandler: (error, request, reply) => {
        if (!databaseUnavailable(error)) throw error;
        request.log.warn({ err: error }, 'the database is out of reach');
        return reply.code(503).header('retry-after', 5).type('text/html; charset=utf-8').send(awayPage());
      },
      schema: { hide: true, params: z.object({ id: z.string() }) },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const id = z.uuid().safeParse(request.params.id);
      const order = id.success
        ? await shop.db
            .selectFrom('payments')
            .innerJoin('orders', 'orders.id', 'payments.order_id')
            .select(['orders.number', 'orders.locale'])
            .where('payments.id', '=', id.data)
            .executeTakeFirst()
        : undefined;
      if (!id.success || !order) return problem(reply, { status: 404, code: 'not-found' });
      // The poll tries again after a failure; the buyer does not wait for it.
      await syncPayment(shop, id.data, syncTimeoutMs).catch((error: unknown) => request.log.error({ err: error }));
      return reply.redirect(successPage(order.number, order.locale), 303);
    },
  );
};
