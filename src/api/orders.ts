import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientOf } from '../http/client.ts';
import { orderAndPay } from '../shop/checkout/order-and-pay.server.ts';
import { orderForm } from '../shop/checkout/order-form.ts';
import type { Refusal } from '../shop/checkout/placing.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import { orderAnswer, placedAnswer } from '../shop/order/order-view.ts';
import { findOrder } from '../shop/order/orders.server.ts';
import type { OrderLimits } from '../shop/shop-facts.ts';
import { idempotencyKey, limitPerMinute, orderNumber, orderToken } from './order-request.ts';
import { problem, problemAnswer } from './problem.ts';

export type OrdersOptions = {
  till: Till;
  limits: OrderLimits;
  /** Attempts to order per minute and client address; 0: neither requests nor open orders are limited by address. */
  rateLimit: number;
};

const lookUpsPerMinute = 120;
const bodyLimit = 256 * 1024;

const placingHeaders = z.object({
  'idempotency-key': idempotencyKey,
  'device-id': z
    .string()
    .regex(/^[A-Za-z0-9]{16}$/, { error: 'invalid' })
    .optional(),
});

/** How each refusal is answered; its reason is the problem's code. `retryAfter` in seconds. */
const refusals: Record<Refusal['reason'], { status: number; retryAfter?: number }> = {
  validation: { status: 400 },
  'out-of-stock': { status: 409 },
  'price-changed': { status: 409 },
  'in-progress': { status: 409, retryAfter: 1 },
  'key-reused': { status: 422 },
  'too-many-open-orders': { status: 429, retryAfter: 3600 },
  busy: { status: 503, retryAfter: 1 },
};

function refuse(reply: FastifyReply, { ok: _, reason, ...members }: Refusal) {
  const { status, retryAfter } = refusals[reason];
  if (retryAfter) reply.header('retry-after', retryAfter);
  return problem(reply, { status, code: reason, ...members });
}

/** `POST /v1/orders` and `GET /v1/orders/{number}`. */
export const orders: FastifyPluginAsyncZod<OrdersOptions> = async (app, { till, limits, rateLimit }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    '/v1/orders',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(rateLimit, rateLimit) },
      schema: {
        summary: 'Place an order',
        headers: placingHeaders,
        body: orderForm,
        response: {
          201: placedAnswer,
          400: problemAnswer('`validation`, `invalid-parameter` or `malformed-json`: what is wrong with which field'),
          409: problemAnswer('`out-of-stock` with what is left, `price-changed` with the new prices, or `in-progress`'),
          422: problemAnswer('`key-reused`: another order stands under this key'),
          429: problemAnswer('`too-many-requests` or `too-many-open-orders`'),
        },
      },
    },
    async (request, reply) => {
      const placing = await orderAndPay(till, limits, request.body, {
        key: request.headers['idempotency-key'],
        deviceId: request.headers['device-id'] ?? null,
        clientAddress: clientOf(request.ip),
        limitByAddress: rateLimit > 0,
      });
      return placing.ok ? reply.code(201).send(placing.answer) : refuse(reply, placing);
    },
  );

  app.get(
    '/v1/orders/:number',
    {
      config: { queue: 'orders', rateLimit: limitPerMinute(rateLimit, lookUpsPerMinute) },
      schema: {
        summary: 'The order of a number, for who holds its token',
        params: orderNumber,
        headers: orderToken,
        response: { 200: orderAnswer, 404: problemAnswer('`not-found`: no such order, or not its token') },
      },
    },
    async (request, reply) => {
      const token = request.headers['order-token'];
      const answer = await findOrder(till.db, till.facts, request.params.number, token);
      return answer ? reply.send(answer) : problem(reply, { status: 404, code: 'not-found' });
    },
  );
};
