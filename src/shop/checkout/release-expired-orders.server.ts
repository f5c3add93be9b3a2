import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { changeStatus, type LockedOrder } from '../order/change-status.server.ts';
import { openStatuses } from '../order/order.ts';
import type { PaymentRow } from '../payment/change-payment.server.ts';
import { isFinal } from '../payment/payment-states.ts';
import { endLive, paymentsOf } from '../payment/payments-of.server.ts';
import { isOffline } from '../payment/providers.ts';
import { moveHolds } from './move-holds.server.ts';
import { syncPayment } from './sync-payment.server.ts';
import { tellOver } from './tell-over.server.ts';
import type { Till } from './till.server.ts';

const batchSize = 50;
/** How long tires wait for a bank that still calls a payment open although its time is over, in ms. */
const patienceMs = 24 * 60 * 60 * 1000;

/**
 * Lets the tires of unpaid orders go whose time is over, and expires those orders. Where a provider might have the money
 * it is asked first, and as long as it cannot be asked the tires stay. Returns how many orders let theirs go. Several
 * processes may do it at once; each order is expired by one of them. One that fails keeps no other; then it throws in the
 * end.
 */
export async function releaseExpiredOrders(till: Till): Promise<number> {
  const failed: unknown[] = [];
  let released = 0;
  for (let after = 0; ; ) {
    const due = await dueOrders(till.db, till.now(), after);
    for (const id of due) {
      try {
        await askProviders(till, id);
        if (await inTransaction(till.db, (trx) => releaseOrder(trx, till, id))) released += 1;
      } catch (error) {
        failed.push(error);
      }
    }
    if (due.length < batchSize) break;
    after = due.at(-1) ?? after;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} orders could not be let go`);
  return released;
}

/** Orders that keep tires after their time: unpaid ones, and cancelled ones whose payment was still open. */
async function dueOrders(db: Kysely<Tables>, now: Date, after: number): Promise<number[]> {
  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('held_until', '<', now)
    .where('status', 'in', [...openStatuses, 'cancelled'])
    .where('id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('stock_holds').whereRef('order_id', '=', 'orders.id').where('state', '=', 'held')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .whereRef('order_id', '=', 'orders.id')
            .where('state', 'in', ['paid', 'partially_refunded', 'disputed']),
        ),
      ),
    )
    .orderBy('id')
    .limit(batchSize)
    .execute();
  return due.map(({ id }) => id);
}

async function askProviders(till: Till, orderId: number) {
  const payments = await paymentsOf(till.db, orderId);
  for (const payment of payments.filter(mayStillBePaid)) await syncPayment(till, payment.id);
}

/** A provider may know more of it than the shop. */
function mayStillBePaid(payment: PaymentRow): boolean {
  if (isOffline(payment.provider)) return false;
  if (payment.provider_ref === null) return payment.state === 'submitted';
  return !isFinal(payment.told);
}

async function releaseOrder(trx: Trx, till: Till, id: number): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const at = till.now();
  // Asked again: a payment may have landed just before its order was locked.
  if (!order || !(await dueOrders(trx, at, id - 1)).includes(id)) return false;
  const payments = await paymentsOf(trx, id);
  if (payments.some((payment) => mayStillBePaid(payment) && !givenUp(payment, order, at))) return false;
  const change = { at, actor: 'shop' };
  await endLive(trx, payments, 'expired', change);
  await moveHolds(trx, id, 'release');
  if (await changeStatus(trx, order, 'expired', change)) await tellOver(trx, till.later, order, 'expired', change);
  return true;
}

/** Asked after its time it was still open, and that for a whole day: money that comes now finds its order closed. */
function givenUp({ told, told_at }: PaymentRow, order: LockedOrder, now: Date): boolean {
  const end = order.held_until.getTime();
  return told === 'pending' && told_at !== null && told_at.getTime() >= end && now.getTime() >= end + patienceMs;
}
