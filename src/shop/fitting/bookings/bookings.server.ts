import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { addDays, type Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { baysAt, freeStarts, type StartOptions } from '../free-starts.ts';
import { type BranchContext, readPlans } from '../read-plans.server.ts';
import { bookablePlan } from '../slots.ts';
import type { StartRange } from '../start-range.ts';
import { deskJobAt, type Work } from '../work.ts';

export type Booking = Selectable<Tables['fitting_bookings']>;

export const openBookingStates = ['booked', 'arrived'] as const;

/** States of a booking whose vehicle is at the bay, or has its tires fitted already. */
export const fittingBegunStates = ['arrived', 'done'] as const;

export type BookingRequest = {
  work: Work;
  startsAt: Date;
  range: StartRange;
  bookedVia: StartOptions['bookedVia'];
  now: Date;
  /** Absent: any bay that can do the job. */
  bay?: number | undefined;
  /** Agreed by an employee; absent: the duration in `works` of `shop.config.ts`. */
  minutes?: number | undefined;
};

/** `starts`: the nearest free start times, at most three. `no-such-work`: the job must be agreed by phone. */
export type BookingRefusal =
  | { ok: false; reason: 'slot-taken'; starts: Date[] }
  | { ok: false; reason: 'no-such-work' };

type Attempt = { startsAt: Date; endsAt: Date; bay: number; priceCents: Cents | null };

/** `write` returns undefined if the bay was just taken; then the next is tried. `moved`: the booking to move. */
async function bookBestBay<T>(
  trx: Trx,
  context: BranchContext,
  { work, startsAt, range, bookedVia, now, bay: wantedBay, minutes: agreed }: BookingRequest,
  write: (attempt: Attempt) => Promise<T | undefined>,
  moved?: Booking,
): Promise<{ ok: true; booked: T } | BookingRefusal> {
  const job = deskJobAt(context.fitting, work, agreed);
  if (!job) return { ok: false, reason: 'no-such-work' };
  const { minutes, priceCents } = job;
  const startMs = startsAt.getTime();
  const options = { work, minutes, bookedVia };
  const endsAt = new Date(startMs + minutes * 60_000);
  const day = tallinnDate(startsAt);
  const isInRange = range.from <= startMs && startMs <= range.until;
  const plans = isInRange ? await readPlans(trx, context, { first: day, last: day }, moved) : [];
  for (const bay of plans.flatMap((plan) => baysAt(bookablePlan(plan, now, bookedVia), startMs, options))) {
    if (wantedBay !== undefined && bay !== wantedBay) continue;
    const booked = await write({ startsAt, endsAt, bay, priceCents });
    if (booked !== undefined) return { ok: true, booked };
  }
  return {
    ok: false,
    reason: 'slot-taken',
    starts: await nearestStarts(trx, context, startsAt, { ...options, ...range, now }, moved),
  };
}

/** Days read first, around the wanted one. All are read only if these have too few free starts. */
const daysAround = 3;
const offeredStarts = 3;

async function nearestStarts(
  trx: Trx,
  context: BranchContext,
  wantedStart: Date,
  options: StartOptions & { now: Date },
  moved?: Booking,
): Promise<Date[]> {
  if (options.from > options.until) return [];
  const first = tallinnDate(new Date(options.from));
  const last = tallinnDate(new Date(options.until));
  const day = tallinnDate(wantedStart);
  const clamp = (value: Day) => {
    if (value < first) return first;
    return value > last ? last : value;
  };
  const startsOn = async (days: { first: Day; last: Day }) => {
    const plans = await readPlans(trx, context, days, moved);
    return plans
      .map((plan) => bookablePlan(plan, options.now, options.bookedVia))
      .flatMap((plan) => freeStarts(plan, options).map(({ at }) => at));
  };
  const near = await startsOn({ first: clamp(addDays(day, -daysAround)), last: clamp(addDays(day, daysAround)) });
  const starts = near.length < offeredStarts ? await startsOn({ first, last }) : near;
  const distance = (at: number) => Math.abs(at - wantedStart.getTime());
  return starts
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, offeredStarts)
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
}

export type NewBooking = Pick<Booking, 'order_id' | 'channel' | 'made_by'> &
  Partial<Pick<Booking, 'name' | 'phone' | 'plate' | 'note' | 'storage' | 'earlier_since'>>;

/** Books the best free bay. A constraint of the table prevents overlapping bookings. */
export async function takeBooking(
  trx: Trx,
  context: BranchContext,
  request: BookingRequest,
  columns: NewBooking,
): Promise<{ ok: true; booked: Booking } | BookingRefusal> {
  const { vehicle, wheels, rim, runFlat: run_flat } = request.work;
  return bookBestBay(trx, context, request, ({ startsAt, endsAt, bay, priceCents }) =>
    trx
      .insertInto('fitting_bookings')
      .values({
        ...columns,
        branch: context.branch,
        bay,
        starts_at: startsAt,
        ends_at: endsAt,
        vehicle,
        wheels,
        rim,
        run_flat,
        price_cents: priceCents,
        made_at: request.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Moves a locked booking. On a new day or branch, its state is `booked` again: the vehicle has to come again. */
export async function moveBooking(
  trx: Trx,
  context: BranchContext,
  booking: Booking,
  request: BookingRequest,
): Promise<{ ok: true; booked: Booking } | BookingRefusal> {
  const { vehicle, wheels, rim, runFlat: run_flat } = request.work;
  const isAtBranch = booking.branch === context.branch;
  const isSameDay = tallinnDate(booking.starts_at) === tallinnDate(request.startsAt);
  const undoneArrival = isAtBranch && isSameDay ? {} : ({ state: 'booked', arrived_at: null } as const);
  const write = ({ startsAt, endsAt, bay, priceCents }: Attempt) =>
    writeUnlessOverlapping(trx, () =>
      trx
        .updateTable('fitting_bookings')
        .set({ branch: context.branch, bay, starts_at: startsAt, ends_at: endsAt })
        .set({ vehicle, wheels, rim, run_flat, price_cents: priceCents, ...undoneArrival })
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', booking.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  // The bay that the booking has now counts as free for it; at another branch it has none.
  const moved = isAtBranch ? booking : undefined;
  return bookBestBay(trx, context, request, write, moved);
}

const exclusionViolation = '23P01';

/** Returns undefined, with nothing written, if a booking would overlap another one. */
export async function writeUnlessOverlapping<T>(trx: Trx, write: () => Promise<T>): Promise<T | undefined> {
  await sql`savepoint write`.execute(trx);
  try {
    return await write();
  } catch (error) {
    const isOverlap = error instanceof Error && 'code' in error && error.code === exclusionViolation;
    if (!isOverlap) throw error;
    await sql`rollback to savepoint write`.execute(trx);
    return undefined;
  }
}

export async function cancelBooking(
  trx: Trx,
  id: string,
  because: NonNullable<Booking['freed_because']>,
): Promise<Booking> {
  return trx
    .updateTable('fitting_bookings')
    .set({ state: 'freed', freed_because: because })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function lockOpenBookingOf(trx: Trx, orderId: number): Promise<Booking | null> {
  const booking = await trx
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', openBookingStates)
    .forUpdate()
    .executeTakeFirst();
  return booking ?? null;
}

/** Returns the open booking of an order, otherwise the one that was made last. Null: the order never had a booking. */
export async function latestBookingOf(db: Kysely<Tables>, orderId: number): Promise<Booking | null> {
  const booking = await db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy(sql`state in ('booked', 'arrived')`, 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return booking ?? null;
}

export async function hasFittingBegun(trx: Trx, orderId: number): Promise<boolean> {
  const booking = await trx
    .selectFrom('fitting_bookings')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', fittingBegunStates)
    .limit(1)
    .executeTakeFirst();
  return booking !== undefined;
}
