import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { addWorkingDays, endOfDay } from '../../calendar.ts';
import { type Change, record } from '../../history.server.ts';
import { changeStatus, isBlocking, type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { bookMoney, changePayment, isLive, moneyOf, paymentsOf } from '../../payment/payments.server.ts';
import { isPrepaid, type OfflineMethod } from '../../payment/providers.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { moneyArrived } from '../settle/settle-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import type { CancelResult } from './cancel-order.server.ts';

export type DeskResult = { ok: true } | { ok: false; reason: 'too-late' | 'review' | 'unpaid' | 'booked' };

/** Books money received at the desk, or a bank transfer by its reference. An open payment at a provider stays payable. */
export async function markPaid(
  shop: ShopContext,
  orderId: number,
  actor: string,
  reference?: string,
): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskResult> => {
    const order = await lockOrder(trx, orderId);
    const { paid, refunded } = await moneyOf(trx, { orderId });
    if (paid - refunded > 0 || order.status === 'completed') return { ok: false, reason: 'too-late' };
    const change = { at: shop.now(), actor };
    const provider = reference === undefined ? 'pay_at_branch' : 'bank_transfer';
    const payment = await offlinePayment(trx, order, provider, change);
    const booked = await bookMoney(trx, {
      order_id: order.id,
      payment_id: payment.id,
      kind: 'paid',
      provider,
      provider_ref: reference ?? payment.id,
      amount_cents: payment.amount_cents,
      ...change,
    });
    if (!booked) return { ok: false, reason: 'booked' };
    await changePayment(trx, payment, 'paid', change);
    await moneyArrived(trx, shop, order, payment, true, change);
    return { ok: true };
  });
}

/** The order's open payment of an offline provider, else a new one that replaces the live ones. */
async function offlinePayment(trx: Trx, order: LockedOrder, provider: OfflineMethod, change: Change) {
  for (const payment of (await paymentsOf(trx, order.id)).filter(isLive)) {
    if (payment.provider === provider) return payment;
    await changePayment(trx, payment, 'cancelled', change);
  }
  return trx
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider,
      method: provider,
      state: 'pending',
      amount_cents: order.total_cents,
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
    if (!(await changeStatus(trx, order, 'ready', change))) return { ok: false, reason: 'too-late' };
    await keepForPickUp(trx, shop, order, change.at);
    await enqueueMail(trx, shop.enqueue, order.id, 'ready', change.at);
    return { ok: true };
  });
}

/** Extends the hold to the full pick-up time from today, when the tires came late. */
async function keepForPickUp(trx: Trx, { terms, shopConfig }: ShopContext, order: LockedOrder, at: Date) {
  const until = endOfDay(addWorkingDays(tallinnDate(at), terms.pickUpWorkingDays, shopConfig.hours));
  if (isPrepaid(order.payment_method) || until <= order.held_until) return;
  await trx.updateTable('orders').set({ held_until: until }).where('id', '=', order.id).execute();
}

export async function complete(shop: ShopContext, orderId: number, actor: string): Promise<DeskResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskResult> => {
    const order = await lockOrder(trx, orderId);
    if (isBlocking(order.review)) return { ok: false, reason: 'review' };
    const { paid, refunded } = await moneyOf(trx, { orderId });
    if (order.status === 'awaiting_payment' || paid - refunded <= 0) return { ok: false, reason: 'unpaid' };
    const done = await changeStatus(trx, order, 'completed', { at: shop.now(), actor });
    return done ? { ok: true } : { ok: false, reason: 'too-late' };
  });
}

export async function resolveReview(shop: ShopContext, orderId: number, actor: string): Promise<CancelResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CancelResult> => {
    const order = await lockOrder(trx, orderId);
    if (!order.review) return { ok: false, reason: 'too-late' };
    await trx.updateTable('orders').set({ review: null }).where('id', '=', order.id).execute();
    await record(trx, order.id, { at: shop.now(), actor }, 'reviewed', { review: order.review });
    return { ok: true };
  });
}
