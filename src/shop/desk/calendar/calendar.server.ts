import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { type Day, endOfDay, hoursOf, startOfDay } from '../../calendar.ts';
import type { BlockRow } from '../../checkout/fitting/blocks.server.ts';
import { workOfBooking } from '../../checkout/fitting/desk-booking.server.ts';
import type { ShopContext } from '../../checkout/shop-context.server.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { mustMove } from '../../fitting/bookings/must-move.ts';
import { type DayFrame, dayFrame, timeOn } from '../../fitting/day-plan.ts';
import { type BranchFitting, fittingOf } from '../../fitting/work.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { type OrderRow, readOrderRows } from '../order/order-rows.server.ts';
import type { CalendarBlock, CalendarBooking, CalendarDay } from './calendar.ts';

type Shop = Pick<ShopContext, 'db' | 'shopConfig' | 'now'>;

/** Returns a day of a branch, by default today; null if the branch has no bays. */
export async function calendarDay(
  { db, shopConfig, ...shop }: Shop,
  branch: string,
  wanted?: Day,
): Promise<CalendarDay | null> {
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting) return null;
  const now = shop.now();
  const today = tallinnDate(now);
  const day = wanted ?? today;
  const frame = dayFrame(day, hoursOf(shopConfig, branch), fitting);
  const { noon, hours, byBooking } = frame;
  const time = { from: startOfDay(day), to: endOfDay(day) };
  const [bookings, blocks] = await Promise.all([readBookings(db, branch, time), readBlocks(db, branch, time)]);
  const orders = await readOrdersOf(db, bookings, now);
  const context = { frame, fitting, blocks, orders, now };
  return {
    branch,
    day,
    today,
    now: now.toISOString(),
    branches: shopConfig.branches.flatMap(({ id }) => (fittingOf(shopConfig, id) ? [id] : [])),
    noon: new Date(noon).toISOString(),
    hours: hours && { opens: hours.opens, closes: hours.closes },
    byBooking,
    bays: fitting.bays.map(({ id, online, maxRim, vans }) => ({ id, online, maxRim, vans })),
    bookings: bookings.map((booking) => calendarBooking(booking, context)),
    blocks: blocks.map(calendarBlock),
  };
}

type TimeRange = { from: Date; to: Date };

const shownStates = ['booked', 'arrived', 'done', 'missed'] as const;

export async function readBookings(db: Kysely<Tables>, branch: string, { from, to }: TimeRange): Promise<Booking[]> {
  return db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('branch', '=', branch)
    .where('state', 'in', shownStates)
    .where('starts_at', '>=', from)
    .where('starts_at', '<=', to)
    .orderBy('starts_at')
    .orderBy('bay')
    .execute();
}

export async function readBlocks(db: Kysely<Tables>, branch: string, { from, to }: TimeRange): Promise<BlockRow[]> {
  return db
    .selectFrom('fitting_blocks')
    .selectAll()
    .where('branch', '=', branch)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

export async function readOrdersOf(
  db: Kysely<Tables>,
  bookings: readonly Booking[],
  now: Date,
): Promise<Map<number, OrderRow>> {
  const ids = bookings.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]));
  return ids.length === 0 ? new Map() : readOrderRows(db, sql`select unnest(${ids}::bigint[])`, now);
}

type BookingContext = {
  frame: DayFrame;
  fitting: Pick<BranchFitting, 'bays'>;
  blocks: readonly BlockRow[];
  orders: ReadonlyMap<number, OrderRow>;
  now: Date;
};

export function calendarBooking(booking: Booking, { orders, ...context }: BookingContext): CalendarBooking {
  const order = booking.order_id === null ? undefined : orders.get(booking.order_id);
  const { id, version, bay, starts_at, ends_at, vehicle, wheels, rim, storage, note, channel } = booking;
  return {
    id,
    version,
    bay,
    channel,
    vehicle,
    wheels,
    rim,
    storage,
    note,
    order: order ? bookedOrder(order) : null,
    from: starts_at.toISOString(),
    to: ends_at.toISOString(),
    time: timeOn(context.frame, starts_at.getTime()),
    minutes: (ends_at.getTime() - starts_at.getTime()) / 60_000,
    // `readBookings` leaves out cancelled (`freed`) bookings. A booking that is read by its id may be cancelled meanwhile, and is shown as missed.
    state: booking.state === 'freed' ? 'missed' : booking.state,
    name: order?.row.name ?? booking.name ?? '',
    phone: order?.row.phone ?? booking.phone ?? '',
    plate: order?.row.plate ?? booking.plate ?? '',
    runFlat: booking.run_flat,
    priceCents: booking.price_cents,
    mustMove: mustMoveBooking(booking, context),
  };
}

export function mustMoveBooking(
  booking: Booking,
  { frame, fitting, blocks, now }: Pick<BookingContext, 'frame' | 'fitting' | 'blocks' | 'now'>,
): boolean {
  const { state, bay, starts_at, ends_at } = booking;
  if (state !== 'booked' || ends_at <= now) return false;
  const taken = { bay, from: starts_at.getTime(), to: ends_at.getTime(), work: workOfBooking(booking) };
  const spans = blocks.map(({ bay, opens, starts_at, ends_at }) => {
    return { bay, opens, from: starts_at.getTime(), to: ends_at.getTime() };
  });
  return mustMove(taken, frame, { bays: fitting.bays, blocks: spans });
}

function bookedOrder({ row: { number, tires, money, shelf } }: OrderRow): CalendarBooking['order'] {
  return { number, tires, money, shelf };
}

function calendarBlock({ id, bay, starts_at, ends_at, opens, reason, made_by }: BlockRow): CalendarBlock {
  return { id, bay, opens, reason, from: starts_at.toISOString(), to: ends_at.toISOString(), madeBy: made_by };
}
