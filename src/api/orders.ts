import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientOf } from '../http/client.ts';
import { cancelByBuyer } from '../shop/checkout/desk/cancel-order.server.ts';
import { payAgain } from '../shop/checkout/pay/pay-again.server.ts';
import { orderForm } from '../shop/checkout/place/order-form.ts';
import { isMethodOffered, type OrderRefusal, orderAndPay } from '../shop/checkout/place/place-order.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { OrderLimits } from '../shop/config/shop-config.ts';
import { answerOf, readAnswer } from '../shop/order/order-answer.server.ts';
import { orderAnswer, placedAnswer } from '../shop/order/order-view.ts';
import { findOrderByToken, readOrderDetails } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import { problem, problemAnswer } from './problem.ts';

export type OrdersOptions = {
  shop: ShopContext;
  limits: OrderLimits;
  /** Order attempts per minute and client. 0: neither the requests nor the open orders of a client are limited. */
  rateLimit: number;
};

const readsPerMinute = 120;
export const writesPerMinute = 20;
const bodyLimit = 256 * 1024;

// The buyer's token derives from the key, so the key must be unguessable: random (v4) or time and random (v7).
export const idempotencyKey = z
  .string({ error: 'required' })
  .pipe(z.union([z.uuidv4(), z.uuidv7()], { error: 'invalid' }))
  .transform((key) => key.toLowerCase());

const deviceId = z.string().regex(/^[A-Za-z0-9]{16}$/, { error: 'invalid' });
const placeOrderHeaders = z.object({ 'idempotency-key': idempotencyKey, 'device-id': deviceId.optional() });

export const orderToken = z.object({ 'order-token': z.string().default('') });
export const orderAccess = {
  security: [{ orderToken: [] }],
  params: z.object({ number: z.string() }),
  headers: orderToken,
};
export const notFound = { status: 404, code: 'not-found' } as const;

export const tooManyRequests = { 429: problemAnswer('`too-many-requests`') };

export const orderProblems = {
  ...tooManyRequests,
  404: problemAnswer('`not-found`: no order has this number and token'),
};

const refusalStatuses: Record<OrderRefusal['reason'], { status: number; retryAfter?: number }> = {
  validation: { status: 400 },
  'out-of-stock': { status: 409 },
  'price-changed': { status: 409 },
  'slot-taken': { status: 409 },
  'too-many-appointments': { status: 429, retryAfter: 3600 },
  'in-progress': { status: 409, retryAfter: 1 },
  'key-reused': { status: 422 },
  'too-many-open-orders': { status: 429, retryAfter: 3600 },
  busy: { status: 503, retryAfter: 1 },
};

export async function noStore(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}

export function refuse(reply: FastifyReply, { ok: _, reason, ...members }: OrderRefusal) {
  const { status, retryAfter } = refusalStatuses[reason];
  if (retryAfter) reply.header('retry-after', retryAfter);
  return problem(reply, { status, code: reason, ...members });
}

export const orders: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop, limits, rateLimit }) => {
  app.addHook('onRequest', noStore);

  app.post(
    '/v1/orders',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(rateLimit) },
      schema: {
        operationId: 'placeOrder',
        tags: ['Orders'],
        summary: 'Place an order',
        headers: placeOrderHeaders,
        body: orderForm,
        response: {
          201: placedAnswer,
          400: problemAnswer('`validation` or `invalid-parameter`: what is wrong with which field; `malformed-json`'),
          409: problemAnswer(
            '`out-of-stock` with the available counts, `price-changed` with the new prices, `slot-taken` with the nearest free starts, or `in-progress`',
          ),
          422: problemAnswer('`key-reused`: the key was used for an order with another body'),
          429: problemAnswer('`too-many-requests`, `too-many-open-orders` or `too-many-appointments`'),
          503: problemAnswer(
            '`busy`: another order of the buyer or of the same tires is being placed; `overloaded` or `unavailable`; try again after `Retry-After` seconds',
          ),
        },
      },
    },
    async (request, reply) => {
      const placed = await orderAndPay(shop, limits, request.body, {
        key: request.headers['idempotency-key'],
        deviceId: request.headers['device-id'] ?? null,
        clientAddress: rateLimit > 0 ? clientOf(request.ip) : null,
      });
      return placed.ok ? reply.code(201).send(placed.answer) : refuse(reply, placed);
    },
  );

  app.get(
    '/v1/orders/:number',
    {
      config: { queue: 'orders', rateLimit: limitPerMinute(readsPerMinute) },
      schema: {
        operationId: 'getOrder',
        tags: ['Orders'],
        summary: 'Read an order by its number and token',
        ...orderAccess,
        response: { 200: orderAnswer, ...orderProblems },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      return reply.send(answerOf(await readOrderDetails(shop.db, order), shop.shopConfig));
    },
  );

  const writeRoute = {
    bodyLimit: 16 * 1024,
    config: { queue: 'orders', rateLimit: limitPerMinute(writesPerMinute) },
  } as const;

  app.post(
    '/v1/orders/:number/payments',
    {
      ...writeRoute,
      schema: {
        operationId: 'payOrder',
        tags: ['Orders'],
        summary: 'Pay an unpaid order again, or in another way',
        ...orderAccess,
        headers: orderToken.extend({ 'idempotency-key': idempotencyKey }),
        body: z.object({
          paymentMethod: z.string({ error: 'required' }).max(100, { error: 'unknown' }),
          freesFitting: z
            .boolean()
            .optional()
            .describe('Accept that the appointment is cancelled if it is too early for this method'),
        }),
        response: {
          200: orderAnswer,
          400: problemAnswer(
            '`validation`: the payment method is wrong; `invalid-parameter`: the key; `malformed-json`',
          ),
          422: problemAnswer('`key-reused`: the key was used for an attempt with another payment method'),
          ...orderProblems,
          409: problemAnswer(
            '`too-late`: the order has been paid, handed over or closed; `too-many-attempts` to pay it; `frees-fitting`: the money or the tires may come after the appointment `at`',
          ),
        },
      },
    },
    async (request, reply) => {
      const { 'order-token': token, 'idempotency-key': key } = request.headers;
      const order = await findOrderByToken(shop.db, request.params.number, token);
      if (!order) return problem(reply, notFound);
      const { paymentMethod: method, freesFitting } = request.body;
      if (!(await isMethodOffered(shop, method))) {
        const errors = [{ path: 'paymentMethod', code: 'unknown' }];
        return problem(reply, { status: 400, code: 'validation', errors });
      }
      const result = await payAgain(shop, order.id, method, key, { freesFitting });
      if (!result.ok) {
        const at = result.reason === 'frees-fitting' ? result.at.toISOString() : undefined;
        const status = result.reason === 'key-reused' ? 422 : 409;
        return problem(reply, { status, code: result.reason, ...(at && { at }) });
      }
      return reply.send(await readAnswer(shop, order.id));
    },
  );

  app.post(
    '/v1/orders/:number/cancel',
    {
      ...writeRoute,
      schema: {
        operationId: 'cancelOrder',
        tags: ['Orders'],
        summary: 'Cancel an unpaid order',
        ...orderAccess,
        response: {
          200: orderAnswer,
          ...orderProblems,
          409: problemAnswer(
            '`too-late`: the order has been paid, handed over or closed, or the vehicle is in the bay',
          ),
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const cancelled = await cancelByBuyer(shop, order.id);
      if (!cancelled.ok) return problem(reply, { status: 409, code: cancelled.reason });
      return reply.send(await readAnswer(shop, order.id));
    },
  );
};
