import { tallinnTime } from '../../shop/calendar.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { type Booking, openBookingStates } from '../../shop/fitting/bookings/bookings.server.ts';
import { toEuros } from '../../shop/money.ts';
import { oneOf, parseTallinnMinute, textOption } from '../arguments.ts';
import { type Call, NotDone, UsageError } from '../command.ts';
import { findOrder } from '../orders/order-act.ts';

export const timeHelp = 'wall-clock time in Estonia, such as "2026-11-27 09:00"';

/** Parses an option that is a wall-clock time in Tallinn. Throws UsageError for another text. undefined: not given. */
export function timeOption(call: Pick<Call, 'values'>, name: string): Date | undefined {
  const text = textOption(call, name);
  if (text === undefined) return undefined;
  const at = parseTallinnMinute(text);
  if (!at) throw new UsageError(`--${name} must be a ${timeHelp}`);
  return at;
}

export function requiredTime(call: Pick<Call, 'values'>, name: string): Date {
  const at = timeOption(call, name);
  if (!at) throw new UsageError(`say when: --${name} "2026-11-27 09:00"`);
  return at;
}

export const vehicleOption = (call: Call) => oneOf(textOption(call, 'vehicle'), vehicles, 'vehicle');

export function numberOption(call: Pick<Call, 'values'>, name: string): number | undefined {
  const text = textOption(call, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} must be a whole number from 1, not ${text}`);
  return Number(text);
}

/** Finds an open booking by its id or by the number of its order. Throws NotDone if there is none. */
export async function findBooking(
  { db }: Pick<ShopContext, 'db'>,
  idOrNumber: string,
): Promise<{ id: string; at: Date; orderNumber: string | null }> {
  const isId = /^[\da-f]{8}-[\da-f-]{27}$/i.test(idOrNumber);
  const orderId = isId ? null : (await findOrder(db, idOrNumber)).id;
  const booking = await db
    .selectFrom('fitting_bookings')
    .leftJoin('orders', 'orders.id', 'fitting_bookings.order_id')
    .select(['fitting_bookings.id', 'starts_at as at', 'orders.number as orderNumber'])
    .where((eb) => (orderId === null ? eb('fitting_bookings.id', '=', idOrNumber) : eb('order_id', '=', orderId)))
    .where('state', 'in', openBookingStates)
    .executeTakeFirst();
  if (!booking) throw new NotDone('unknown-booking', `there is no open fitting booking of ${idOrNumber}`);
  return booking;
}

export function bookingJson({ id, branch, bay, starts_at, ends_at, price_cents }: Booking, order: string | null) {
  const price = price_cents === null ? null : toEuros(price_cents);
  return { id, order, branch, bay, at: starts_at, until: ends_at, price };
}

/** Such as `2026-11-27 09:00 to 09:30 at ringtee, bay 2, 60 €`. */
export function bookingLine({ branch, bay, starts_at, ends_at, price_cents }: Booking): string {
  const price = price_cents === null ? '' : `, ${toEuros(price_cents)} €`;
  const endTime = tallinnTime(ends_at).slice(-'09:30'.length);
  return `${tallinnTime(starts_at)} to ${endTime} at ${branch}, bay ${bay}${price}`;
}

type Refusal = { reason: string; starts?: Date[] };

/** The reason if no bay can do the work. The shop API has the same code; there it tells buyers to phone the branch. */
export const impossibleWorkReason = 'by-phone';

const impossibleWork =
  'no bay of the branch can do this work, or its list of works has no entry for it; see `fitting` in shop.config.ts';

const refusalTexts: Record<string, string> = {
  [impossibleWorkReason]: impossibleWork,
  'no-such-work': impossibleWork,
  'too-late': 'the order has ended or is not for fitting, or its car has already arrived',
  changed: 'somebody has just changed the booking',
  'other-branch':
    'the fitting time of an order must be at the branch of the order; change that first with `orders change`',
};

export function timeRefusalError({ reason, starts = [] }: Refusal): NotDone {
  if (reason !== 'slot-taken') return new NotDone(reason, refusalTexts[reason] ?? reason);
  const nearest = starts.map(tallinnTime).join(', ');
  return new NotDone(
    reason,
    `the time is taken; ${nearest === '' ? 'no other time is free' : `the nearest free times are ${nearest}`}`,
  );
}
