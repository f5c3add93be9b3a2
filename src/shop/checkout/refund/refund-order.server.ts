import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import type { Enqueue } from '../../jobs.server.ts';
import type { Cents } from '../../money.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { isOffline, offlineMethods, type Tender } from '../../payment/payment-methods.ts';
import { committedRefundStates } from '../../payment/payment-states.ts';
import {
  bookedSumsOf,
  changeRefund,
  type PaymentRow,
  paymentsOf,
  type RefundRow,
} from '../../payment/payments.server.ts';
import { abortWith, lineChecks } from '../../plain-text.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { bookRefund } from './settle-refunds.server.ts';

/** The reason of a refund in the words of an employee: one line, which documents print. */
export const refundNote = z
  .string({ error: 'invalid' })
  .check(z.trim(), z.maxLength(200, abortWith('maxLength')), ...lineChecks);

type RefundResult = { ok: true; refunds: RefundRow[] } | { ok: false; reason: 'too-much'; refundable: Cents };

/** Requests refunds of an order's payments, the latest first. `amountCents` null: all. An amount of 0 is refused as `too-much`. A credit note prints `note`. */
export async function refundOrder(
  shop: ShopContext,
  orderId: number,
  amountCents: Cents | null,
  reason: RefundRow['reason'],
  actor: string,
  note = '',
): Promise<RefundResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<RefundResult> => {
    const order = await lockOrder(trx, orderId);
    const payments = (await paymentsOf(trx, order.id)).toSorted((a, b) => b.position - a.position);
    const refundableCents = await refundableOfPayments(trx, payments);
    let remaining = amountCents ?? refundableCents;
    if (remaining <= 0 || remaining > refundableCents)
      return { ok: false, reason: 'too-much', refundable: refundableCents };
    const refunds: RefundRow[] = [];
    const change = { at: shop.now(), actor };
    for (const payment of payments) {
      const partCents = Math.min(remaining, await refundableOfPayment(trx, payment.id));
      const refund = await requestRefund(trx, shop.enqueue, payment, partCents, reason, change, note);
      if (!refund) continue;
      refunds.push(refund);
      remaining -= partCents;
    }
    await issueDueDocuments(trx, shop, order, { ...change, note });
    return { ok: true, refunds };
  });
}

/** `booked`: a refund with this reference is booked already. */
type ManualRefundResult = { ok: true; refund: RefundRow } | { ok: false; reason: 'nothing-to-return' | 'booked' };

function manualRefunds(db: Kysely<Tables>, orderId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('refunds.order_id', '=', orderId)
    .where('refunds.state', '=', 'requested')
    .where('payments.provider', 'in', Object.keys(offlineMethods));
}

/** Returns the refund to pay out next. Prefers payments received with `tender` (null: by bank transfer), then older refunds, then newer payments. */
export function nextManualRefund(
  db: Kysely<Tables>,
  orderId: number,
  tender: Tender | null,
): Promise<RefundRow | undefined> {
  return manualRefunds(db, orderId)
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_ledger as received')
            .select('received.id')
            .whereRef('received.payment_id', '=', 'payments.id')
            .where('received.kind', '=', 'paid')
            .where('received.tender', 'is not distinct from', tender),
        ),
      'desc',
    )
    .orderBy('refunds.requested_at')
    .orderBy('payments.position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Books a refund that an employee has paid: by bank transfer (`reference`), or in cash or by card (`tender`). `refundId`: the refund that the employee saw; absent: the next one. */
export async function markRefunded(
  shop: ShopContext,
  orderId: number,
  actor: string,
  reference?: string,
  tender: Tender | null = null,
  { refundId }: { refundId?: string } = {},
): Promise<ManualRefundResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<ManualRefundResult> => {
    const order = await lockOrder(trx, orderId);
    const refund =
      refundId === undefined
        ? await nextManualRefund(trx, order.id, tender)
        : await manualRefunds(trx, order.id).where('refunds.id', '=', refundId).executeTakeFirst();
    const payment = (await paymentsOf(trx, order.id)).find(({ id }) => id === refund?.payment_id);
    if (!refund || !payment) return { ok: false, reason: 'nothing-to-return' };
    const change = { at: shop.now(), actor };
    const booked = await bookRefund(trx, shop, order, payment, refund, reference ?? refund.id, change, tender);
    if (!booked) return { ok: false, reason: 'booked' };
    await changeRefund(trx, refund, 'succeeded', change, { provider_ref: reference ?? refund.id });
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true, refund };
  });
}

/** Returns the paid money that is not refunded; 0 if the bank has taken back the payment. A disputed payment at a provider counts as paid, because the shop may have won the dispute: the provider accepts or refuses the refund. */
export async function refundableOfPayment(trx: Trx, paymentId: string): Promise<Cents> {
  const { state, provider } = await trx
    .selectFrom('payments')
    .select(['state', 'provider'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const isTakenBackByBank = state === 'voided' || (state === 'disputed' && isOffline(provider));
  if (isTakenBackByBank) return 0;
  const { paid } = await bookedSumsOf(trx, { paymentId });
  const { committedCents } = await trx
    .selectFrom('refunds')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount_cents'), val(0)).as('committedCents'))
    .where('payment_id', '=', paymentId)
    .where('state', 'in', committedRefundStates)
    .executeTakeFirstOrThrow();
  return paid - Number(committedCents);
}

/** Requests a refund, which the provider pays, or an employee if the payment was offline. Returns null if the amount is 0 or too much. */
export async function requestRefund(
  trx: Trx,
  enqueue: Enqueue,
  payment: PaymentRow,
  amountCents: Cents,
  reason: RefundRow['reason'],
  change: ChangeStamp,
  note = '',
): Promise<RefundRow | null> {
  if (amountCents <= 0 || amountCents > (await refundableOfPayment(trx, payment.id))) return null;
  const isManual = isOffline(payment.provider);
  const refund = await trx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      state: 'requested',
      amount_cents: amountCents,
      reason,
      note,
      provider_ref: null,
      requested_by: change.actor,
      requested_at: change.at,
      next_try_at: isManual ? null : change.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordEvent(trx, payment.order_id, change, 'refund-requested', {
    refund: refund.id,
    cents: amountCents,
    reason,
  });
  if (!isManual) await enqueue(trx, { name: 'submit-refund', refundId: refund.id });
  return refund;
}

export async function refundableOfOrder(shop: ShopContext, orderId: number): Promise<Cents> {
  return inTransaction(shop.db, async (trx) => {
    await lockOrder(trx, orderId);
    return refundableOfPayments(trx, await paymentsOf(trx, orderId));
  });
}

export async function refundableOfPayments(trx: Trx, payments: readonly PaymentRow[]): Promise<Cents> {
  let cents = 0;
  for (const { id } of payments) cents += await refundableOfPayment(trx, id);
  return cents;
}
