import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { fittingBegunStates } from '../../fitting/bookings/bookings.server.ts';
import { changeStatus, type LockedOrder } from '../../order/change-order.server.ts';
import type { HoldState } from '../../order/holds.ts';
import { openStatuses } from '../../order/order.ts';
import { enqueueOrderEndedMails } from '../../order/order-mails.server.ts';
import { isOffline } from '../../payment/payment-methods.ts';
import { isFinal } from '../../payment/payment-states.ts';
import { endLivePayments, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { releaseHolds } from './holds.server.ts';
import { syncPayment } from './sync-payment.server.ts';

const ordersPerBatch = 50;
const releasableStates: HoldState[] = ['held', 'ordered', 'in_transit', 'missing'];
const dayMs = 24 * 60 * 60 * 1000;
const pendingGraceMs = dayMs;

type HoldEnd = Pick<LockedOrder, 'held_until'>;

/** Releases the tires of unpaid orders after `held_until`, unless money may still arrive or the tires are on the vehicle. Returns the number of orders. If some fail, throws after trying all. */
export async function releaseExpiredOrders(shop: ShopContext): Promise<number> {
  const errors: unknown[] = [];
  let released = 0;
  for (let afterId = 0; ; ) {
    const now = shop.now();
    const dueOrders = await ordersToRelease(shop.db, now).where('id', '>', afterId).limit(ordersPerBatch).execute();
    for (const order of dueOrders) {
      try {
        await syncUnfinishedPayments(shop, order, now);
        const isReleased = await inTransaction(shop.db, (trx) => releaseOrder(trx, shop, order.id));
        if (isReleased) released += 1;
      } catch (error) {
        errors.push(error);
      }
    }
    if (dueOrders.length < ordersPerBatch) break;
    afterId = dueOrders.at(-1)?.id ?? afterId;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be released`);
  return released;
}

function ordersToRelease(db: Kysely<Tables>, time: Date) {
  return (
    db
      .selectFrom('orders')
      .select(['id', 'number', 'held_until'])
      .where('held_until', '<', time)
      // A cancelled order keeps held tires while a payment may still arrive.
      .where('status', 'in', [...openStatuses, 'cancelled'])
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('stock_holds').whereRef('order_id', '=', 'orders.id').where('state', 'in', releasableStates)),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('stock_holds').whereRef('order_id', '=', 'orders.id').where('state', '=', 'handed_over')),
        ),
      )
      // Open orders whose tires are on the vehicle do not expire: the branch takes the payment, or cancels the order.
      .where(({ or, eb, not, exists, selectFrom }) => {
        const fitted = selectFrom('fitting_bookings')
          .whereRef('order_id', '=', 'orders.id')
          .where('state', 'in', fittingBegunStates);
        return or([eb('status', '=', 'cancelled'), not(exists(fitted))]);
      })
      .where(({ not, exists, selectFrom }) => {
        const paid = selectFrom('payments').where('state', 'in', ['paid', 'partially_refunded', 'disputed']);
        return not(exists(paid.whereRef('order_id', '=', 'orders.id')));
      })
      .orderBy('id')
  );
}

const stuckAfterMs = 2 * pendingGraceMs;

/** Returns the orders that have long been waiting for the outcome of a payment, with its provider. They keep their tires until it is known. */
export async function ordersWithUnclearPayment(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ number: string; provider: string }[]> {
  const unclear: { number: string; provider: string }[] = [];
  for (const { id, number } of await ordersToRelease(db, new Date(now.getTime() - stuckAfterMs)).execute()) {
    const payment = (await paymentsOf(db, id)).find(mayStillBePaid);
    if (payment) unclear.push({ number, provider: payment.provider });
  }
  return unclear;
}

async function syncUnfinishedPayments(shop: ShopContext, order: HoldEnd & { id: number }, now: Date): Promise<void> {
  const unfinished = (await paymentsOf(shop.db, order.id)).filter(mayStillBePaid);
  for (const payment of unfinished) {
    const isDue = isPollDue(payment, order, now) || isGivenUp(shop, payment, order, now);
    if (isDue) await syncPayment(shop, payment.id);
  }
}

/** When no more polls are planned, the provider is asked once after the end of the hold, then daily. */
function isPollDue({ next_poll_at, told_at }: PaymentRow, { held_until }: HoldEnd, now: Date): boolean {
  if (next_poll_at) return next_poll_at <= now;
  if (told_at === null || told_at < held_until) return true;
  return now.getTime() - told_at.getTime() >= dayMs;
}

/** `told`: the state that the provider reported last. `submitted` without `provider_ref`: the provider may have the payment, but its response was lost. */
function mayStillBePaid(payment: PaymentRow): boolean {
  if (isOffline(payment.provider)) return false;
  if (payment.provider_ref === null) return payment.state === 'submitted';
  return !isFinal(payment.told);
}

async function releaseOrder(trx: Trx, shop: ShopContext, id: number): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const at = shop.now();
  if (!order) return false;
  // Checked again under the lock, because a payment may have been booked.
  const stillDue = await ordersToRelease(trx, at).where('id', '=', id).executeTakeFirst();
  if (!stillDue) return false;
  const payments = await paymentsOf(trx, id);
  if (payments.some((payment) => mayStillBePaid(payment) && !isGivenUp(shop, payment, order, at))) return false;
  const change = { at, actor: 'shop' };
  await endLivePayments(trx, payments, 'expired', change);
  await releaseHolds(trx, id, releasableStates, change);
  if (await changeStatus(trx, order, 'expired', change))
    await enqueueOrderEndedMails(trx, shop.enqueue, order, 'expired', change);
  return true;
}

/** The shop stops waiting for a payment a day after `held_until` if the provider still reports it as pending, or is no longer configured. Before that, `syncUnfinishedPayments` asks a configured provider once more. */
function isGivenUp(
  { providers }: ShopContext,
  { provider, told, told_at }: PaymentRow,
  order: HoldEnd,
  now: Date,
): boolean {
  const holdEnd = order.held_until.getTime();
  const wasPendingAfterHold = told === 'pending' && told_at !== null && told_at.getTime() >= holdEnd;
  const isConfigured = providers.some(({ id }) => id === provider);
  return (wasPendingAfterHold || !isConfigured) && now.getTime() >= holdEnd + pendingGraceMs;
}
