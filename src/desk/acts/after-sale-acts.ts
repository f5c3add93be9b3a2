import { z } from 'zod';
import { changeForm, type OrderChange } from '../../shop/checkout/change/change-form.ts';
import { changeOrder, previewChange } from '../../shop/checkout/change/change-order.server.ts';
import { type ChangeRefusal, isUnchanged } from '../../shop/checkout/change/change-result.ts';
import { answerDelay } from '../../shop/checkout/delays/answer-delay.server.ts';
import { markPaid, resolveReview } from '../../shop/checkout/desk/desk.server.ts';
import { markRefunded, refundNote, refundOrder } from '../../shop/checkout/refund/refund-order.server.ts';
import { swapUnderWarranty, undoSwap } from '../../shop/checkout/returns/swap-warranty.server.ts';
import { conditions, takeBack, undoTakeBack } from '../../shop/checkout/returns/take-back.server.ts';
import { syncPayment } from '../../shop/checkout/settle/sync-payment.server.ts';
import { markHandled } from '../../shop/checkout/withdraw/withdrawals.server.ts';
import { tenders } from '../../shop/payment/payment-methods.ts';
import { paymentsOf } from '../../shop/payment/payments.server.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { branch, isBranch, reason, storable, tireId, unknownBranch } from './fields.ts';
import { countsByTire, hasPayments, orderAct, orderIdOf } from './order-acts.ts';

const tires = z
  .array(z.object({ id: tireId, count: z.int().min(1).max(999) }))
  .min(1)
  .max(50);
const bankReference = storable(z.string().trim().min(1, { error: 'required' }).max(100, { error: 'maxLength' }));

/** Unparsed: `readChange` parses the change with the schema of the buyers' API. */
const changeFields = { change: z.record(z.string(), z.unknown()) };

function readChange(input: unknown): { ok: true; change: OrderChange } | (ActResult & { ok: false }) {
  const parsed = changeForm.safeParse(input);
  if (parsed.success) {
    const { dryRun: _, seen: __, ...change } = parsed.data;
    return { ok: true, change };
  }
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), code: message }));
  return { ok: false, reason: 'invalid', errors };
}

const changeRefusal = (refused: ChangeRefusal): ActResult =>
  refused.reason === 'validation' ? { ok: false, reason: 'invalid', errors: refused.errors } : refused;

/** Returns the act whose rights a change needs: a refund needs those of an owner. A change that will be refused needs the rights of `swap-tires`. */
async function changeVariant(context: DeskContext, number: string, input: unknown): Promise<DeskAct['act']> {
  const parsed = readChange(input);
  const id = await orderIdOf(context, number);
  if (!parsed.ok || id === null) return 'swap-tires';
  const preview = await previewChange(context.shop, id, parsed.change, { actor: 'desk' });
  return preview.ok && preview.summary.refundCents > 0 ? 'swap-and-refund' : 'swap-tires';
}

export const afterSaleActs: DeskAct[] = [
  {
    ...orderAct('preview-change', changeFields, async ({ shop }, id, fields, { actor }) => {
      const parsed = readChange(fields.change);
      if (!parsed.ok) return parsed;
      const preview = await previewChange(shop, id, parsed.change, { actor });
      if (!preview.ok) return changeRefusal(preview);
      return { ok: true, summary: preview.summary, event: preview.seen, isUnchanged: isUnchanged(preview.summary) };
    }),
    changesNothing: true,
  },
  orderAct(
    'swap-tires',
    // `event`: the order's latest event at the preview; the change is refused if the order has had another since.
    { ...changeFields, event: z.int() },
    async ({ shop }, id, fields, { actor }) => {
      const parsed = readChange(fields.change);
      if (!parsed.ok) return parsed;
      const result = await changeOrder(shop, id, parsed.change, { actor }, { seen: fields.event });
      return result.ok ? { ok: true } : changeRefusal(result);
    },
    {
      acts: ['swap-tires', 'swap-and-refund'],
      choose: (context, { number, change }) => changeVariant(context, number, change),
    },
  ),
  orderAct(
    'take-back',
    { tires, condition: z.enum(conditions), branch },
    async (context, id, { tires, condition, branch: place }, { actor }) => {
      if (!isBranch(context, place)) return unknownBranch;
      const result = await takeBack(context.shop, id, actor, { tires: countsByTire(tires), condition, place });
      return result.ok ? { ok: true, proposedRefund: result.proposedRefund } : result;
    },
  ),
  orderAct(
    'undo-take-back',
    { tires, condition: z.enum(conditions), branch },
    async (context, id, { tires, condition, branch: place }, { actor }) =>
      isBranch(context, place)
        ? undoTakeBack(context.shop, id, actor, { tires: countsByTire(tires), condition, place })
        : unknownBranch,
  ),
  orderAct('swap-warranty', { tires, branch, reason }, async (context, id, { tires, branch, reason }, { actor }) =>
    isBranch(context, branch)
      ? swapUnderWarranty(context.shop, id, actor, { tires: countsByTire(tires), branch, reason })
      : unknownBranch,
  ),
  // An undo states no fault: its reason is empty.
  orderAct('undo-swap-warranty', { tires, branch }, async (context, id, { tires, branch }, { actor }) =>
    isBranch(context, branch)
      ? undoSwap(context.shop, id, actor, { tires: countsByTire(tires), branch, reason: '' })
      : unknownBranch,
  ),
  orderAct(
    'refund',
    // `amountCents` null: all that can be refunded.
    {
      amountCents: z.int().min(1).nullable(),
      reason: z.enum(['goodwill', 'withdrawal', 'overpaid', 'late-payment']),
      note: z.optional(refundNote),
    },
    async ({ shop }, id, { amountCents, reason, note }, { actor }) => {
      const refunded = await refundOrder(shop, id, amountCents, reason, actor, note);
      return refunded.ok ? { ok: true } : refunded;
    },
  ),
  orderAct(
    'refund-paid-out',
    // `tender` null: paid out by bank transfer, which needs its `reference`.
    { tender: z.enum(tenders).nullable(), reference: bankReference.optional() },
    async ({ shop }, id, { tender, reference }, { actor }) => {
      if (tender === null && reference === undefined)
        return { ok: false, reason: 'invalid', errors: [{ path: 'reference', code: 'required' }] };
      const transferReference = tender === null ? reference : undefined;
      const paid = await markRefunded(shop, id, actor, transferReference, tender);
      return paid.ok ? { ok: true } : paid;
    },
  ),
  orderAct('accept-review', {}, ({ shop }, id, _, { actor }) => resolveReview(shop, id, actor)),
  orderAct(
    'answer-delay',
    // `expectedOn`: the new day on the screen; null: none known. `wait` is refused if the day has changed.
    { answer: z.enum(['wait', 'cancel']), expectedOn: z.iso.date().nullable().default(null) },
    async ({ shop }, id, { answer, expectedOn }, { actor }) => {
      const delayAnswer = answer === 'wait' ? { answer, expectedOn } : { answer };
      const result = await answerDelay(shop, id, delayAnswer, actor);
      return result.ok ? { ok: true } : result;
    },
    {
      acts: ['answer-delay', 'cancel-paid'],
      choose: async (context, { number, answer }) =>
        answer === 'cancel' && (await hasPayments(context, number)) ? 'cancel-paid' : 'answer-delay',
    },
  ),
  orderAct('ask-provider', {}, async ({ shop }, id) => {
    const submitted = (await paymentsOf(shop.db, id)).filter(({ provider_ref }) => provider_ref !== null);
    if (submitted.length === 0) return { ok: false, reason: 'nothing-to-ask' };
    let answered = 0;
    for (const payment of submitted) {
      const hasAnswer = await syncPayment(shop, payment.id);
      if (hasAnswer) answered += 1;
    }
    return answered > 0 ? { ok: true } : { ok: false, reason: 'no-answer' };
  }),
  orderAct(
    'book-transfer',
    { reference: bankReference, amountCents: z.int().min(1).optional() },
    ({ shop }, id, { reference, amountCents }, { actor }) =>
      markPaid(shop, id, actor, { reference, ...(amountCents !== undefined && { amountCents }) }),
  ),
  deskAct({
    act: 'handle-withdrawal',
    fields: z.object({ id: z.uuid() }),
    subject: ({ id }) => `withdrawal ${id}`,
    run: async ({ shop }, { id }, { actor }) => {
      if (await markHandled(shop.db, id, { at: shop.now(), actor })) return { ok: true };
      const withdrawal = await shop.db.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst();
      return withdrawal ? { ok: false, reason: 'handled' } : notFound;
    },
  }),
];
