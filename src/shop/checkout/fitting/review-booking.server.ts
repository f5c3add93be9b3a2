import type { Trx } from '../../../database/transaction.server.ts';
import {
  type Booking,
  type BookingRequest,
  cancelBooking,
  latestBookingOf,
  lockOpenBookingOf,
  moveBooking,
  takeBooking,
} from '../../fitting/bookings/bookings.server.ts';
import { holdEndWithBooking } from '../../fitting/hold-end.ts';
import { deskRange } from '../../fitting/start-range.ts';
import { fittingOf, jobAt, type Work } from '../../fitting/work.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { areAllHere } from '../../order/holds.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { arrivalDayOf, rangeOfOrder, workOfOrder } from './order-range.server.ts';
import { tellBuyer } from './tell-buyer.server.ts';

/** Adapts the appointment of a changed order, or cancels it: no fitting at its branch, no bay for the new work at its time, or, with `areTiresLater`, tires that come on its day or after it. Otherwise even an appointment stays that the desk booked for a time before the tires come. */
export async function reviewBooking(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
  { areTiresLater }: { areTiresLater: boolean },
): Promise<void> {
  const booking = await lockOpenBookingOf(trx, order.id);
  if (!booking) return;
  if (order.fulfilment !== 'fitting' || order.branch !== booking.branch)
    return cancelBookingAndTell(trx, shop, order, booking, 'changed', change);
  // A vehicle that is in its bay stays there.
  const isInBay = booking.state === 'arrived';
  if (!isInBay && areTiresLater && (await arriveTooLate(trx, order, booking)))
    return cancelBookingAndTell(trx, shop, order, booking, 'late', change);
  const fitsAtItsTime = await adaptToWork(trx, shop, order, booking, change);
  if (!fitsAtItsTime && !isInBay) await cancelBookingAndTell(trx, shop, order, booking, 'changed', change);
}

/** For an order paid at the branch: holds its tires until the end of the day of its appointment. Cancels the appointment instead if the tires cannot be held that long, or if it is not known when they arrive (`rangeOfOrder`). */
export async function holdForBooking(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<void> {
  const booking = await lockOpenBookingOf(trx, order.id);
  if (!booking) return;
  if (booking.state === 'booked') {
    const range = await rangeOfOrder(trx, shop, order);
    if (!range || booking.starts_at.getTime() > range.until)
      return cancelBookingAndTell(trx, shop, order, booking, 'changed', change);
  }
  const held_until = holdEndWithBooking(order.held_until, booking);
  await trx.updateTable('orders').set({ held_until }).where('id', '=', order.id).execute();
}

async function arriveTooLate(trx: Trx, order: LockedOrder, booking: Booking): Promise<boolean> {
  const holds = await readHolds(trx, order.id);
  if (areAllHere(holds, order.branch)) return false;
  const arrivesOn = arrivalDayOf(order, holds);
  return arrivesOn === null || arrivesOn >= tallinnDate(booking.starts_at);
}

function isSameWork({ vehicle, wheels, rim, runFlat }: Work, booking: Booking): boolean {
  return (
    vehicle === booking.vehicle && wheels === booking.wheels && rim === booking.rim && runFlat === booking.run_flat
  );
}

/** Returns false if the work does not fit at the booked time. Only a vehicle that has not arrived may change its bay. As at the desk, bays and times that buyers cannot book are allowed. */
async function adaptToWork(
  trx: Trx,
  { shopConfig }: ShopContext,
  { id, branch }: LockedOrder,
  booking: Booking,
  change: ChangeStamp,
): Promise<boolean> {
  const work = await workOfOrder(trx, id, booking.vehicle);
  if (work === null) return false;
  if (isSameWork(work, booking)) return true;
  const fitting = fittingOf(shopConfig, branch);
  if (!fitting || !jobAt(fitting, work)) return false;
  const at = booking.starts_at.getTime();
  const itsTime = { startsAt: booking.starts_at, range: { from: at, until: at } };
  const request = { work, ...itsTime, bookedVia: 'desk', now: change.at } as const;
  const context = { shopConfig, branch, fitting };
  const mayChangeBay = booking.state !== 'arrived';
  let result = await moveBooking(trx, context, booking, { ...request, bay: booking.bay });
  if (!result.ok && mayChangeBay) result = await moveBooking(trx, context, booking, request);
  if (result.ok) await recordEvent(trx, id, change, 'fitting-resized', { at: booking.starts_at.toISOString() });
  return result.ok;
}

/** Longer than the delay of the mail about late tires, which also reports the cancellation. If that mail is sent, the one about the freed time is dropped. */
const freedMailDelaySeconds = 90;

export async function cancelBookingAndTell(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  booking: Booking,
  because: 'changed' | 'late',
  change: ChangeStamp,
): Promise<void> {
  const cancelled = await cancelBooking(trx, booking.id, because);
  await recordEvent(trx, order.id, change, 'fitting-freed', { at: booking.starts_at.toISOString(), because });
  // A buyer who has given up fitting needs no mail, and knows that this cancels the appointment.
  if (order.fulfilment === 'fitting')
    await tellBuyer(trx, shop, cancelled, 'freed', { order, at: change.at, afterSeconds: freedMailDelaySeconds });
}

/** Books the appointment of an order that a late payment reopened again. If its time is taken, or the tires arrive too late, the buyer gets a mail instead. */
export async function bookAgain(trx: Trx, shop: ShopContext, order: LockedOrder, change: ChangeStamp): Promise<void> {
  const freed = await bookingFreedWithOrder(trx, order);
  if (!freed) return;
  const range = await rangeOfOrder(trx, shop, order);
  const bookedVia = freed.channel === 'web' ? 'online' : 'desk';
  if (range && (await bookAsBefore(trx, shop, order, freed, { range, bookedVia }, change))) return;
  await tellBuyer(trx, shop, freed, 'freed', { order, at: change.at });
}

/** Books the appointment again that an undone hand-over had cancelled. If its time is taken or over, the branch has cancelled it, and the buyer gets a mail. */
export async function bookAgainAtDesk(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<void> {
  const freed = await bookingFreedWithOrder(trx, order);
  // If the order ended before, a late payment reopened it, and the buyer has been told about its appointment.
  if (!freed || (await hasEndedSince(trx, order.id, freed.made_at))) return;
  const asAtDesk = { range: deskRange(change.at), bookedVia: 'desk' } as const;
  if (await bookAsBefore(trx, shop, order, freed, asAtDesk, change)) return;
  const because = 'desk';
  const cancelled = await cancelBooking(trx, freed.id, because);
  await recordEvent(trx, order.id, change, 'fitting-freed', { at: freed.starts_at.toISOString(), because });
  await tellBuyer(trx, shop, cancelled, 'freed', { order, at: change.at });
}

async function bookingFreedWithOrder(trx: Trx, order: LockedOrder): Promise<Booking | null> {
  const freed = order.fulfilment === 'fitting' ? await latestBookingOf(trx, order.id) : null;
  return freed?.freed_because === 'expired' || freed?.freed_because === 'closed' ? freed : null;
}

async function hasEndedSince(trx: Trx, orderId: number, since: Date): Promise<boolean> {
  const ended = trx.selectFrom('order_events').select('id').where('order_id', '=', orderId);
  const found = await ended.where('type', 'in', ['cancelled', 'expired']).where('at', '>=', since).executeTakeFirst();
  return found !== undefined;
}

/** Returns false if the bays are taken at the booked time, or the range excludes it. */
async function bookAsBefore(
  trx: Trx,
  { shopConfig }: ShopContext,
  order: LockedOrder,
  { vehicle, starts_at: startsAt, channel, made_by, storage, earlier_since, note }: Booking,
  by: Pick<BookingRequest, 'range' | 'bookedVia'>,
  change: ChangeStamp,
): Promise<boolean> {
  const fitting = fittingOf(shopConfig, order.branch);
  const work = await workOfOrder(trx, order.id, vehicle);
  if (!fitting || !work) return false;
  const rebooked = await takeBooking(
    trx,
    { shopConfig, branch: order.branch, fitting },
    { work, startsAt, ...by, now: change.at },
    { order_id: order.id, channel, made_by, storage, earlier_since, note },
  );
  if (rebooked.ok) await recordEvent(trx, order.id, change, 'fitting-booked', { at: startsAt.toISOString() });
  return rebooked.ok;
}
