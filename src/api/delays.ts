import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerDelay } from '../shop/checkout/delays/answer-delay.server.ts';
import { orderAnswer } from '../shop/order/order-view.ts';
import { answerOf, openOrder, readOrder } from '../shop/order/orders.server.ts';
import { limitPerMinute } from './limits.ts';
import { notFound, type OrdersOptions, orderNumber, orderToken, tooManyRequests } from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const answersPerMinute = 20;
const bodyLimit = 1024;

/** `expectedOn`: the day that the buyer saw; null: none is known. */
const delayAnswer = z
  .discriminatedUnion('answer', [
    z.object({ answer: z.literal('wait'), expectedOn: z.iso.date({ error: 'invalid' }).nullable() }),
    z.object({ answer: z.literal('cancel') }),
  ])
  .meta({ id: 'DelayAnswer' });

/** The route by which a buyer answers that the tires come later than promised. Reading the order changes nothing. */
export const delays: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop, rateLimit }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    '/v1/orders/:number/delay-answer',
    {
      bodyLimit,
      config: { queue: 'orders', rateLimit: limitPerMinute(answersPerMinute, { isOn: rateLimit > 0 }) },
      schema: {
        operationId: 'answerDelay',
        tags: ['Orders'],
        security: [{ orderToken: [] }],
        summary: 'Wait for tires that come later than promised, or cancel the order with a full refund',
        params: orderNumber,
        headers: orderToken,
        body: delayAnswer,
        response: {
          200: orderAnswer,
          400: problemAnswer('`validation`: what is wrong with which field'),
          404: problemAnswer('`not-found`: no such order, or not its token'),
          409: problemAnswer(
            '`answered` with the answer; `changed`: the new day is another one by now; `too-late`: nothing is late any more',
          ),
          ...tooManyRequests,
        },
      },
    },
    async (request, reply) => {
      const order = await openOrder(shop.db, request.params.number, request.headers['order-token']);
      if (!order) return problem(reply, notFound);
      const result = await answerDelay(shop, order.id, request.body, 'buyer');
      if (!result.ok) {
        const { ok: _, reason, ...members } = result;
        return problem(reply, { status: 409, code: reason, ...members });
      }
      return reply.send(answerOf(await readOrder(shop.db, order.id), shop.shopConfig));
    },
  );
};
