import { sql } from 'kysely';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { latestBookingOf } from '../../fitting/bookings.server.ts';
import { baysAt } from '../../fitting/free-starts.ts';
import { readPlans } from '../../fitting/read-plans.server.ts';
import { isBookable } from '../../fitting/slots.ts';
import { fittingOf, minutesOf } from '../../fitting/work.ts';
import { aboutFitting } from '../../order/mails/mailed-fitting.server.ts';
import { openStatuses } from '../../order/order.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { rangeOfOrder, workOfOrder } from './order-range.server.ts';

const noticeMs = 3 * 60 * 60_000;

/** Buyers who are told of one freed time. */
const told = 3;

/**
 * Tells buyers who wait for an earlier time of times that became free: for each, the three who have waited longest at its branch, have a
 * later appointment, and whose job and tires allow it. Nothing is kept for them: the first who books it has it.
 */
export async function tellOfFreedTimes(shop: ShopContext): Promise<void> {
  const freed = await shop.db.selectFrom('freed_times').selectAll().orderBy('id').execute();
  for (const { id, branch, starts_at: startsAt } of freed) {
    await inTransaction(shop.db, async (trx) => {
      const taken = await trx.deleteFrom('freed_times').where('id', '=', id).returning('id').executeTakeFirst();
      if (taken) await tellWaiting(trx, shop, branch, startsAt);
    });
  }
}

async function tellWaiting(trx: Trx, shop: ShopContext, branch: string, startsAt: Date): Promise<void> {
  const now = shop.now();
  if (startsAt.getTime() < now.getTime() + noticeMs) return;
  let left = told;
  for (const { orderId } of await waitingAt(trx, branch, startsAt)) {
    if (left === 0) return;
    if (!(await couldTake(trx, shop, orderId, startsAt))) continue;
    await enqueueMail(trx, shop.enqueue, orderId, 'fitting-earlier', now, aboutFitting.start(startsAt));
    left -= 1;
  }
}

/** Returns the orders whose buyers wait at a branch for a time before their own and were not told of this one, the longest waiting first. */
async function waitingAt(trx: Trx, branch: string, startsAt: Date): Promise<{ orderId: number }[]> {
  return trx
    .selectFrom('fitting_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .select('orders.id as orderId')
    .where('booking.state', '=', 'booked')
    .where('booking.branch', '=', branch)
    .where('booking.earlier_since', 'is not', null)
    .where('booking.starts_at', '>', startsAt)
    .where('orders.status', 'in', openStatuses)
    .where('orders.fulfilment', '=', 'fitting')
    .where('orders.email', '<>', '')
    .where(
      sql<boolean>`not exists (select from letters where order_id = orders.id and kind = 'fitting-earlier'
        and about = ${aboutFitting.start(startsAt)})`,
    )
    .orderBy('booking.earlier_since')
    .orderBy('booking.id')
    .execute();
}

/** Whether the tires of an order are at its branch by a start, and a bay can do its job then. Its own time counts as free. No locks. */
async function couldTake(trx: Trx, shop: ShopContext, orderId: number, startsAt: Date): Promise<boolean> {
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const booking = await latestBookingOf(trx, orderId);
  const fitting = fittingOf(shop.shopConfig, order.branch);
  const work = booking && (await workOfOrder(trx, orderId, booking.vehicle));
  const minutes = fitting && work && minutesOf(fitting.works, work);
  const range = await rangeOfOrder(trx, shop, order);
  const at = startsAt.getTime();
  if (!booking || !fitting || !work || !minutes || !range || at < range.from || at > range.until) return false;
  const day = tallinnDate(startsAt);
  const context = { shopConfig: shop.shopConfig, branch: order.branch, fitting };
  const [plan] = await readPlans(trx, context, { first: day, last: day }, booking);
  if (!plan || !isBookable(plan, shop.now(), 'online')) return false;
  return baysAt(plan, at, { work, minutes, door: 'online' }).length > 0;
}
