import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cancelByBuyer } from '../shop/checkout/cancel-order.server.ts';
import { isOffered } from '../shop/checkout/order-and-pay.server.ts';
import { payAgain } from '../shop/checkout/pay-again.server.ts';
import { withdrawFrom } from '../shop/checkout/withdraw.server.ts';
import { acknowledgement, declarationOfOrder } from '../shop/checkout/withdrawal-form.ts';
import { orderAnswer } from '../shop/order/order-view.ts';
import { answerOf, openOrder, readOrder } from '../shop/order/orders.server.ts';
import { idempotencyKey, limitPerMinute, orderNumber, orderToken } from './order-request.ts';
import type { OrdersOptions } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const actsPerMinute = 20;
const bodyLimit = 16 * 1024;

const notFound = { status: 404, code: 'not-found' } as const;
const common = {
  404: problemAnswer('`not-found`: no such order, or not its token'),
  409: problemAnswer('`too-late`: the order has been paid, handed over or closed; `too-many-attempts` to pay it'),
};

/** What a buyer does with an order: pay it again or otherwise, cancel it, withdraw from it. */
export const orderActs: FastifyPluginAsyncZod<OrdersOptions> = async (app, { till, rateLimit }) => {
  const config = { queue: 'orders' as const, rateLimit: limitPerMinute(rateLimit, actsPerMinute) };
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    '/v1/orders/:number/payments',
    {
      bodyLimit,
      config,
      schema: {
        summary: 'Pay an unpaid order again, or in another way',
        params: orderNumber,
        headers: orderToken.extend({ 'idempotency-key': idempotencyKey }),
        body: z.object({ paymentMethod: z.string({ error: 'required' }).max(100, { error: 'unknown' }) }),
        response: {
          200: orderAnswer,
          422: problemAnswer('`key-reused`: an attempt in another way stands under this key'),
          ...common,
        },
      },
    },
    async (request, reply) => {
      const { number } = request.params;
      const { 'order-token': token, 'idempotency-key': key } = request.headers;
      const order = await openOrder(till.db, number, token);
      if (!order) return problem(reply, notFound);
      const method = request.body.paymentMethod;
      if (!(await isOffered(till, method))) {
        const errors = [{ path: 'paymentMethod', code: 'unknown' }];
        return problem(reply, { status: 400, code: 'validation', errors });
      }
      const paying = await payAgain(till, order.id, method, key);
      if (!paying.ok)
        return problem(reply, { status: paying.reason === 'key-reused' ? 422 : 409, code: paying.reason });
      return reply.send(answerOf(await readOrder(till.db, order.id), till.facts));
    },
  );

  app.post(
    '/v1/orders/:number/cancel',
    {
      bodyLimit,
      config,
      schema: {
        summary: 'Cancel an unpaid order',
        params: orderNumber,
        headers: orderToken,
        response: { 200: orderAnswer, ...common },
      },
    },
    async (request, reply) => {
      const { number } = request.params;
      const token = request.headers['order-token'];
      const order = await openOrder(till.db, number, token);
      if (!order) return problem(reply, notFound);
      const cancelling = await cancelByBuyer(till, order.id);
      if (!cancelling.ok) return problem(reply, { status: 409, code: cancelling.reason });
      return reply.send(answerOf(await readOrder(till.db, order.id), till.facts));
    },
  );

  app.post(
    '/v1/orders/:number/withdrawal',
    {
      bodyLimit,
      config,
      schema: {
        summary: 'Withdraw from an order, or from a part of it',
        params: orderNumber,
        headers: orderToken,
        body: declarationOfOrder,
        response: { 201: acknowledgement, 404: common[404] },
      },
    },
    async (request, reply) => {
      const order = await openOrder(till.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const { number, email } = order;
      const { id, receivedAt } = await withdrawFrom(till, order.id, { ...request.body, number, email });
      return reply.code(201).send({ id, receivedAt: receivedAt.toISOString() });
    },
  );
};
