import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { endOfDay, hoursOf, startOfDay } from '../../calendar.ts';
import type { ShopContext } from '../../checkout/shop-context.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { bookingsToMove } from '../../fitting/bookings/bookings-to-move.server.ts';
import { dayFrame } from '../../fitting/day-plan.ts';
import { type BranchFitting, fittingOf } from '../../fitting/work.ts';
import { openStatuses } from '../../order/order.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { calendarBooking, readBlocks, readBookings, readOrdersOf } from '../calendar/calendar.server.ts';
import type { CalendarBooking } from '../calendar/calendar.ts';
import type { OrderRow } from '../order/order-rows.server.ts';
import type { FittingRow, FittingStep, TodayFitting } from './today-fitting.ts';

const rowsPerBay = 3;
const maxShownToMove = 50;
/** A buyer counts as late from this long after the start. */
const graceMs = 15 * 60_000;

type Context = { db: Kysely<Tables>; shopConfig: ShopConfig; branch: string; fitting: BranchFitting; now: Date };

export async function todayFitting(
  { db, shopConfig, ...shop }: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  branch: string,
): Promise<TodayFitting | null> {
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting) return null;
  const now = shop.now();
  const context = { db, shopConfig, branch, fitting, now };
  const [rows, toMove] = await Promise.all([rowsOfToday(context), bookingsToMove(db, { shopConfig, now, branch })]);
  const ids = toMove.slice(0, maxShownToMove).map(({ id }) => id);
  return {
    bays: fitting.bays.map(({ id: bay }) => {
      const ofBay = rows.filter((row) => row.bay === bay);
      return { bay, rows: ofBay.slice(0, rowsPerBay), later: Math.max(0, ofBay.length - rowsPerBay) };
    }),
    toMove: { total: toMove.length, rows: await rowsToMove(ids, context) },
  };
}

async function rowsOfToday(context: Context): Promise<FittingRow[]> {
  const { db, branch, now } = context;
  const day = tallinnDate(now);
  const time = { from: startOfDay(day), to: endOfDay(day) };
  const [bookings, blocks] = await Promise.all([readBookings(db, branch, time), readBlocks(db, branch, time)]);
  // A fitting that is done stays listed while its order is open.
  const candidates = bookings.filter(({ state, order_id }) =>
    state === 'done' ? order_id !== null : state !== 'missed',
  );
  const orders = await readOrdersOf(db, candidates, now);
  const studded = await studdedOrders(db, [...orders.keys()]);
  const frame = dayFrame(day, hoursOf(context.shopConfig, branch), context.fitting);
  return candidates.flatMap((booking) => {
    const order = orders.get(booking.order_id ?? 0);
    if (booking.state === 'done' && (!order || !openStatuses.includes(order.row.status))) return [];
    const shown = calendarBooking(booking, { ...context, frame, blocks, orders });
    return [{ ...shown, studded: order !== undefined && studded.has(order.id), ...nextOf(booking, order, now) }];
  });
}

const nextSteps: Partial<Record<Booking['state'], FittingStep>> = {
  booked: 'fitting-arrived',
  arrived: 'fitting-done',
};

function nextOf({ state, starts_at }: Booking, order: OrderRow | undefined, now: Date) {
  const step = nextSteps[state] ?? null;
  const late = state === 'booked' && now.getTime() > starts_at.getTime() + graceMs;
  return { late, step, orderAct: step === null ? (order?.row.nextAct ?? null) : null };
}

async function studdedOrders(db: Kysely<Tables>, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('tires', 'tires.id', 'order_lines.tire_id')
    .select('order_id')
    .where('order_id', 'in', ids)
    .where('studs', '=', 'studded')
    .execute();
  return new Set(lines.map(({ order_id }) => order_id));
}

async function rowsToMove(ids: readonly string[], context: Context): Promise<TodayFitting['toMove']['rows']> {
  if (ids.length === 0) return [];
  const { db, shopConfig, branch, fitting, now } = context;
  const bookings = await db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('starts_at')
    .orderBy('bay')
    .execute();
  const orders = await readOrdersOf(db, bookings, now);
  return bookings.map((booking): CalendarBooking & { day: string } => {
    const day = tallinnDate(booking.starts_at);
    const frame = dayFrame(day, hoursOf(shopConfig, branch), fitting);
    // Needs no blocks, because `bookingsToMove` has found out that the booking must move.
    return { ...calendarBooking(booking, { frame, fitting, blocks: [], orders, now }), mustMove: true, day };
  });
}
