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
const pendingGraceMs = 24 * 60 * 60 * 1000;

/** Releases the tires of unpaid orders after `held_until`, unless money may still arrive or the tires are on the vehicle. Returns the number of orders. If some fail, throws after trying all. */
export async function releaseExpiredOrders(shop: ShopContext): Promise<number> {
  const errors: unknown[] = [];
  let released = 0;
  for (let afterId = 0; ; ) {
    const dueIds = await idsToRelease(shop.db, shop.now(), afterId);
    for (const id of dueIds) {
      try {
        const payments = await paymentsOf(shop.db, id);
        for (const payment of payments.filter(mayStillBePaid)) await syncPayment(shop, payment.id);
        if (await inTransaction(shop.db, (trx) => releaseOrder(trx, shop, id))) released += 1;
      } catch (error) {
        errors.push(error);
      }
    }
    if (dueIds.length < ordersPerBatch) break;
    afterId = dueIds.at(-1) ?? afterId;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be released`);
  return released;
}

async function idsToRelease(db: Kysely<Tables>, now: Date, afterId: number): Promise<number[]> {
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '<', now)
    // A cancelled order keeps held tires while a payment may still arrive.
    .where('status', 'in', [...openStatuses, 'cancelled'])
    .where('id', '>', afterId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('stock_holds').whereRef('order_id', '=', 'orders.id').where('state', 'in', releasableStates)),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stock_holds').whereRef('order_id', '=', 'orders.id').where('state', '=', 'handed_over'))),
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
    .limit(ordersPerBatch)
    .execute();
  return due.map(({ id }) => id);
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
  const [firstDueId] = await idsToRelease(trx, at, id - 1);
  const isStillDue = firstDueId === id;
  if (!isStillDue) return false;
  const payments = await paymentsOf(trx, id);
  if (payments.some((payment) => mayStillBePaid(payment) && !isGivenUp(shop, payment, order, at))) return false;
  const change = { at, actor: 'shop' };
  await endLivePayments(trx, payments, 'expired', change);
  await releaseHolds(trx, id, releasableStates, change);
  if (await changeStatus(trx, order, 'expired', change))
    await enqueueOrderEndedMails(trx, shop.enqueue, order, 'expired', change);
  return true;
}

/** The shop stops waiting for a payment a day after `held_until` if the provider still reports it as pending, or is no longer configured. */
function isGivenUp(
  { providers }: ShopContext,
  { provider, told, told_at }: PaymentRow,
  order: LockedOrder,
  now: Date,
): boolean {
  const holdEnd = order.held_until.getTime();
  const wasPendingAfterHold = told === 'pending' && told_at !== null && told_at.getTime() >= holdEnd;
  const isConfigured = providers.some(({ id }) => id === provider);
  return (wasPendingAfterHold || !isConfigured) && now.getTime() >= holdEnd + pendingGraceMs;
}
