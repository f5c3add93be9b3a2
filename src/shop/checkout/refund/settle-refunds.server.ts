import type { Updateable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { type ChangeStamp, recordEventOnce } from '../../history.server.ts';
import { type LockedOrder, requestReview } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import type { Tender } from '../../payment/payment-methods.ts';
import {
  bookedSumsOf,
  bookMoney,
  changePayment,
  changeRefund,
  type PaymentRow,
  type RefundRow,
} from '../../payment/payments.server.ts';
import type { ProviderRefund } from '../../payment/provider.ts';
import { cashLedgerColumns } from '../desk/cash-drawer.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** Applies a provider's reports of refunds, also of refunds made in its own portal. `submitted`: the refund that was just sent. */
export async function settleRefunds(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  reports: readonly ProviderRefund[],
  change: ChangeStamp,
  submitted?: RefundRow,
): Promise<void> {
  for (const report of reports) {
    const refund = await findOrAddRefund(trx, payment, report, change, submitted);
    const columns = { provider_ref: report.ref, next_try_at: null };
    if (report.state === 'failed') await failRefund(trx, order, refund, change, columns);
    else await changeRefund(trx, refund, report.state, change, columns);
    if (report.state === 'succeeded') await bookRefund(trx, shop, order, payment, refund, report.ref, change);
  }
}

export async function failRefund(
  trx: Trx,
  order: LockedOrder,
  refund: RefundRow,
  change: ChangeStamp,
  alsoSet: Updateable<Tables['refunds']>,
): Promise<void> {
  const isNewFailure =
    refund.state === 'succeeded'
      ? await recordReturnedRefund(trx, refund, change)
      : await changeRefund(trx, refund, 'failed', change, alsoSet);
  if (isNewFailure && order.review === null) await requestReview(trx, order, 'refund-failed', change);
}

/** Records that a refund came back to the provider after it had succeeded, as when the buyer's card was closed. It stays booked: an employee pays
 * the buyer in another way. Returns false if it was recorded before. Source: https://docs.stripe.com/refunds#failed-refunds */
const recordReturnedRefund = (trx: Trx, { id, order_id, amount_cents: cents }: RefundRow, change: ChangeStamp) =>
  recordEventOnce(trx, order_id, change, 'refund-returned', { refund: id }, { cents });

/** Books a refund that was paid, and enqueues the buyer's mail. Returns false if it was booked before. */
export async function bookRefund(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  refund: RefundRow,
  reference: string,
  change: ChangeStamp,
  tender: Tender | null = null,
): Promise<boolean> {
  const booked = await bookMoney(trx, {
    order_id: order.id,
    payment_id: payment.id,
    kind: 'refunded',
    provider: payment.provider,
    provider_ref: reference,
    amount_cents: refund.amount_cents,
    tender,
    ...(tender === 'cash' && (await cashLedgerColumns(trx, order.branch, refund.amount_cents))),
    ...change,
  });
  if (!booked) return false;
  const { paid, refunded } = await bookedSumsOf(trx, { paymentId: payment.id });
  await changePayment(trx, payment, refunded >= paid ? 'refunded' : 'partially_refunded', change);
  await enqueueMail(trx, shop.enqueue, { orderId: order.id, kind: 'refunded', at: change.at, eventKey: refund.id });
  return true;
}

/** Returns the refund with the provider's id; otherwise a sent refund of this amount that has no id yet (only `submitted`, if given); otherwise adds one. */
async function findOrAddRefund(
  trx: Trx,
  payment: PaymentRow,
  report: ProviderRefund,
  change: ChangeStamp,
  submitted?: RefundRow,
): Promise<RefundRow> {
  const existing = await trx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where(({ eb, or, and }) => {
      const hasProviderId = eb('provider_ref', '=', report.ref);
      const isSentWithoutId = and([
        eb('provider_ref', 'is', null),
        eb('state', '=', 'submitted'),
        eb('amount_cents', '=', report.amountCents),
        ...(submitted ? [eb('id', '=', submitted.id)] : []),
      ]);
      return or([hasProviderId, isSentWithoutId]);
    })
    .orderBy(({ eb }) => eb('provider_ref', 'is', null))
    .orderBy('requested_at')
    .executeTakeFirst();
  if (existing) return existing;
  return trx
    .insertInto('refunds')
    .values({
      order_id: payment.order_id,
      payment_id: payment.id,
      state: 'submitted',
      amount_cents: report.amountCents,
      reason: 'provider',
      provider_ref: report.ref,
      requested_by: change.actor,
      requested_at: change.at,
      next_try_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
