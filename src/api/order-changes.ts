import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { changeForm } from '../shop/checkout/change/change-form.ts';
import { changeOrder, previewChange } from '../shop/checkout/change/change-order.server.ts';
import { type ChangeRefusal, type ChangeSummary, changeInEuros } from '../shop/checkout/change/change-result.ts';
import { readAnswer } from '../shop/order/order-answer.server.ts';
import { nextStep, orderView } from '../shop/order/order-view.ts';
import { findOrderByToken } from '../shop/order/read-order.server.ts';
import { limitPerMinute } from './limits.ts';
import {
  idempotencyKey,
  noStore,
  notFound,
  type OrdersOptions,
  orderAccess,
  orderProblems,
  orderToken,
  writesPerMinute,
} from './orders.ts';
import { problem, problemAnswer } from './problem.ts';

const changedText = z.object({ before: z.string(), after: z.string() }).nullable();

/** A change of an order, in euros. `price`: of one tire; `fields`: the names of the changed fields with data of the buyer; `refund`: to be paid back; `missing`: the balance due if the buyer has paid a part, otherwise 0; `freesFitting`: the start of the appointment that the change cancels; `fittingPrice`: the old and new price of an appointment that stays, each null if it is agreed at the branch. */
const orderChange = z
  .object({
    tires: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        size: z.string(),
        before: z.int(),
        after: z.int(),
        price: z.number(),
      }),
    ),
    branch: changedText,
    fulfilment: changedText,
    fields: z.array(z.string()),
    total: z.object({ before: z.number(), after: z.number() }),
    refund: z.number(),
    missing: z.number(),
    promisedOn: z.object({ before: z.iso.date(), after: z.iso.date() }),
    freesFitting: z.iso.datetime().nullable(),
    fittingPrice: z.object({ before: z.number().nullable(), after: z.number().nullable() }).nullable(),
  })
  .meta({ id: 'OrderChange' });

/** `order`: its current state. `change`: null if an earlier request with the same key has made the change. */
const changeAnswer = z.object({
  order: orderView,
  next: nextStep,
  change: orderChange.nullable(),
  /** In a dry run, the id of the newest event, otherwise null. A change that sends the id is refused if the order has changed since. */
  seen: z.int().nullable(),
});

const refusalStatuses: Partial<Record<ChangeRefusal['reason'], number>> = {
  validation: 400,
  unchanged: 400,
  'last-tires': 400,
  'key-reused': 422,
};

function refuse(reply: FastifyReply, { ok: _, reason, ...members }: ChangeRefusal) {
  return problem(reply, { status: refusalStatuses[reason] ?? 409, code: reason, ...members });
}

export const orderChanges: FastifyPluginAsyncZod<OrdersOptions> = async (app, { shop, limits }) => {
  app.addHook('onRequest', noStore);

  app.post(
    '/v1/orders/:number/changes',
    {
      bodyLimit: 16 * 1024,
      config: { queue: 'orders', rateLimit: limitPerMinute(writesPerMinute) },
      schema: {
        operationId: 'changeOrder',
        tags: ['Orders'],
        summary:
          'Change an order before its tires are ordered from a supplier or sent, or return what a change would do',
        ...orderAccess,
        headers: orderToken.extend({ 'idempotency-key': idempotencyKey }),
        body: changeForm,
        response: {
          200: changeAnswer,
          400: problemAnswer(
            '`validation`: which field; `unchanged`: the order already is as requested; `last-tires`: cancel the order instead; `invalid-parameter`: the key is wrong; `malformed-json`',
          ),
          409: problemAnswer(
            '`changed`: the order has changed since `seen`; `ask-branch`: tires are ordered, sent or handed over, the vehicle is in the bay, or the company changes after an invoice of an earlier month, so that only an employee can change it; `too-late`: the order is closed, or the buyer has withdrawn from it; `out-of-stock` with the available counts; `price-changed` with the new prices; `payment-underway`: a bank is still settling a payment; `review`: an employee must check the order first; `too-many-changes`; `too-many-open-orders` of the new e-mail address',
          ),
          422: problemAnswer('`key-reused`: the key was used for another change'),
          ...orderProblems,
        },
      },
    },
    async (request, reply) => {
      const { 'order-token': token, 'idempotency-key': key } = request.headers;
      const order = await findOrderByToken(shop.db, request.params.number, token);
      if (!order) return problem(reply, notFound);
      const { dryRun, seen, ...change } = request.body;
      const by = { actor: 'buyer', limits, idempotencyKey: key } as const;
      const preview = dryRun ? await previewChange(shop, order.id, change, by) : null;
      const result = preview ?? (await changeOrder(shop, order.id, change, by, { seen }));
      if (!result.ok) return refuse(reply, result);
      return reply.send({
        ...(await readAnswer(shop, order.id)),
        change: result.summary && changeView(result.summary),
        seen: preview?.ok ? preview.seen : null,
      });
    },
  );
};

function changeView(summary: ChangeSummary) {
  const { promised: promisedOn, ...change } = changeInEuros(summary);
  return { ...change, promisedOn };
}
