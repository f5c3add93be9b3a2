import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { type Cents, roundedCash } from '../../money.ts';
import {
  acceptedShortfall,
  changeStatus,
  endReview,
  type LockedOrder,
  lockOrder,
  orderMoney,
  requestReview,
} from '../../order/change-order.server.ts';
import { balanceOf, dueOf, isBlocking, isOnCredit, isPaidUp } from '../../order/order.ts';
import { type OfflineMethod, offlineMethodOf, type Tender } from '../../payment/payment-methods.ts';
import { bookMoney, changePayment, isLive, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import { isConfirmedOrReady } from '../handover/counted-tires.server.ts';
import { handOverAll } from '../handover/hand-over.server.ts';
import { isPaidInFull, mayHandOver } from '../handover/paid-in-full.server.ts';
import { makeReady } from '../handover/ready.server.ts';
import { refundableOfPayments } from '../refund/refund-order.server.ts';
import { confirmHolds } from '../settle/holds.server.ts';
import { applyArrivedMoney, requestAmountReview } from '../settle/settle-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { cashLedgerColumns } from './cash-drawer.server.ts';

/** `too-late`: not needed or not possible any more; `booked`: this bank reference is already booked; `review`: a person must review the order first. */
export type DeskResult = { ok: true } | { ok: false; reason: 'too-late' | 'review' | 'unpaid' | 'booked' };

/** `reference`: of a bank transfer; absent: paid at the desk. `amountCents` absent: the sum due. `evenIfPaid`: books surplus money, and refunds it. */
export type ReceivedMoney = { reference?: string; tender?: Tender; amountCents?: Cents; evenIfPaid?: true };

/** Books a payment. The full sum due confirms the order; less than that requests a review. Does not close payments at a provider, so the buyer can still pay there. */
export async function markPaid(
  shop: ShopContext,
  orderId: number,
  actor: string,
  received: ReceivedMoney = {},
): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const change = { at: shop.now(), actor };
    const booked = await bookReceived(trx, shop, order, received, change);
    if (booked.ok) await issueDueDocuments(trx, shop, order, change);
    return booked;
  });
}

/** As `markPaid`, for a locked order. The caller issues the documents, after its last lock. */
export async function bookReceived(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  { reference, tender, amountCents, evenIfPaid }: ReceivedMoney,
  change: ChangeStamp,
): Promise<DeskResult> {
  const money = await orderMoney(trx, order);
  const isPaid = isPaidUp(money);
  const hasEnded = order.status === 'completed' && !isOnCredit(order);
  if (isPaid && !evenIfPaid) return { ok: false, reason: 'too-late' };
  if (!isPaid && hasEnded) return { ok: false, reason: 'too-late' };
  const provider = offlineMethodOf(reference === undefined ? 'branch' : 'transfer', order.payment_method);
  const dueCents = dueOf(money);
  const receivedCents = amountCents ?? dueCents;
  const isFullSum = receivedCents === dueCents || (tender === 'cash' && receivedCents === roundedCash(dueCents));
  const bookedCents = isFullSum ? dueCents : receivedCents;
  const payment = await prepareOfflinePayment(trx, order, provider, bookedCents, change);
  // Only the last payment is rounded (EKVS § 5¹, the Estonian act on the euro), not a deposit.
  const settledCents = isFullSum ? dueCents : null;
  const cashColumns = tender === 'cash' ? await cashLedgerColumns(trx, order.branch, settledCents) : {};
  const booked = await bookMoney(trx, {
    order_id: order.id,
    payment_id: payment.id,
    kind: 'paid',
    provider,
    provider_ref: reference ?? payment.id,
    amount_cents: payment.amount_cents,
    tender: tender ?? null,
    ...cashColumns,
    ...change,
  });
  if (!booked) return { ok: false, reason: 'booked' };
  await changePayment(trx, payment, 'paid', change);
  if (!isPaid && payment.amount_cents < dueCents) await requestAmountReview(trx, order, change);
  else await applyArrivedMoney(trx, shop, order, payment, change);
  return { ok: true };
}

async function prepareOfflinePayment(
  trx: Trx,
  order: LockedOrder,
  provider: OfflineMethod,
  amount_cents: Cents,
  change: ChangeStamp,
): Promise<PaymentRow> {
  for (const payment of (await paymentsOf(trx, order.id)).filter(isLive)) {
    if (payment.provider === provider) {
      const update = trx.updateTable('payments').set({ amount_cents }).where('id', '=', payment.id);
      return update.returningAll().executeTakeFirstOrThrow();
    }
    await changePayment(trx, payment, 'cancelled', change);
  }
  return trx
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider,
      method: provider,
      state: 'pending',
      amount_cents,
      created_at: change.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markReady(shop: ShopContext, orderId: number, actor: string): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskResult> => {
    const order = await lockOrder(trx, orderId);
    if (isBlocking(order.review)) return { ok: false, reason: 'review' };
    const change = { at: shop.now(), actor };
    if (order.status === 'awaiting_payment') return { ok: false, reason: 'unpaid' };
    return (await makeReady(trx, shop, order, change)) ? { ok: true } : { ok: false, reason: 'too-late' };
  });
}

export async function completeOrder(shop: ShopContext, orderId: number, actor: string): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskResult> => {
    const order = await lockOrder(trx, orderId);
    if (isBlocking(order.review)) return { ok: false, reason: 'review' };
    if (!(await mayHandOver(trx, order))) return { ok: false, reason: 'unpaid' };
    const change = { at: shop.now(), actor };
    if (!(await changeStatus(trx, order, 'completed', change))) return { ok: false, reason: 'too-late' };
    await handOverAll(trx, order, change);
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true };
  });
}

/** Ends a review, and so accepts what is missing of the total. After a withdrawn payment, a missing part that was not accepted before gets its own review (`amount-mismatch`) instead. `unpaid`: an order that awaits payment has a part of its money; the rest must be paid or the part refunded first. */
export async function resolveReview(shop: ShopContext, orderId: number, actor: string): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskResult> => {
    const order = await lockOrder(trx, orderId);
    if (!order.review) return { ok: false, reason: 'too-late' };
    const keepsMoney = (await refundableOfPayments(trx, await paymentsOf(trx, order.id))) > 0;
    if (order.review === 'amount-mismatch' && order.status === 'awaiting_payment' && keepsMoney)
      return { ok: false, reason: 'unpaid' };
    const money = await orderMoney(trx, order);
    const change = { at: shop.now(), actor };
    const isPartDue = balanceOf(money).missingCents > (await acceptedShortfall(trx, order));
    const isClosed = order.status === 'cancelled' || order.status === 'expired';
    const isClosedWithoutMoney = isClosed && !keepsMoney;
    if (order.review === 'payment-withdrawn' && isPartDue && !isClosedWithoutMoney) {
      await endReview(trx, order, change);
      await requestReview(trx, order, 'amount-mismatch', change);
      return { ok: true };
    }
    const acceptedShortfallCents = money.totalCents - money.paidCents;
    await endReview(trx, order, change, acceptedShortfallCents);
    // The tires that waited for the payment of the accepted shortfall are ordered now.
    if (isConfirmedOrReady(order))
      await confirmHolds(trx, shop.enqueue, order, change, { isPaid: await isPaidInFull(trx, order) });
    return { ok: true };
  });
}
