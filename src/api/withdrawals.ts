import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { orderMeant, withdraw } from '../shop/checkout/withdraw.server.ts';
import { acknowledgement, declaration } from '../shop/checkout/withdrawal-form.ts';
import { limitPerMinute } from './order-request.ts';
import type { OrdersOptions } from './orders.ts';
import { problemAnswer } from './problem.ts';

const perMinute = 10;
const bodyLimit = 16 * 1024;

/** `POST /v1/withdrawals`: a declaration of withdrawal without the order's token. Never refused for an unknown order. */
export const withdrawals: FastifyPluginAsyncZod<OrdersOptions> = async (app, { till, rateLimit }) => {
  app.post(
    '/v1/withdrawals',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(rateLimit, perMinute) },
      schema: {
        summary: 'Withdraw from an order by its number',
        body: declaration,
        response: {
          201: acknowledgement,
          400: problemAnswer('`validation`: what is wrong with which field'),
          429: problemAnswer('`too-many-requests`'),
        },
      },
    },
    async (request, reply) => {
      const { number, email } = request.body;
      const { id, receivedAt } = await withdraw(till, await orderMeant(till, number, email), request.body);
      return reply.header('cache-control', 'no-store').code(201).send({ id, receivedAt: receivedAt.toISOString() });
    },
  );
};
