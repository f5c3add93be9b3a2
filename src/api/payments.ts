import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { translatorOf } from '../messages/translator.server.ts';
import { numberFromText } from '../shop/catalog/list/product-query.ts';
import { exchangeReturnCode } from '../shop/checkout/pay/start-payment.server.ts';
import { syncPayment } from '../shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { isDatabaseUnavailable } from '../shop/database-unavailable.server.ts';
import { defaultLocale, type Locale, localeIds } from '../shop/locale.ts';
import { groupOf, isOffline, offlineMethods } from '../shop/payment/payment-methods.ts';
import { paymentMethod } from '../shop/payment/provider.ts';
import { limitPerMinute } from './limits.ts';
import { problem, problemAnswer } from './problem.ts';

const query = z.strictObject({
  locale: z.enum(localeIds).default(defaultLocale),
  amount: numberFromText(z.number().nonnegative().max(1_000_000))
    .optional()
    .describe('A sum in euros. It is accepted, but has no effect'),
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
      const { methods, degraded: areIncomplete } = await shop.methods();
      reply.header('cache-control', areIncomplete ? 'no-store' : 'public, max-age=5');
      const online = methods.map(({ id, group, label, logo, messageKey = group }) => ({
        id,
        label: label ?? t(`${messageKey}.label`),
        kind: 'redirect' as const,
        group,
        logo,
        description: t(`${messageKey}.description`),
      }));
      const offlineIds = Object.keys(offlineMethods).filter(isOffline);
      const offline = offlineIds.map((id) => ({
        id,
        label: t(`${id}.label`),
        kind: 'offline' as const,
        group: groupOf(id),
        logo: null,
        description: t(`${id}.description`),
      }));
      return [...online, ...offline];
    },
  );
};

const syncTimeoutMs = 2_000;
const returnsPerMinute = 60;

export type ReturnOptions = {
  shop: ShopContext;
  /** URL of the order's page. `token` gives access to the order; null: the page uses the token in the browser's local storage, if any. */
  successPage(number: string, locale: Locale, token: string | null): string;
  sendUnavailablePage(reply: FastifyReply): FastifyReply;
};

/** Providers redirect the browser here. The code opens the order also in a browser that does not have the order's token, such as the one inside a bank's app. It expires soon after its first use. */
export const paymentReturn: FastifyPluginAsyncZod<ReturnOptions> = async (
  app,
  { shop, successPage, sendUnavailablePage },
) => {
  app.get(
    '/v1/payments/return/:id/:code?',
    {
      // A HEAD request must not use the code.
      exposeHeadRoute: false,
      config: { queue: 'payments', rateLimit: limitPerMinute(returnsPerMinute) },
      errorHandler: (error, request, reply) => {
        if (!isDatabaseUnavailable(error)) throw error;
        request.log.warn({ err: error }, 'the database is unreachable');
        return sendUnavailablePage(reply);
      },
      schema: { hide: true, params: z.object({ id: z.string(), code: z.string().default('') }) },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const paymentId = z.uuid().safeParse(request.params.id);
      const order = paymentId.success
        ? await shop.db
            .selectFrom('payments')
            .innerJoin('orders', 'orders.id', 'payments.order_id')
            .select(['orders.number', 'orders.locale'])
            .where('payments.id', '=', paymentId.data)
            .executeTakeFirst()
        : undefined;
      if (!paymentId.success || !order) return problem(reply, { status: 404, code: 'not-found' });
      // If this fails, the buyer is redirected anyway, and the scheduled poll tries again.
      await syncPayment(shop, paymentId.data, syncTimeoutMs).catch((error: unknown) =>
        request.log.error({ err: error }),
      );
      const token = await exchangeReturnCode(shop, paymentId.data, request.params.code, order.number);
      return reply.redirect(successPage(order.number, order.locale, token), 303);
    },
  );
};
