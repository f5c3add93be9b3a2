import type { Trx } from '../../database/transaction.server.ts';
import { type Change, record } from '../history.server.ts';
import type { Later } from '../later.server.ts';
import type { Cents } from '../money.ts';
import type { PaymentRow, RefundRow } from '../payment/change-payment.server.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import { isOffline } from '../payment/providers.ts';
import { countedRefunds } from '../payment/refund-states.ts';

/** What of a payment can still be given back, in cents. Its order has to be locked. */
export async function refundable(trx: Trx, paymentId: string): Promise<Cents> {
  const { paid } = await moneyOf(trx, { paymentId });
  const { asked } = await trx
    .selectFrom('refunds')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount_cents'), val(0)).as('asked'))
    .where('payment_id', '=', paymentId)
    .where('state', 'in', countedRefunds)
    .executeTakeFirstOrThrow();
  return paid - Number(asked);
}

/**
 * Asks for a part of a payment, or all of it, to be given back: by the provider as soon as the transaction has
 * committed; for cash and transfers by a person. Null when there is not so much to give back. The order has to be locked.
 */
export async function requestRefund(
  trx: Trx,
  later: Later,
  payment: PaymentRow,
  amountCents: Cents,
  reason: RefundRow['reason'],
  change: Change,
): Promise<RefundRow | null> {
  if (amountCents <= 0 || amountCents > (await refundable(trx, payment.id))) return null;
  const manual = isOffline(payment.provider);
  const refund = await trx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      state: 'requested',
      amount_cents: amountCents,
      reason,
      provider_ref: null,
      requested_by: change.actor,
      requested_at: change.at,
      next_try_at: manual ? null : change.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(trx, payment.order_id, change, 'refund-requested', { refund: refund.id, cents: amountCents, reason });
  if (!manual) await later(trx, { name: 'submit-refund', refundId: refund.id });
  return refund;
}
