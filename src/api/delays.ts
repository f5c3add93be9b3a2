import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answerDelay } from '../shop/checkout/delays/answer-delay.server.ts';
import { delayAnswer, replacements } from '../shop/checkout/delays/delay-answer.ts';
import { replacementsOf } from '../shop/checkout/delays/replacements.server.ts';
import { toEuros } from '../shop/money.ts';
import { isOpenDelay, latestDelay } from '../shop/order/delays.server.ts';
import { readAnswer } from '../shop/order/order-answer.server.ts';
import { orderAnswer } from '../shop/order/order-view.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import { noStore, notFound, type OrdersOptions, orderAccess, orderProblems } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const answersPerMinute = 20;
const readsPerMinute = 60;
const bodyLimit = 1024;

export const delays: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop }) => {
  app.addHook('onRequest', noStore);

  app.get(
    '/v1/orders/:number/replacements',
    {
      config: { queue: 'orders', rateLimit: limitPerMinute(readsPerMinute) },
      schema: {
        operationId: 'listReplacements',
        tags: ['Orders'],
        summary: 'Tires that may replace those that come later than promised. `lines` is empty if no tires are late',
        ...orderAccess,
        response: {
          200: replacements,
          ...orderProblems,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const delay = await latestDelay(shop.db, order.id);
      const lines = delay && isOpenDelay(delay, order) ? await replacementsOf(shop.db, shop, order) : [];
      const linesInEuros = lines.map(({ tireId: id, offers, ...line }) => {
        const offersInEuros = offers.map(({ priceCents, ...offer }) => ({ ...offer, price: toEuros(priceCents) }));
        return { id, ...line, offers: offersInEuros };
      });
      return reply.send({ lines: linesInEuros });
    },
  );

  app.post(
    '/v1/orders/:number/delay-answer',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(answersPerMinute) },
      schema: {
        operationId: 'answerDelay',
        tags: ['Orders'],
        summary:
          'Wait for tires that come later than promised, take other tires, or cancel the order with a full refund',
        ...orderAccess,
        body: delayAnswer,
        response: {
          200: orderAnswer,
          400: problemAnswer('`validation`: what is wrong with which field; `malformed-json`'),
          409: problemAnswer(
            '`answered`: the delay was already answered with `answer`; `changed`: the new promised day has changed, or a tire is not offered any more; `too-late`: no tires are late any more',
          ),
          ...orderProblems,
        },
      },
    },
    async (request, reply) => {
      const order = await findOrderByToken(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const result = await answerDelay(shop, order.id, request.body, 'buyer');
      if (!result.ok) {
        const { ok: _, reason, ...members } = result;
        return problem(reply, { status: 409, code: reason, ...members });
      }
      return reply.send(await readAnswer(shop, order.id));
    },
  );
};
