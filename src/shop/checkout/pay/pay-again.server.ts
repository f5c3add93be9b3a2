import { commitIfOkWithRetry, inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { type Day, hoursOf } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Cents } from '../../money.ts';
import { changeStatus, type LockedOrder, lockOrderAndBalance } from '../../order/change-order.server.ts';
import { sha256 } from '../../order/order-codes.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { endLivePayments, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import { holdEnd, providerIdOf } from '../../payment/providers.ts';
import { cancelBookingAndTell, holdForBooking, reviewBooking } from '../fitting/review-booking.server.ts';
import { bookingLostBy } from '../fitting/review-method.server.ts';
import { promisedDay } from '../place/allocate.ts';
import { confirmHolds, readHolds } from '../settle/holds.server.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { startPayment } from './start-payment.server.ts';

/** Limits how long a buyer can keep tires held by starting new payments. */
const maxPayments = 10;
const dayMs = 24 * 60 * 60 * 1000;

/** `frees-fitting`: nothing was changed, because the order would lose its appointment at `at`: tires or payment may come too late. */
type PayAgainRefusal =
  | { ok: false; reason: 'too-late' | 'too-many-attempts' | 'key-reused' }
  | { ok: false; reason: 'frees-fitting'; at: Date };

/** Starts another payment of an order, with any `method`. Idempotent by `key`. `freesFitting`: may cancel an appointment for which tires or payment may come too late. */
export async function payAgain(
  shop: ShopContext,
  orderId: number,
  method: string,
  key: string,
  { freesFitting = false }: { freesFitting?: boolean | undefined } = {},
): Promise<{ ok: true } | PayAgainRefusal> {
  const keyHash = sha256(key);
  const hasKey = ({ key_hash }: PaymentRow) => key_hash?.equals(keyHash) ?? false;
  const isRepeat = (await paymentsOf(shop.db, orderId)).some(hasKey);
  if (!isRepeat) {
    const refusal = await inTransaction(shop.db, (trx) => findRefusal(trx, shop, orderId, method, { freesFitting }));
    if (refusal) return refusal;
    await closePayments(shop, orderId);
  }
  const started = await commitIfOkWithRetry(
    shop.db,
    async (trx): Promise<{ ok: true; paymentId: string | null } | PayAgainRefusal> => {
      const { order, payments, isUnpaid, awaitsBalance, dueCents } = await lockOrderAndBalance(trx, orderId);
      const earlierPayment = payments.find(hasKey);
      if (earlierPayment && earlierPayment.method !== method) return { ok: false, reason: 'key-reused' };
      if (earlierPayment) return { ok: true, paymentId: earlierPayment.id };
      if (!isUnpaid && !awaitsBalance) return { ok: false, reason: 'too-late' };
      if (payments.length >= maxPayments) return { ok: false, reason: 'too-many-attempts' };

      const lostBooking = isUnpaid ? await bookingLostBy(trx, shop, order, method) : null;
      if (lostBooking && !freesFitting) return { ok: false, reason: 'frees-fitting', at: lostBooking.starts_at };

      const at = shop.now();
      const change = { at, actor: 'buyer' };
      await endLivePayments(trx, payments, 'cancelled', change);
      if (awaitsBalance && isOffline(method)) {
        await payBalanceOffline(trx, shop, order, method, change);
        return { ok: true, paymentId: null };
      }
      const paymentId = await addPayment(trx, orderId, { method, amountCents: dueCents, keyHash, at });
      const isPrepaidMethod = isPrepaid(method);
      const areTiresOrderedNow = order.status === 'awaiting_payment' && !isPrepaidMethod;
      const promised_on = areTiresOrderedNow ? await promisedDayFromNow(trx, shop, order, at) : order.promised_on;
      const isPromisedLater = promised_on > order.promised_on;
      const held_until = extendedHoldEnd(shop, { ...order, promised_on }, method, at);
      const columns = { payment_method: method, promised_on, held_until };
      await trx.updateTable('orders').set(columns).where('id', '=', orderId).execute();
      Object.assign(order, columns);
      // An order that awaits a balance is confirmed or ready, and keeps this status.
      if (awaitsBalance) return { ok: true, paymentId };
      const newStatus = isPrepaidMethod ? 'awaiting_payment' : 'confirmed';
      const isReady = order.status === 'ready';
      const hasNewStatus = !isReady && (await changeStatus(trx, order, newStatus, change));
      if (hasNewStatus && !isPrepaidMethod) {
        await confirmHolds(trx, shop.enqueue, order, change, { isPaid: false });
        if (isPromisedLater) await reviewBooking(trx, shop, order, change, { areTiresLater: true });
        await enqueueMail(trx, shop.enqueue, { orderId, kind: 'branch-order', at });
      }
      if (!isPrepaidMethod) await holdForBooking(trx, shop, order, change);
      if (lostBooking) await cancelBookingAndTell(trx, shop, order, lostBooking, 'changed', change);
      return { ok: true, paymentId };
    },
  );
  if (!started.ok) return started;
  if (started.paymentId !== null) await startPayment(shop, started.paymentId);
  return { ok: true };
}

/** Checked before the payment pages are closed, because closing them cannot be undone. */
async function findRefusal(
  trx: Trx,
  shop: ShopContext,
  orderId: number,
  method: string,
  { freesFitting }: { freesFitting: boolean },
): Promise<PayAgainRefusal | null> {
  const { order, payments, isUnpaid, awaitsBalance } = await lockOrderAndBalance(trx, orderId);
  if ((isUnpaid || awaitsBalance) && payments.length >= maxPayments) return { ok: false, reason: 'too-many-attempts' };
  const lostBooking = isUnpaid && !freesFitting ? await bookingLostBy(trx, shop, order, method) : null;
  return lostBooking && { ok: false, reason: 'frees-fitting', at: lostBooking.starts_at };
}

type NewPayment = { method: string; amountCents: Cents; keyHash: Buffer; at: Date };

async function addPayment(
  trx: Trx,
  orderId: number,
  { method, amountCents, keyHash, at }: NewPayment,
): Promise<string> {
  const isOfflineMethod = isOffline(method);
  const { id } = await trx
    .insertInto('payments')
    .values({
      order_id: orderId,
      provider: providerIdOf(method),
      method,
      state: isOfflineMethod ? 'pending' : 'created',
      amount_cents: amountCents,
      created_at: at,
      key_hash: keyHash,
      next_poll_at: isOfflineMethod ? null : at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the promised day of an order whose tires are ordered only now; tires that were ordered before keep their day. */
async function promisedDayFromNow(trx: Trx, { shopConfig }: ShopContext, order: LockedOrder, at: Date): Promise<Day> {
  const toOrder = (await readHolds(trx, order.id)).filter(({ state }) => state === 'held');
  const parts = toOrder.map(({ place, lead_days: leadDays }) => ({ place, leadDays }));
  const day = promisedDay(parts, at, shopConfig, order.branch);
  const wasPromisedLater = order.promised_on > day;
  return wasPromisedLater ? order.promised_on : day;
}

function extendedHoldEnd({ terms, shopConfig }: ShopContext, order: LockedOrder, method: string, at: Date): Date {
  const isOfflineMethod = isOffline(method);
  // Choosing a method again gives no more time: the days to pay offline count from the order, and a payment at a provider holds the tires for at most a day after the order.
  const start = isOfflineMethod ? order.placed_at : at;
  const hours = hoursOf(shopConfig, order.branch);
  const methodEnd = holdEnd(method, { now: start, promisedOn: order.promised_on }, terms, hours).getTime();
  const latestProviderEnd = order.placed_at.getTime() + dayMs;
  const end = isOfflineMethod ? methodEnd : Math.min(methodEnd, latestProviderEnd);
  return new Date(Math.max(order.held_until.getTime(), end));
}

/** Stores only the method: the payment is stored when it arrives, and the order does not expire without it. */
async function payBalanceOffline(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  method: string,
  change: ChangeStamp,
): Promise<void> {
  await trx.updateTable('orders').set({ payment_method: method }).where('id', '=', order.id).execute();
  // If the balance due is paid at the branch, tires are ordered before the payment, as for every order that is paid there.
  if (!isPrepaid(method)) await confirmHolds(trx, shop.enqueue, order, change, { isPaid: false });
}
