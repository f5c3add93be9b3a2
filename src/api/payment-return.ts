import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { syncPayment } from '../shop/checkout/sync-payment.server.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import { databaseUnavailable } from '../shop/database-unavailable.server.ts';
import type { Locale } from '../shop/locale.ts';
import { limitPerMinute } from './order-request.ts';
import { problem } from './problem.ts';

const budgetMs = 2000;
/** Each asks a provider, which answers nobody who asks too often. */
const perMinute = 60;

export type ReturnOptions = {
  till: Till;
  /** The success page of an order, in its language. */
  successPage(number: string, locale: Locale): string;
  /** What a person is shown while the database is away. */
  awayPage(): string;
  rateLimit: number;
};

/**
 * `GET /v1/payments/return/{id}`: where a provider sends the browser back to. It only asks for the truth; whatever else
 * the address says counts for nothing.
 */
export const paymentReturn: FastifyPluginAsyncZod<ReturnOptions> = async (
  app,
  { till, successPage, awayPage, rateLimit },
) => {
  app.get(
    '/v1/payments/return/:id',
    {
      config: { queue: 'payments', rateLimit: limitPerMinute(rateLimit, perMinute) },
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
        ? await till.db
            .selectFrom('payments')
            .innerJoin('orders', 'orders.id', 'payments.order_id')
            .select(['orders.number', 'orders.locale'])
            .where('payments.id', '=', id.data)
            .executeTakeFirst()
        : undefined;
      if (!id.success || !order) return problem(reply, { status: 404, code: 'not-found' });
      // What goes wrong here is asked again by the clock; the buyer is not kept waiting for it.
      await syncPayment(till, id.data, budgetMs).catch((error: unknown) => request.log.error({ err: error }));
      return reply.redirect(successPage(order.number, order.locale), 303);
    },
  );
};
