import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import {
  type Booking,
  type BookingRefusal,
  freeBooking,
  moveBooking,
  openBookingStates,
  takeBooking,
} from '../../fitting/bookings.server.ts';
import { deskRange } from '../../fitting/start-range.ts';
import { fittingOf, type Work } from '../../fitting/work.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { errorsIn } from '../desk/desk-orders.server.ts';
import { customer, type FieldError, orderForm } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type BookOrderResult, bookLocked, cancelLocked } from './order-booking.server.ts';
import { tellBuyer } from './tell-buyer.server.ts';

/** A booking, and the version of it that the employee saw. Without a version any is meant. */
export type SeenBooking = { id: string; version?: number | undefined };

/** `changed`: somebody has changed the booking since the employee saw it, or it is in another state. */
export type SeenRefusal = { ok: false; reason: 'unknown-booking' | 'changed' };

type Seen = { ok: true; booking: Booking; order: LockedOrder | null } | SeenRefusal;

/** Locks a booking, and before it its order if it has one. */
export async function lockSeen(trx: Trx, { id, version }: SeenBooking): Promise<Seen> {
  const found = await trx.selectFrom('fitting_bookings').select('order_id').where('id', '=', id).executeTakeFirst();
  if (!found) return { ok: false, reason: 'unknown-booking' };
  const order = found.order_id === null ? null : await lockOrder(trx, found.order_id);
  const booking = await trx
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!booking) return { ok: false, reason: 'unknown-booking' };
  if (version !== undefined && version !== booking.version) return { ok: false, reason: 'changed' };
  return { ok: true, booking, order };
}

/** What an employee enters for a buyer on the phone or at the counter. Empty: not known; a name or a plate must be. */
export type DeskBookingForm = {
  branch: string;
  at: Date;
  bay?: number | undefined;
  work: Work;
  channel: 'phone' | 'counter';
  name: string;
  phone: string;
  plate: string;
  note: string;
  storage: boolean;
};

export type DeskBookingResult =
  | { ok: true; booking: Booking }
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | BookingRefusal;

/** Books a time for somebody without an order. Bays that buyers cannot book are taken first. */
export async function bookWithoutOrder(
  shop: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>,
  form: DeskBookingForm,
  actor: string,
): Promise<DeskBookingResult> {
  const { branch, at: startsAt, bay, work, channel, name, phone, plate, note, storage } = form;
  const fitting = fittingOf(shop.shopConfig, branch);
  const errors = formErrors(form);
  if (!fitting) errors.push({ path: 'branch', code: 'unknown' });
  if (!fitting || errors.length > 0) return { ok: false, reason: 'validation', errors };
  return commitIfOkWithRetry(shop.db, async (trx): Promise<DeskBookingResult> => {
    const now = shop.now();
    const context = { shopConfig: shop.shopConfig, branch, fitting };
    const request = { work, startsAt, bay, range: deskRange(now), door: 'desk', now } as const;
    const buyer = { name: name || null, phone: phone || null, plate: plate.toUpperCase() || null, note, storage };
    const taken = await takeBooking(trx, context, request, { order_id: null, channel, made_by: actor, ...buyer });
    return taken.ok ? { ok: true, booking: taken.booked } : taken;
  });
}

const maxWheels = 4;

function formErrors({ work, name, phone, plate, note }: DeskBookingForm): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '' && plate === '') errors.push({ path: 'name', code: 'required' });
  if (name !== '') errors.push(...errorsIn('name', customer.shape.name, name));
  if (phone !== '') errors.push(...errorsIn('phone', customer.shape.phone, phone));
  if (plate !== '') errors.push(...errorsIn('plate', orderForm.shape.plate, plate));
  errors.push(...errorsIn('note', orderForm.shape.note, note));
  if (!Number.isInteger(work.wheels) || work.wheels < 1 || work.wheels > maxWheels)
    errors.push({ path: 'wheels', code: 'invalid' });
  return errors;
}

export type MoveResult = BookOrderResult | SeenRefusal;

/**
 * Moves a booking that is still to be done to another start, another bay or both. `bay` absent: any that can do the job. The buyer is
 * told of another start.
 */
export async function moveAtDesk(
  shop: ShopContext,
  seen: SeenBooking,
  { at, bay }: { at: Date; bay?: number | undefined },
  actor: string,
): Promise<MoveResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<MoveResult> => {
    const found = await lockSeen(trx, seen);
    if (!found.ok) return found;
    const { booking, order } = found;
    if (!isOpenBooking(booking)) return { ok: false, reason: 'changed' };
    const { vehicle } = booking;
    if (order) return bookLocked(trx, shop, { order, booking }, { at, bay, vehicle }, { actor, door: 'desk' });
    const fitting = fittingOf(shop.shopConfig, booking.branch);
    if (!fitting) return { ok: false, reason: 'by-phone' };
    if (booking.starts_at.getTime() === at.getTime() && (bay === undefined || bay === booking.bay))
      return { ok: true, booking };
    const now = shop.now();
    const context = { shopConfig: shop.shopConfig, branch: booking.branch, fitting };
    const request = { work: workOfBooking(booking), startsAt: at, bay, range: deskRange(now, booking), now } as const;
    const moved = await moveBooking(trx, context, booking, { ...request, door: 'desk' });
    if (!moved.ok) return moved.reason === 'no-such-work' ? { ok: false, reason: 'by-phone' } : moved;
    if (moved.booked.starts_at.getTime() !== booking.starts_at.getTime())
      await tellBuyer(trx, shop, moved.booked, 'moved', { order, at: now });
    return { ok: true, booking: moved.booked };
  });
}

export function isOpenBooking({ state }: Pick<Booking, 'state'>): boolean {
  return openBookingStates.some((open) => open === state);
}

/** The job of a booking. */
export function workOfBooking({ vehicle, wheels, rim, run_flat: runFlat }: Booking): Work {
  return { vehicle, wheels, rim: rim ?? 0, runFlat };
}

/** Frees a booking that is still to be done, and tells the buyer. */
export async function freeAtDesk(
  shop: ShopContext,
  seen: SeenBooking,
  actor: string,
): Promise<{ ok: true } | SeenRefusal | { ok: false; reason: 'too-late' }> {
  return commitIfOkWithRetry(shop.db, async (trx) => {
    const found = await lockSeen(trx, seen);
    if (!found.ok) return found;
    const { booking, order } = found;
    if (!isOpenBooking(booking)) return { ok: false, reason: 'changed' } as const;
    if (order) return cancelLocked(trx, shop, { order, booking }, { actor, door: 'desk' });
    const freed = await freeBooking(trx, booking.id, 'desk');
    await tellBuyer(trx, shop, freed, 'freed', { order, at: shop.now() });
    return { ok: true } as const;
  });
}
