import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { type Change, record } from '../../history.server.ts';
import { changeStatus, type LockedOrder, lockPayment, needsReview } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { moneyStates, paymentAfter } from '../../payment/payment-states.ts';
import {
  bookMoney,
  changePayment,
  endLive,
  isLive,
  moneyOf,
  nextPoll,
  type PaymentRow,
  paymentsOf,
} from '../../payment/payments.server.ts';
import type { PaymentReport } from '../../payment/provider.ts';
import { isOffline } from '../../payment/providers.ts';
import type { ShopConfig } from '../../shop-config.ts';
import { promisedDay } from '../place/allocate.ts';
import { requestRefund } from '../refund/refund-order.server.ts';
import { settleRefunds } from '../refund/settle-refunds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { holdAgain, moveHolds } from './holds.server.ts';

const hour = 60 * 60 * 1000;

/** Applies a provider's report of a payment. Reports may repeat, be late or out of order. */
export async function settlePayment(shop: ShopContext, paymentId: string, report: PaymentReport): Promise<void> {
  await inTransaction(shop.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = shop.now();
    const change = { at, actor: payment.provider };
    if (report.merchantRef !== order.number && report.merchantRef !== payment.id) {
      await record(trx, order.id, change, 'foreign-payment', { payment: payment.id });
      return;
    }
    if (report.state === 'paid' || report.state === 'disputed' || report.refunds.length > 0) {
      await takeMoney(trx, shop, order, payment, report, change);
      if (report.refunds.length > 0) await settleRefunds(trx, shop, order, payment, report.refunds, change);
    }
    const had = payment.state;
    const next = paymentAfter(had, report.state);
    // One live payment an order: this one becomes live again and ends the others.
    if (isLive({ state: next }) && !isLive(payment))
      await endLive(trx, await paymentsOf(trx, order.id), 'cancelled', change);
    if (next !== had) await changePayment(trx, payment, next, change);
    const withdrawn = next === 'voided' || next === 'disputed';
    if (withdrawn && next !== had && had !== 'authorized') await needsReview(trx, order, 'payment-withdrawn', change);
    await trx
      .updateTable('payments')
      .set({ told: report.state, told_at: at, next_poll_at: await pollTime(trx, payment, at) })
      .where('id', '=', payment.id)
      .execute();
  });
}

async function pollTime(trx: Trx, payment: PaymentRow, at: Date): Promise<Date | null> {
  const onTheirWay = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['submitted', 'pending'])
    .executeTakeFirst();
  if (onTheirWay) return new Date(at.getTime() + hour);
  const expires = payment.expires_at ?? payment.created_at;
  const next = nextPoll(payment.created_at, expires, at);
  return next && moneyStates.includes(payment.state) ? new Date(at.getTime() + 24 * hour) : next;
}

async function takeMoney(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  report: PaymentReport,
  change: Change,
) {
  const fact = { order_id: order.id, payment_id: payment.id, provider: payment.provider, ...change };
  const amount = { provider_ref: report.providerRef, amount_cents: report.amountCents };
  if (!(await bookMoney(trx, { ...fact, ...amount, kind: 'paid' }))) return;
  await changePayment(trx, payment, 'paid', change);
  const expected = report.amountCents === payment.amount_cents && report.currency === 'EUR';
  await moneyArrived(trx, shop, order, payment, expected, change);
}

/** Confirms an order whose payment was booked, or reopens a closed one with tires in stock; otherwise refunds it. */
export async function moneyArrived(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payment: PaymentRow,
  isExpectedAmount: boolean,
  change: Change,
): Promise<void> {
  if (!isExpectedAmount) {
    if (order.status === 'cancelled') await moveHolds(trx, order.id, 'release');
    return needsReview(trx, order, 'amount-mismatch', change);
  }
  const { paid, refunded } = await moneyOf(trx, { orderId: order.id });
  const before = paid - payment.amount_cents;
  if (before - refunded > 0 || order.status === 'completed')
    return refundAll(trx, shop, payment, order, 'overpaid', change);
  if (order.status === 'cancelled' && (await isWithdrawn(trx, order.id))) {
    await moveHolds(trx, order.id, 'release');
    return refundAll(trx, shop, payment, order, 'withdrawal', change);
  }
  if (order.status === 'cancelled' || order.status === 'expired') {
    const kept = await moveHolds(trx, order.id, 'sell');
    // Never reopened: an order that was paid and refunded, or whose buyer cannot be written to.
    const over = before > 0 || order.contact_erased_at !== null;
    const available = kept || (!over && (await holdAgain(trx, order, shop.shopConfig.branches)));
    if (!available) return refundAll(trx, shop, payment, order, 'late-payment', change);
  }
  await moveHolds(trx, order.id, 'sell');
  const offline = (await paymentsOf(trx, order.id)).filter(({ provider }) => isOffline(provider));
  await endLive(trx, offline, 'cancelled', change);
  if (order.status !== 'confirmed' && order.status !== 'ready')
    await setPromisedDay(trx, order.id, shop.shopConfig.hours, change.at);
  await changeStatus(trx, order, 'confirmed', change);
  await enqueueMail(trx, shop.enqueue, order.id, 'paid', change.at, payment.id);
  if (payment.provider === 'pay_at_branch') return;
  await enqueueMail(trx, shop.enqueue, order.id, 'branch-order', change.at, payment.id);
}

async function isWithdrawn(trx: Trx, orderId: number): Promise<boolean> {
  const declared = await trx.selectFrom('withdrawals').select('id').where('order_id', '=', orderId).executeTakeFirst();
  return declared !== undefined;
}

async function refundAll(
  trx: Trx,
  shop: ShopContext,
  payment: PaymentRow,
  order: LockedOrder,
  why: 'overpaid' | 'late-payment' | 'withdrawal',
  change: Change,
) {
  await requestRefund(trx, shop.enqueue, payment, payment.amount_cents, why, change);
  if (why !== 'withdrawal') await needsReview(trx, order, why, change);
}

/** Counts the promised day from the arrival of the money: until then nothing is ordered. */
async function setPromisedDay(trx: Trx, orderId: number, hours: ShopConfig['hours'], at: Date): Promise<void> {
  const parts = await trx
    .selectFrom('stock_holds')
    .select(['place', 'count', 'lead_days as leadDays'])
    .where('order_id', '=', orderId)
    .execute();
  const promised_on = promisedDay(parts, at, hours);
  await trx.updateTable('orders').set({ promised_on }).where('id', '=', orderId).execute();
}
