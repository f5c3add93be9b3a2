import type { Trx } from '../../../database/transaction.server.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';
import { type Booking, takeBooking } from '../../fitting/bookings/bookings.server.ts';
import { fittedTireOfRow } from '../../fitting/fitted-tire.ts';
import { fittingOf, workOf } from '../../fitting/work.ts';
import type { OfferedLine } from '../place/offers.server.ts';
import type { Buyer } from '../place/order-attempt.server.ts';
import type { FieldError, FittingForm, PlacedForm } from '../place/order-form.ts';
import { findExceededAppointmentLimit, type TooManyAppointments } from './appointment-limit.server.ts';
import { rangeOfNewOrder } from './order-range.server.ts';

/** `starts`: the nearest free start times, at most three, as ISO 8601. */
export type AppointmentRefusal = { ok: false; reason: 'slot-taken'; starts: string[] } | TooManyAppointments;

type NewOrder = {
  orderId: number;
  form: PlacedForm & { fitting: FittingForm };
  lines: readonly OfferedLine[];
  channel: Booking['channel'];
  /** Null: an employee places the order, and may book slots that buyers cannot. */
  buyer: Buyer | null;
  actor: string;
  now: Date;
};

type BookingResult =
  | { ok: true; booking: Booking }
  | AppointmentRefusal
  | { ok: false; reason: 'validation'; errors: FieldError[] };

export async function bookWithOrder(
  trx: Trx,
  { orderId, form, lines, channel, buyer, actor, now }: NewOrder,
  shopConfig: ShopConfig,
  terms: HoldTerms,
): Promise<BookingResult> {
  const unknownFitting: BookingResult = {
    ok: false,
    reason: 'validation',
    errors: [{ path: 'fitting', code: 'unknown' }],
  };
  const { branch, paymentMethod } = form;
  const { at, vehicle, storage, earlier: wantsEarlierSlot } = form.fitting;
  const fitting = fittingOf(shopConfig, branch);
  const work = workOf(
    lines.map(({ count, fittedRow }) => fittedTireOfRow({ ...fittedRow, count })),
    vehicle,
  );
  if (!fitting || !work) return unknownFitting;
  const limit = buyer && (await findExceededAppointmentLimit(trx, buyer, now));
  if (limit) return { ok: false, reason: 'too-many-appointments', limit };
  const allocatedParts = lines.flatMap((line) => line.parts);
  const bookedVia = buyer ? 'online' : 'desk';
  const range = rangeOfNewOrder({ parts: allocatedParts, paymentMethod, branch, bookedVia, now }, shopConfig, terms);
  const result = await takeBooking(
    trx,
    { shopConfig, branch, fitting },
    { work, startsAt: new Date(at), range, bookedVia, now },
    { order_id: orderId, channel, made_by: actor, storage, earlier_since: wantsEarlierSlot ? now : null },
  );
  if (result.ok) return { ok: true, booking: result.booked };
  if (result.reason === 'no-such-work') return unknownFitting;
  return { ok: false, reason: 'slot-taken', starts: result.starts.map((start) => start.toISOString()) };
}
