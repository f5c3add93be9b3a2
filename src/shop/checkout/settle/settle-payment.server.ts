import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { Day } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { type ChangeStamp, recordEventOnce } from '../../history.server.ts';
import {
  changeStatus,
  endReview,
  grossMoney,
  type LockedOrder,
  lockPayment,
  orderMoney,
  requestReview,
} from '../../order/change-order.server.ts';
import { dueOf, isOnCredit, isPaidUp, netMoney } from '../../order/order.ts';
import { enqueueMail, hasDroppedMail } from '../../order/order-mails.server.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { moneyStates, type ProviderState, paymentAfter, takenBackStates } from '../../payment/payment-states.ts';
import {
  bookMoney,
  changePayment,
  endLivePayments,
  isLive,
  nextPollAt,
  type PaymentRow,
  paymentsOf,
} from '../../payment/payments.server.ts';
import type { PaymentReport } from '../../payment/provider.ts';
import { bookAgain, reviewBooking } from '../fitting/review-booking.server.ts';
import { promisedDay } from '../place/allocate.ts';
import { refundableOfPayment, requestRefund } from '../refund/refund-order.server.ts';
import { settleRefunds } from '../refund/settle-refunds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { confirmHolds, holdAgain, readHolds, releaseHolds } from './holds.server.ts';

const hourMs = 60 * 60 * 1000;

/** Applies a provider's report of a payment. Reports may be repeated, late or out of order. */
export async function settlePayment(shop: ShopContext, paymentId: string, report: PaymentReport): Promise<void> {
  await inTransaction(shop.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = shop.now();
    const change = { at, actor: payment.provider };
    const isAboutAnotherOrder = report.merchantRef !== order.number && report.merchantRef !== payment.id;
    if (isAboutAnotherOrder) {
      // Once, although the provider is asked about the payment again and again.
      await recordEventOnce(trx, order.id, change, 'foreign-payment', { payment: payment.id });
      await recordReport(trx, payment, 'unknown', at);
      return;
    }
    // A dispute or a refund proves that the money had arrived.
    if (report.state === 'paid' || report.state === 'disputed' || report.refunds.length > 0) {
      await bookPayment(trx, shop, order, payment, report, change);
      if (report.refunds.length > 0) await settleRefunds(trx, shop, order, payment, report.refunds, change);
    }
    const stateBefore = payment.state;
    const wasLive = isLive(payment);
    const next = paymentAfter(stateBefore, report.state);
    // An order has at most one live payment: this one becomes live again and ends the others.
    if (isLive({ state: next }) && !wasLive)
      await endLivePayments(trx, await paymentsOf(trx, order.id), 'cancelled', change);
    if (next !== stateBefore) await changePayment(trx, payment, next, change);
    const isTakenBack = next !== stateBefore && takenBackStates.includes(next);
    // A live payment has brought no money yet, so its end needs no review.
    if (isTakenBack && !wasLive) await requestReview(trx, order, 'payment-withdrawn', change);
    await recordReport(trx, payment, report.state, at);
    await issueDueDocuments(trx, shop, order, change);
  });
}

async function recordReport(trx: Trx, payment: PaymentRow, told: ProviderState, at: Date): Promise<void> {
  const columns = { told, told_at: at, next_poll_at: await pollTime(trx, payment, at) };
  await trx.updateTable('payments').set(columns).where('id', '=', payment.id).execute();
}

async function pollTime(trx: Trx, payment: PaymentRow, at: Date): Promise<Date | null> {
  const unfinishedRefund = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['submitted', 'pending'])
    .executeTakeFirst();
  if (unfinishedRefund) return new Date(at.getTime() + hourMs);
  const expiresAt = payment.expires_at ?? payment.created_at;
  const nextOfSchedule = nextPollAt(payment.created_at, expiresAt, at);
  const nextDay = new Date(at.getTime() + 24 * hourMs);
  // When the schedule has ended, only live payments are asked about, for as long as their order waits.
  if (!nextOfSchedule) return isLive(payment) ? nextDay : null;
  // Paid payments are asked about daily, because of disputes.
  return moneyStates.includes(payment.state) ? nextDay : nextOfSchedule;
}

async function bookPayment(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  report: PaymentReport,
  change: ChangeStamp,
) {
  const ledgerEntry = { order_id: order.id, payment_id: payment.id, provider: payment.provider, ...change };
  const amount = { provider_ref: report.providerRef, amount_cents: report.amountCents };
  const isNewlyBooked = await bookMoney(trx, { ...ledgerEntry, ...amount, kind: 'paid' });
  if (!isNewlyBooked) return;
  await changePayment(trx, payment, 'paid', change);
  const { totalCents, paidCents } = await orderMoney(trx, order);
  const isRequestedAmount = report.amountCents === payment.amount_cents && report.currency === 'EUR';
  // A change of the order may have raised the total since the payment was started.
  const coversTotal = paidCents >= totalCents;
  if (isRequestedAmount && coversTotal) await applyArrivedMoney(trx, shop, order, payment, change);
  else await requestAmountReview(trx, order, change);
}

/** Requests a review, because the paid amount is not the one due: until it ends, the order is not confirmed and does not expire. Releases the tires of a cancelled order. */
export async function requestAmountReview(trx: Trx, order: LockedOrder, change: ChangeStamp): Promise<void> {
  if (order.status === 'cancelled') await releaseHolds(trx, order.id, ['held'], change);
  await requestReview(trx, order, 'amount-mismatch', change);
}

/** After full payment, confirms, reopens or refunds the order. If it was completed on credit, only sends the mail about the payment. Refunds `payment` if the order was paid before. */
export async function applyArrivedMoney(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  change: ChangeStamp,
): Promise<void> {
  const gross = await grossMoney(trx, order);
  const grossBefore = { ...gross, paidCents: gross.paidCents - payment.amount_cents };
  const wasPaid = isPaidUp(netMoney(grossBefore));
  const mail = { orderId: order.id, at: change.at, eventKey: payment.id };
  if (!wasPaid && order.status === 'completed' && isOnCredit(order)) {
    await updateAmountReview(trx, order, change);
    if (order.email !== '') await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'paid' });
    return;
  }
  if (wasPaid || order.status === 'completed') return refundPayments(trx, shop, [payment], order, 'overpaid', change);
  const payments = await paymentsOf(trx, order.id);
  const isClosed = order.status === 'cancelled' || order.status === 'expired';
  if (isClosed && (await hasWithdrawal(trx, order.id))) {
    await releaseHolds(trx, order.id, ['held'], change);
    return refundPayments(trx, shop, payments, order, 'withdrawal', change);
  }
  if (isClosed) {
    const isFullyHeld = (await readHolds(trx, order.id)).every(({ state }) => state === 'held');
    if (!isFullyHeld) await releaseHolds(trx, order.id, ['held'], change);
    // After a refund, or once the contact data are erased, released tires are not held again for the order.
    const mayHoldAgain = netMoney(gross).refundedCents === 0 && order.contact_erased_at === null;
    const isAvailable = isFullyHeld || (mayHoldAgain && (await holdAgain(trx, order, shop.shopConfig.branches)));
    if (!isAvailable) return refundPayments(trx, shop, payments, order, 'late-payment', change);
  }
  await confirmPaid(trx, shop, order, payment, change);
}

export async function confirmPaid(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  change: ChangeStamp,
): Promise<void> {
  await updateAmountReview(trx, order, change);
  await confirmHolds(trx, shop.enqueue, order, change, { isPaid: true });
  const offlinePayments = (await paymentsOf(trx, order.id)).filter(({ provider }) => isOffline(provider));
  await endLivePayments(trx, offlinePayments, 'cancelled', change);
  const wasClosed = order.status === 'cancelled' || order.status === 'expired';
  const promisedBefore = order.promised_on;
  if (order.status !== 'confirmed' && order.status !== 'ready')
    order.promised_on = await setPromisedDay(trx, order, shop.shopConfig, change.at);
  if (order.status !== 'ready') await changeStatus(trx, order, 'confirmed', change);
  if (wasClosed) await bookAgain(trx, shop, order, change);
  else if (order.promised_on > promisedBefore) await reviewBooking(trx, shop, order, change, { areTiresLater: true });
  const mail = { orderId: order.id, at: change.at, eventKey: payment.id };
  // The law requires this confirmation (VÕS § 55). It was dropped if it had not been sent when the order ended.
  if (wasClosed && (await hasDroppedMail(trx, order.id, 'placed')))
    await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'placed' });
  if (order.email !== '') await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'paid' });
  // Any other payment was made at the branch, which therefore knows the order.
  if (isPrepaid(payment.provider)) await enqueueMail(trx, shop.enqueue, { ...mail, kind: 'branch-order' });
}

/** For an order that is paid now: ends the review of an earlier part payment, and requests a review if too much was paid. */
export async function updateAmountReview(trx: Trx, order: LockedOrder, change: ChangeStamp): Promise<void> {
  if (order.review === 'amount-mismatch') await endReview(trx, order, change);
  if (dueOf(await orderMoney(trx, order)) < 0) await requestReview(trx, order, 'overpaid', change);
}

async function hasWithdrawal(trx: Trx, orderId: number): Promise<boolean> {
  const declared = await trx.selectFrom('withdrawals').select('id').where('order_id', '=', orderId).executeTakeFirst();
  return declared !== undefined;
}

async function refundPayments(
  trx: Trx,
  shop: ShopContext,
  payments: readonly PaymentRow[],
  order: LockedOrder,
  reason: 'overpaid' | 'late-payment' | 'withdrawal',
  change: ChangeStamp,
) {
  for (const payment of payments)
    await requestRefund(trx, shop.enqueue, payment, await refundableOfPayment(trx, payment.id), reason, change);
  const areAllPaymentsRefunded = reason !== 'overpaid';
  if (areAllPaymentsRefunded && order.review === 'amount-mismatch') await endReview(trx, order, change);
  if (reason !== 'withdrawal') await requestReview(trx, order, reason, change);
}

/** Sets the promised day, counted from now, because the tires of a prepaid order are ordered only after the payment. */
async function setPromisedDay(
  trx: Trx,
  { id, branch }: Pick<LockedOrder, 'id' | 'branch'>,
  shopConfig: ShopConfig,
  at: Date,
): Promise<Day> {
  const parts = await trx
    .selectFrom('stock_holds')
    .select(['place', 'count', 'lead_days as leadDays'])
    .where('order_id', '=', id)
    .execute();
  const promised_on = promisedDay(parts, at, shopConfig, branch);
  await trx.updateTable('orders').set({ promised_on }).where('id', '=', id).execute();
  return promised_on;
}
