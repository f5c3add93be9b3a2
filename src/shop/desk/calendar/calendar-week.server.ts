import { addDays, type Day, endOfDay, hoursOf, startOfDay, weekdayOf, weekdays } from '../../calendar.ts';
import { agreedMinutesOf, workOfBooking } from '../../checkout/fitting/desk-booking.server.ts';
import { rangeOfOrder } from '../../checkout/fitting/order-range.server.ts';
import type { ShopContext } from '../../checkout/shop-context.server.ts';
import { type Booking, openBookingStates } from '../../fitting/bookings/bookings.server.ts';
import { type DayPlan, dayFrame, timeOn } from '../../fitting/day-plan.ts';
import { freeStarts, type StartOptions, shortestJobMs } from '../../fitting/free-starts.ts';
import { readPlans } from '../../fitting/read-plans.server.ts';
import { pageOfDays } from '../../fitting/slots.ts';
import { deskRange } from '../../fitting/start-range.ts';
import { deskJobAt, fittingOf, type Work } from '../../fitting/work.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { mustMoveBooking, readBlocks, readBookings } from './calendar.server.ts';
import type { CalendarWeek, DeskStarts } from './calendar.ts';

type Shop = Pick<ShopContext, 'db' | 'shopConfig' | 'now'>;

/** Returns the week (from Monday) of a day, by default today; null if the branch has no bays. */
export async function calendarWeek(
  { db, shopConfig, ...shop }: Shop,
  branch: string,
  wanted?: Day,
): Promise<CalendarWeek | null> {
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting) return null;
  const now = shop.now();
  const today = tallinnDate(now);
  const monday = mondayOf(wanted ?? today);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const week = { from: startOfDay(monday), to: endOfDay(addDays(monday, 6)) };
  const [bookings, blocks, plans] = await Promise.all([
    readBookings(db, branch, week),
    readBlocks(db, branch, week),
    readPlans(db, { shopConfig, branch, fitting }, { first: monday, last: addDays(monday, 6) }),
  ]);
  const byDay = Map.groupBy(bookings, ({ starts_at }) => tallinnDate(starts_at));
  const hours = hoursOf(shopConfig, branch);
  return {
    branch,
    today,
    days: days.map((day, index) => {
      const frame = dayFrame(day, hours, fitting);
      const bookingsOfDay = byDay.get(day) ?? [];
      const [from, to] = [startOfDay(day), endOfDay(day)];
      const overlapping = blocks.filter(({ starts_at, ends_at }) => starts_at < to && ends_at > from);
      return {
        day,
        hours: frame.hours && { opens: frame.hours.opens, closes: frame.hours.closes },
        byBooking: frame.byBooking,
        bookings: bookingsOfDay.filter(({ state }) => state !== 'missed').length,
        mustMove: bookingsOfDay.filter((booking) =>
          mustMoveBooking(booking, { frame, fitting, blocks: overlapping, now }),
        ).length,
        freeHours: freeHoursOf(plans[index], now),
        blocked: overlapping.some((block) => !block.opens),
        opened: overlapping.some((block) => block.opens),
      };
    }),
  };
}

function mondayOf(day: Day): Day {
  // `weekdays` begins with Sunday.
  return addDays(day, -((weekdays.indexOf(weekdayOf(day)) + 6) % 7));
}

const halfHourMs = 30 * 60_000;

function freeHoursOf(plan: DayPlan | undefined, now: Date): number {
  const freeSpans = plan?.bays.flatMap(({ desk }) => desk) ?? [];
  const lengths = freeSpans
    .map(({ from, to }) => to - Math.max(from, now.getTime()))
    .filter((ms) => ms >= shortestJobMs);
  const freeMs = lengths.reduce((sum, ms) => sum + ms, 0);
  const halfHours = Math.floor(freeMs / halfHourMs);
  return halfHours / 2;
}

/** `minutes`: agreed by an employee. `moved`: the booking to move, whose time counts as free. `until`: the last start, in ms since 1970; absent: as far ahead as the desk may book. */
type StartsQuery = {
  branch: string;
  work: Work;
  minutes?: number | undefined;
  firstDay?: Day | undefined;
  moved?: Booking | undefined;
  until?: number | undefined;
};

export async function freeTimesForWork(
  { db, shopConfig, ...shop }: Shop,
  { branch, work, minutes, firstDay, moved, until }: StartsQuery,
): Promise<DeskStarts | null> {
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting) return null;
  const job = deskJobAt(fitting, work, minutes);
  if (!job) return { work: null, days: [], nextDay: null };
  const now = shop.now();
  const range = { ...deskRange(now), ...(until !== undefined && { until }) };
  const { first, last, nextDay } = pageOfDays(range, firstDay);
  const plans = await readPlans(db, { shopConfig, branch, fitting }, { first, last }, moved);
  const options: StartOptions = { work, minutes: job.minutes, ...range, bookedVia: 'desk' };
  return {
    work: job,
    days: plans.map((plan) => ({
      day: plan.day,
      starts: freeStarts(plan, options).map(({ at, bays }) => {
        return { at: new Date(at).toISOString(), time: timeOn(plan, at), bays };
      }),
    })),
    nextDay,
  };
}

/** Returns null if no open booking has this id, or if `branch` is another one and the booking belongs to an order, which cannot move there. */
export async function freeTimesToMove(
  shop: Shop,
  id: string,
  { branch, firstDay }: Partial<Pick<StartsQuery, 'branch' | 'firstDay'>> = {},
): Promise<DeskStarts | null> {
  const moved = await shop.db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', openBookingStates)
    .executeTakeFirst();
  if (!moved) return null;
  const isToOtherBranch = branch !== undefined && branch !== moved.branch;
  if (isToOtherBranch && moved.order_id !== null) return null;
  const job = { work: workOfBooking(moved), minutes: agreedMinutesOf(moved) };
  // At another branch, the time of the booking takes no bay, so there is none to count as free.
  const branchAndMoved = isToOtherBranch ? { branch } : { branch: moved.branch, moved };
  if (moved.order_id === null) return freeTimesForWork(shop, { ...job, ...branchAndMoved, firstDay });
  const until = await lastStartOf(shop, moved.order_id);
  if (until === null) return { work: null, days: [], nextDay: null };
  return freeTimesForWork(shop, { ...job, ...branchAndMoved, firstDay, until });
}

/** Returns the last start that an order's appointment may move to, in ms since 1970; null: it may not move, because it is not known when the tires arrive. */
async function lastStartOf({ db, ...shop }: Shop, orderId: number): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    return (await rangeOfOrder(trx, shop, order))?.until ?? null;
  });
}
