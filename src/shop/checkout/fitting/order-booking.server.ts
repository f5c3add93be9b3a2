import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import {
  type Booking,
  cancelBooking,
  latestBookingOf,
  lockOpenBookingOf,
  moveBooking,
  openBookingStates,
  takeBooking,
} from '../../fitting/bookings/bookings.server.ts';
import type { StartOptions } from '../../fitting/free-starts.ts';
import { holdEndWithBooking } from '../../fitting/hold-end.ts';
import { readPlans } from '../../fitting/read-plans.server.ts';
import { type FittingDay, fittingDays, pageOfDays } from '../../fitting/slots.ts';
import { changeableUntil, deskRange, type StartRange } from '../../fitting/start-range.ts';
import { type BranchFitting, type FittingJob, fittingOf, jobAt, type Vehicle, type Work } from '../../fitting/work.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import type { Cents } from '../../money.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { openStatuses } from '../../order/order.ts';
import { isPrepaid } from '../../payment/payment-methods.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { findExceededLimitOfOrder, type TooManyAppointments } from './appointment-limit.server.ts';
import { rangeOfOrder, workOfOrder } from './order-range.server.ts';
import { tellBuyer } from './tell-buyer.server.ts';

/** At the `desk`, an employee can also book slots and bays that buyers cannot, until the appointment begins. */
export type Booker = { actor: string; bookedVia: StartOptions['bookedVia'] };

/** `too-late`: the order is closed, or the start is within two hours. `by-phone`: the time must be agreed by phone. `starts`: free start times. */
export type BookOrderResult =
  | { ok: true; booking: Booking }
  | { ok: false; reason: 'too-late' | 'by-phone' }
  | { ok: false; reason: 'slot-taken'; starts: Date[] }
  | TooManyAppointments;

/** `storage`: the branch stores the buyer's other set. `earlier`: the buyer wants to be told of earlier slots. These two absent: unchanged. `bay` absent: any bay that can do the work. */
type WantedAppointment = {
  at: Date;
  vehicle: Vehicle;
  storage?: boolean | undefined;
  earlier?: boolean | undefined;
  bay?: number | undefined;
};

/** Books or moves the appointment of an order, and tells the buyer. Booking the same time again changes only the options, without a mail. */
export async function bookForOrder(
  shop: ShopContext,
  orderId: number,
  wanted: WantedAppointment,
  by: Booker,
): Promise<BookOrderResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<BookOrderResult> => {
    const order = await lockOrder(trx, orderId);
    return bookForLockedOrder(trx, shop, { order, booking: await lockOpenBookingOf(trx, orderId) }, wanted, by);
  });
}

export type LockedAppointment = { order: LockedOrder; booking: Booking | null };

export async function bookForLockedOrder(
  trx: Trx,
  shop: ShopContext,
  { order, booking }: LockedAppointment,
  wanted: WantedAppointment,
  by: Booker,
): Promise<BookOrderResult> {
  const change = { at: shop.now(), actor: by.actor };
  if (!mayBook(order, booking, change.at, by.bookedVia)) return { ok: false, reason: 'too-late' };
  const job = await jobOf(trx, shop, order, wanted.vehicle);
  if (!job) return { ok: false, reason: 'by-phone' };
  const options = bookingOptions(wanted, booking, change.at);
  if (booking && isSameBooking(booking, wanted, job.work))
    return { ok: true, booking: await setOptions(trx, booking, options) };
  const isNewByBuyer = !booking && by.bookedVia === 'online';
  const limit = isNewByBuyer ? await findExceededLimitOfOrder(trx, order, change.at) : null;
  if (limit) return { ok: false, reason: 'too-many-appointments', limit };
  const context = { shopConfig: shop.shopConfig, branch: order.branch, fitting: job.fitting };
  const request = {
    work: job.work,
    startsAt: wanted.at,
    range: rangeFor(by.bookedVia, job.range, change.at, booking),
    bookedVia: by.bookedVia,
    now: change.at,
    bay: wanted.bay,
  };
  const columns = { order_id: order.id, channel: order.channel, made_by: by.actor, ...options };
  const result = booking
    ? await moveBooking(trx, context, booking, request)
    : await takeBooking(trx, context, request, columns);
  if (!result.ok) return result.reason === 'no-such-work' ? { ok: false, reason: 'by-phone' } : result;
  const after = booking ? await setOptions(trx, result.booked, options) : result.booked;
  await recordBooking(trx, shop, order, { before: booking, after }, change);
  return { ok: true, booking: after };
}

function mayBook(order: LockedOrder, booking: Booking | null, now: Date, bookedVia: Booker['bookedVia']): boolean {
  if (!openStatuses.includes(order.status) || order.fulfilment !== 'fitting') return false;
  return !booking || mayChange(booking, now, bookedVia);
}

function mayChange({ state, starts_at }: Booking, now: Date, bookedVia: Booker['bookedVia']): boolean {
  return bookedVia === 'desk' || (state === 'booked' && now <= changeableUntil(starts_at));
}

type OrderJob = FittingJob & { fitting: BranchFitting; work: Work; range: StartRange };

async function jobOf(trx: Trx, shop: ShopContext, order: LockedOrder, vehicle: Vehicle): Promise<OrderJob | null> {
  const fitting = fittingOf(shop.shopConfig, order.branch);
  const work = await workOfOrder(trx, order.id, vehicle);
  const range = await rangeOfOrder(trx, shop, order);
  const job = fitting && work && jobAt(fitting, work);
  return job && range ? { ...job, fitting, work, range } : null;
}

/** Employees may also book times before the tires arrive. The last possible time is the same as for buyers. */
function rangeFor(
  bookedVia: Booker['bookedVia'],
  orderRange: StartRange,
  now: Date,
  booking: Booking | null,
): StartRange {
  return bookedVia === 'desk' ? { ...deskRange(now, booking), until: orderRange.until } : orderRange;
}

type BookingOptions = Pick<Booking, 'storage' | 'earlier_since'>;

function bookingOptions({ storage, earlier }: WantedAppointment, booking: Booking | null, now: Date): BookingOptions {
  const waitsSince = booking?.earlier_since ?? null;
  const isWaiting = waitsSince !== null;
  const wantsEarlier = earlier ?? isWaiting;
  return {
    storage: storage ?? booking?.storage ?? false,
    earlier_since: wantsEarlier ? (waitsSince ?? now) : null,
  };
}

async function setOptions(trx: Trx, booking: Booking, options: BookingOptions): Promise<Booking> {
  const hasSameWaitingStart = booking.earlier_since?.getTime() === options.earlier_since?.getTime();
  if (booking.storage === options.storage && hasSameWaitingStart) return booking;
  return trx
    .updateTable('fitting_bookings')
    .set(options)
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function isSameBooking({ starts_at, vehicle, bay }: Booking, wanted: WantedAppointment, work: Work): boolean {
  return (
    starts_at.getTime() === wanted.at.getTime() &&
    vehicle === work.vehicle &&
    (wanted.bay === undefined || wanted.bay === bay)
  );
}

async function recordBooking(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  { before, after }: { before: Booking | null; after: Booking },
  change: ChangeStamp,
): Promise<void> {
  const heldUntil = holdEndWithBooking(order.held_until, after);
  const isPaidAtBranch = !isPrepaid(order.payment_method);
  if (isPaidAtBranch && heldUntil > order.held_until)
    await trx.updateTable('orders').set({ held_until: heldUntil }).where('id', '=', order.id).execute();
  const at = after.starts_at.toISOString();
  if (before) await recordEvent(trx, order.id, change, 'fitting-moved', { at, from: before.starts_at.toISOString() });
  else await recordEvent(trx, order.id, change, 'fitting-booked', { at });
  // For buyers, the news `moved` also means a first appointment.
  const keepsStart = before?.starts_at.getTime() === after.starts_at.getTime();
  if (!keepsStart) await tellBuyer(trx, shop, after, 'moved', { order, at: change.at });
}

export type CancelBookingResult = { ok: true } | { ok: false; reason: 'too-late' };

export async function cancelForOrder(shop: ShopContext, orderId: number, by: Booker): Promise<CancelBookingResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CancelBookingResult> => {
    const order = await lockOrder(trx, orderId);
    return cancelLockedBooking(trx, shop, { order, booking: await lockOpenBookingOf(trx, orderId) }, by);
  });
}

export async function cancelLockedBooking(
  trx: Trx,
  shop: ShopContext,
  { order, booking }: LockedAppointment,
  by: Booker,
): Promise<CancelBookingResult> {
  if (!booking) return { ok: true };
  const change = { at: shop.now(), actor: by.actor };
  if (!mayChange(booking, change.at, by.bookedVia)) return { ok: false, reason: 'too-late' };
  const because = by.bookedVia === 'desk' ? 'desk' : 'buyer';
  const cancelled = await cancelBooking(trx, booking.id, because);
  await recordEvent(trx, order.id, change, 'fitting-freed', { at: booking.starts_at.toISOString(), because });
  await tellBuyer(trx, shop, cancelled, 'freed', { order, at: change.at });
  return { ok: true };
}

/** `booking`: the latest appointment; while it is open, its own slot counts as free in `days`. `work` null: `canChange` is false, or the time must be agreed by phone. */
export type OrderSlots = {
  booking: Booking | null;
  canChange: boolean;
  work: { minutes: number; priceCents: Cents; vehicle: Vehicle } | null;
  /** The first possible day; null: there is none. */
  earliest: Day | null;
  days: FittingDay[];
  nextDay: Day | null;
};

const noDays = { earliest: null, days: [], nextDay: null };

export async function slotsOfOrder(
  shop: ShopContext,
  orderId: number,
  {
    vehicle,
    firstDay,
    bookedVia = 'online',
  }: { vehicle?: Vehicle | undefined; firstDay?: Day | undefined; bookedVia?: Booker['bookedVia'] },
): Promise<OrderSlots> {
  return shop.db.transaction().execute(async (trx) => {
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    const now = shop.now();
    const booking = await latestBookingOf(trx, orderId);
    const current = booking && openBookingStates.some((state) => state === booking.state) ? booking : null;
    const canChange = mayBook(order, current, now, bookedVia);
    const job = await jobOf(trx, shop, order, vehicle ?? booking?.vehicle ?? 'car');
    if (!job || !canChange) return { booking, canChange, work: null, ...noDays };
    const { fitting, work, minutes, priceCents } = job;
    const range = rangeFor(bookedVia, job.range, now, current);
    const shownWork = { minutes, priceCents, vehicle: work.vehicle };
    if (range.from > range.until) return { booking, canChange, work: shownWork, ...noDays };
    const { first, last, nextDay } = pageOfDays(range, firstDay);
    const context = { shopConfig: shop.shopConfig, branch: order.branch, fitting };
    const plans = await readPlans(trx, context, { first, last }, current ?? undefined);
    const days = fittingDays(plans, { work, minutes, ...range, bookedVia }, now);
    const earliest = tallinnDate(new Date(range.from));
    return { booking, canChange, work: shownWork, earliest, days, nextDay };
  });
}
