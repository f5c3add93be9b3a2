import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import {
  type Booking,
  type BookingRefusal,
  cancelBooking,
  moveBooking,
  openBookingStates,
  takeBooking,
} from '../../fitting/bookings/bookings.server.ts';
import { deskRange } from '../../fitting/start-range.ts';
import { fittingOf, selectableMinutes, type Work } from '../../fitting/work.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { parseField } from '../desk/desk-orders.server.ts';
import { customer, type FieldError, orderForm, storedPlate } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';
import {
  type BookOrderResult,
  bookForLockedOrder,
  type CancelBookingResult,
  cancelLockedBooking,
} from './order-booking.server.ts';
import { tellBuyer } from './tell-buyer.server.ts';

/** `version`: the version that the employee saw; absent: it is not checked. */
export type SeenBooking = { id: string; version?: number | undefined };

/** `changed`: somebody has changed the booking since the employee saw it, or it is no longer open. */
export type SeenBookingRefusal = { ok: false; reason: 'unknown-booking' | 'changed' };

export type SeenAppointment = { booking: Booking; order: LockedOrder | null };

/** Locks the order before its booking, as all transactions do, then runs `change` in the same transaction. */
export function changeSeenBooking<T extends { ok: boolean }>(
  { db }: Pick<ShopContext, 'db'>,
  { id, version }: SeenBooking,
  change: (trx: Trx, seen: SeenAppointment) => Promise<T | SeenBookingRefusal>,
): Promise<T | SeenBookingRefusal> {
  return commitIfOkWithRetry(db, async (trx): Promise<T | SeenBookingRefusal> => {
    const bookings = trx.selectFrom('fitting_bookings').where('id', '=', id);
    const unlocked = await bookings.select('order_id').executeTakeFirst();
    if (!unlocked) return { ok: false, reason: 'unknown-booking' };
    const order = unlocked.order_id === null ? null : await lockOrder(trx, unlocked.order_id);
    const booking = await bookings.selectAll().forUpdate().executeTakeFirst();
    if (!booking) return { ok: false, reason: 'unknown-booking' };
    if (version !== undefined && version !== booking.version) return { ok: false, reason: 'changed' };
    return change(trx, { booking, order });
  });
}

/** The buyer. Empty texts: not known; a name or a plate is required. `storage`: the branch stores the buyer's other set. */
export type Contact = { name: string; phone: string; plate: string; note: string; storage: boolean };

export type DeskBookingForm = Contact & {
  branch: string;
  at: Date;
  bay?: number | undefined;
  work: Work;
  /** The duration agreed with the buyer, one of `selectableMinutes`; absent: duration and price come from `fitting.works` in shop.config.ts. */
  minutes?: number | undefined;
  channel: 'phone' | 'counter';
};

export type DeskBookingResult =
  | { ok: true; booking: Booking }
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | BookingRefusal;

/** Books an appointment without an order, first in bays that buyers cannot book. */
export async function bookWithoutOrder(
  shop: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  form: DeskBookingForm,
  actor: string,
): Promise<DeskBookingResult> {
  const { branch, at: startsAt, bay, work, minutes, channel } = form;
  const fitting = fittingOf(shop.shopConfig, branch);
  const { buyer, errors: contactErrors } = checkContact(form);
  const errors = [...contactErrors, ...jobErrors(form)];
  if (!fitting) errors.push({ path: 'branch', code: 'unknown' });
  if (!fitting || errors.length > 0) return { ok: false, reason: 'validation', errors };
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskBookingResult> => {
    const now = shop.now();
    const context = { shopConfig: shop.shopConfig, branch, fitting };
    const request = { work, minutes, startsAt, bay, range: deskRange(now), bookedVia: 'desk', now } as const;
    const result = await takeBooking(trx, context, request, { order_id: null, channel, made_by: actor, ...buyer });
    return result.ok ? { ok: true, booking: result.booked } : result;
  });
}

const wheelsOfTwoSets = 8;

function jobErrors({ work, minutes }: DeskBookingForm): FieldError[] {
  const errors: FieldError[] = [];
  if (!Number.isInteger(work.wheels) || work.wheels < 1 || work.wheels > wheelsOfTwoSets)
    errors.push({ path: 'wheels', code: 'invalid' });
  if (minutes !== undefined && !selectableMinutes.includes(minutes)) errors.push({ path: 'minutes', code: 'invalid' });
  return errors;
}

export function checkContact({ name, phone, plate, note, storage }: Contact) {
  const errors: FieldError[] = [];
  if (name === '' && plate === '') errors.push({ path: 'name', code: 'required' });
  const buyer = {
    name: name === '' ? null : parseField(errors, 'name', customer.shape.name, name),
    phone: phone === '' ? null : parseField(errors, 'phone', customer.shape.phone, phone),
    plate: plate === '' ? null : storedPlate(parseField(errors, 'plate', orderForm.shape.plate, plate)),
    note: parseField(errors, 'note', orderForm.shape.note, note),
    storage,
  };
  return { buyer, errors };
}

/** `other-branch`: the appointment of an order cannot leave the order's branch. `by-phone`: the branch does not do this work. */
export type MoveResult = BookOrderResult | SeenBookingRefusal | { ok: false; reason: 'other-branch' };

/** Moves an appointment. `bay` absent: any bay that can do the work. `branch` absent: the same. The buyer is told if start or branch change. */
export async function moveAtDesk(
  shop: ShopContext,
  seen: SeenBooking,
  wanted: { at: Date; bay?: number | undefined; branch?: string | undefined },
  actor: string,
): Promise<MoveResult> {
  return changeSeenBooking(shop, seen, async (trx, { booking, order }): Promise<MoveResult> => {
    if (!isOpenBooking(booking)) return { ok: false, reason: 'changed' };
    const { vehicle } = booking;
    const { at, bay, branch = booking.branch } = wanted;
    if (order && branch !== order.branch) return { ok: false, reason: 'other-branch' };
    if (order)
      return bookForLockedOrder(trx, shop, { order, booking }, { at, bay, vehicle }, { actor, bookedVia: 'desk' });
    const fitting = fittingOf(shop.shopConfig, branch);
    if (!fitting) return { ok: false, reason: 'by-phone' };
    const keepsBranchAndStart = isBookedAt(booking, { branch, at });
    if (keepsBranchAndStart && (bay === undefined || bay === booking.bay)) return { ok: true, booking };
    const now = shop.now();
    const context = { shopConfig: shop.shopConfig, branch, fitting };
    const job = { work: workOfBooking(booking), minutes: agreedMinutesOf(booking) };
    const request = { ...job, startsAt: at, bay, range: deskRange(now, booking), bookedVia: 'desk', now } as const;
    const moved = await moveBooking(trx, context, booking, request);
    if (!moved.ok) return moved.reason === 'no-such-work' ? { ok: false, reason: 'by-phone' } : moved;
    if (!keepsBranchAndStart) await tellBuyer(trx, shop, moved.booked, 'moved', { order, at: now });
    return { ok: true, booking: moved.booked };
  });
}

function isBookedAt({ branch, starts_at }: Booking, wanted: { branch: string; at: Date }): boolean {
  return branch === wanted.branch && starts_at.getTime() === wanted.at.getTime();
}

export function isOpenBooking({ state }: Pick<Booking, 'state'>): boolean {
  return openBookingStates.some((openState) => openState === state);
}

const rimThatFitsEveryBay = 0;

export function workOfBooking({ vehicle, wheels, rim, run_flat: runFlat }: Booking): Work {
  return { vehicle, wheels, rim: rim ?? rimThatFitsEveryBay, runFlat };
}

/** Returns the minutes agreed with the buyer; undefined: `fitting.works` applies. A booking with an agreed duration has no price. */
export function agreedMinutesOf({ price_cents, starts_at, ends_at }: Booking): number | undefined {
  return price_cents === null ? (ends_at.getTime() - starts_at.getTime()) / 60_000 : undefined;
}

export async function cancelAtDesk(
  shop: ShopContext,
  seen: SeenBooking,
  actor: string,
): Promise<CancelBookingResult | SeenBookingRefusal> {
  return changeSeenBooking<CancelBookingResult>(shop, seen, async (trx, { booking, order }) => {
    if (!isOpenBooking(booking)) return { ok: false, reason: 'changed' };
    if (order) return cancelLockedBooking(trx, shop, { order, booking }, { actor, bookedVia: 'desk' });
    const cancelled = await cancelBooking(trx, booking.id, 'desk');
    await tellBuyer(trx, shop, cancelled, 'freed', { order, at: shop.now() });
    return { ok: true };
  });
}
