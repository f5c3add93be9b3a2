import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  acknowledgement,
  acknowledgementOfOrder,
  declaration,
  declarationOfOrder,
} from '../shop/checkout/withdraw/withdrawal.ts';
import {
  findOrderByNumberAndEmail,
  storeWithdrawal,
  withdrawFromOrder,
} from '../shop/checkout/withdraw/withdrawals.server.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import { noStore, notFound, type OrdersOptions, orderAccess, orderProblems, tooManyRequests } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const declarationsPerMinute = 10;
const orderDeclarationsPerMinute = 20;
const bodyLimit = 16 * 1024;

/** Routes for declarations of withdrawal, with an order's token and without. Without a token, a declaration is accepted even if its order is not found. */
export const withdrawals: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop }) => {
  app.addHook('onRequest', noStore);

  app.post(
    '/v1/orders/:number/withdrawal',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(orderDeclarationsPerMinute) },
      schema: {
        operationId: 'withdrawFromOrder',
        tags: ['Withdrawals'],
        summary: 'Withdraw from an order, or from a part of it',
        ...orderAccess,
        body: declarationOfOrder,
        response: {
          201: acknowledgementOfOrder,
          400: problemAnswer('`validation`: what is wrong with which field; `malformed-json`'),
          ...orderProblems,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const { number, email } = order;
      const { id, receivedAt, mailed } = await withdrawFromOrder(shop, order.id, { ...request.body, number, email });
      return reply.code(201).send({ id, receivedAt: receivedAt.toISOString(), mailed });
    },
  );

  app.post(
    '/v1/withdrawals',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(declarationsPerMinute) },
      schema: {
        operationId: 'withdraw',
        tags: ['Withdrawals'],
        summary: 'Withdraw from an order by its number',
        body: declaration,
        response: {
          201: acknowledgement,
          400: problemAnswer('`validation`: what is wrong with which field; `malformed-json`'),
          ...tooManyRequests,
        },
      },
    },
    async (request, reply) => {
      const { number, email } = request.body;
      const { id, receivedAt } = await storeWithdrawal(
        shop,
        await findOrderByNumberAndEmail(shop, number, email),
        request.body,
      );
      return reply.code(201).send({ id, receivedAt: receivedAt.toISOString() });
    },
  );
};
