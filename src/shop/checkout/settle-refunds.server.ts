import type { Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import type { LockedOrder } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';
import { changePayment, changeRefund, type PaymentRow, type RefundRow } from '../payment/change-payment.server.ts';
import { bookMoney, moneyOf } from '../payment/ledger.server.ts';
import type { ProviderRefund } from '../payment/redirect-provider.ts';
import { needsReview } from './money-arrived.server.ts';
import type { Till } from './till.server.ts';

/**
 * Applies what a provider says of the refunds of a payment, those too that were begun in its own portal. `asked`: the
 * one that it was asked for just now, which its answer is about.
 */
export async function settleRefunds(
  trx: Trx,
  till: Till,
  order: LockedOrder,
  payment: PaymentRow,
  told: readonly ProviderRefund[],
  change: Change,
  asked?: RefundRow,
): Promise<void> {
  for (const refund of told) {
    const ours = await ourRefund(trx, payment, refund, change, asked);
    const also = { provider_ref: refund.ref, next_try_at: null };
    if (refund.state === 'failed') await refundFailed(trx, order, ours, change, also);
    else await changeRefund(trx, ours, refund.state, change, also);
    if (refund.state === 'succeeded') await moneyLeft(trx, till, order, payment, ours, refund.ref, change);
  }
}

/** The money stays with the shop, which meant to give it back: a person has to look at that. */
export async function refundFailed(
  trx: Trx,
  order: LockedOrder,
  refund: RefundRow,
  change: Change,
  also: Parameters<typeof changeRefund>[4],
): Promise<void> {
  const changed = await changeRefund(trx, refund, 'failed', change, also);
  if (changed && order.review === null) await needsReview(trx, order, 'refund-failed', change);
}

/** Books that a refund has gone, and tells the buyer: once. False when that was booked before. */
export async function moneyLeft(
  trx: Trx,
  till: Till,
  order: LockedOrder,
  payment: PaymentRow,
  refund: RefundRow,
  reference: string,
  change: Change,
): Promise<boolean> {
  const booked = await bookMoney(trx, {
    order_id: order.id,
    payment_id: payment.id,
    kind: 'refunded',
    provider: payment.provider,
    provider_ref: reference,
    amount_cents: refund.amount_cents,
    ...change,
  });
  if (!booked) return false;
  const { paid, refunded } = await moneyOf(trx, { paymentId: payment.id });
  await changePayment(trx, payment, refunded >= paid ? 'refunded' : 'partially_refunded', change);
  await askForLetter(trx, till.later, order.id, 'refunded', change.at, refund.id);
  return true;
}

/** The refund as the shop knows it: by the provider's id, else the one that was sent without an answer, else a new one. */
async function ourRefund(
  trx: Trx,
  payment: PaymentRow,
  told: ProviderRefund,
  change: Change,
  asked?: RefundRow,
): Promise<RefundRow> {
  const known = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where(({ eb, or, and }) =>
      or([
        eb('provider_ref', '=', told.ref),
        and([
          eb('provider_ref', 'is', null),
          eb('state', '=', 'submitted'),
          eb('amount_cents', '=', told.amountCents),
          ...(asked ? [eb('id', '=', asked.id)] : []),
        ]),
      ]),
    )
    .orderBy(({ eb }) => eb('provider_ref', 'is', null))
    .orderBy('requested_at')
    .executeTakeFirst();
  if (known) return known;
  return trx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      state: 'submitted',
      amount_cents: told.amountCents,
      reason: 'provider',
      provider_ref: told.ref,
      requested_by: change.actor,
      requested_at: change.at,
      next_try_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
