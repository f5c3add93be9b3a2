import { type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { latestBookingOf } from '../../fitting/bookings/bookings.server.ts';
import type { Span } from '../../fitting/day-plan.ts';
import { freeStarts, stepMs } from '../../fitting/free-starts.ts';
import { readPlans } from '../../fitting/read-plans.server.ts';
import { bookablePlan } from '../../fitting/slots.ts';
import { fittingOf, jobAt } from '../../fitting/work.ts';
import { fittingMailAbout } from '../../order/mails/mailed-fitting.server.ts';
import { openStatuses } from '../../order/order.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { tryEach } from '../try-each.ts';
import { rangeOfOrder, workOfOrder } from './order-range.server.ts';

const minNoticeOfOfferMs = 3 * 60 * 60_000;

const maxMailsPerStart = 3;

/** `ends_at` null: a booking that began at `starts_at` was cancelled or moved, and only this start time is offered. */
type FreedTime = Omit<Selectable<Tables['freed_times']>, 'id'>;

/** Records a freed time, so that buyers on the waiting list are told. A trigger records cancelled and moved bookings. */
export async function recordFreedTime(trx: Trx, freed: FreedTime): Promise<void> {
  await trx.insertInto('freed_times').values(freed).execute();
}

/** Mails a start time to the three buyers who have waited longest and can use it. It is not reserved: the first to book it gets it. */
export async function tellOfFreedTimes(shop: ShopContext): Promise<void> {
  const freed = await shop.db.selectFrom('freed_times').selectAll().orderBy('id').execute();
  await tryEach(freed, 'offers of freed times', ({ id, ...time }) =>
    inTransaction(shop.db, async (trx) => {
      const deleted = await trx.deleteFrom('freed_times').where('id', '=', id).returning('id').executeTakeFirst();
      if (deleted) await offerToWaitingBuyers(trx, shop, time);
    }),
  );
}

/** The first and last start time within a freed time, in ms since 1970. `bay` null: any. */
type FreedStarts = { branch: string; bay: number | null; from: number; until: number };

async function offerToWaitingBuyers(trx: Trx, shop: ShopContext, freed: FreedTime): Promise<void> {
  const now = shop.now();
  const earliestOffered = now.getTime() + minNoticeOfOfferMs;
  const { branch, bay, starts_at, ends_at } = freed;
  const startMs = starts_at.getTime();
  const isSingleStart = ends_at === null;
  const from = isSingleStart ? startMs : Math.max(startMs, earliestOffered);
  const until = isSingleStart ? startMs : ends_at.getTime() - stepMs;
  if (from < earliestOffered || from > until) return;
  const freedStarts = { branch, bay, from, until };
  const offered: Span[] = [];
  // At most three buyers are offered slots that contain the same time; the next ones are offered a later slot.
  const canBeOffered = (at: number) =>
    offered.filter(({ from, to }) => from <= at && at < to).length < maxMailsPerStart;
  for (const { orderId } of await waitingOrdersNotYetTold(trx, freedStarts)) {
    const slot = await firstFreeSlot(trx, shop, orderId, freedStarts, canBeOffered);
    if (!slot) continue;
    const eventKey = fittingMailAbout.start(new Date(slot.from));
    await enqueueMail(trx, shop.enqueue, { orderId, kind: 'fitting-earlier', at: now, eventKey });
    offered.push(slot);
    if (isSingleStart && offered.length === maxMailsPerStart) return;
  }
}

async function waitingOrdersNotYetTold(trx: Trx, { branch, from, until }: FreedStarts): Promise<{ orderId: number }[]> {
  const [first, last] = [new Date(from), new Date(until)];
  return trx
    .selectFrom('fitting_bookings as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .select('orders.id as orderId')
    .where('booking.state', '=', 'booked')
    .where('booking.branch', '=', branch)
    .where('booking.earlier_since', 'is not', null)
    .where('booking.starts_at', '>', first)
    .where('orders.status', 'in', openStatuses)
    .where('orders.fulfilment', '=', 'fitting')
    .where('orders.email', '<>', '')
    .where(
      sql<boolean>`not exists (select from letters where order_id = orders.id and kind = 'fitting-earlier'
        and about between ${fittingMailAbout.start(first)} and ${fittingMailAbout.start(last)})`,
    )
    .orderBy('booking.earlier_since')
    .orderBy('booking.id')
    .execute();
}

/** Finds a slot that is before the order's appointment, and not before its tires are at the branch. The order's own slot counts as free. Takes no locks. */
async function firstFreeSlot(
  trx: Trx,
  shop: ShopContext,
  orderId: number,
  { bay, from, until }: FreedStarts,
  canBeOffered: (start: number) => boolean,
): Promise<Span | null> {
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const booking = await latestBookingOf(trx, orderId);
  const fitting = fittingOf(shop.shopConfig, order.branch);
  const work = booking && (await workOfOrder(trx, orderId, booking.vehicle));
  const job = fitting && work && jobAt(fitting, work);
  const range = await rangeOfOrder(trx, shop, order);
  if (!job || !range) return null;
  const first = Math.max(from, range.from);
  const last = Math.min(until, range.until, booking.starts_at.getTime() - 1);
  if (first > last) return null;
  const context = { shopConfig: shop.shopConfig, branch: order.branch, fitting };
  const days = { first: tallinnDate(new Date(first)), last: tallinnDate(new Date(last)) };
  const plans = await readPlans(trx, context, days, booking);
  const { minutes } = job;
  const start = plans
    .map((plan) => bookablePlan(plan, shop.now(), 'online'))
    .flatMap((plan) => freeStarts(plan, { work, minutes, from: first, until: last, bookedVia: 'online' }))
    .find(({ at, bays }) => (bay === null || bays.includes(bay)) && canBeOffered(at));
  return start ? { from: start.at, to: start.at + minutes * 60_000 } : null;
}
