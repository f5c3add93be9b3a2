import type { Day } from '../../calendar.ts';
import { jobOfNewOrder } from '../../checkout/fitting/find-slots.ts';
import { slotsOfOrder } from '../../checkout/fitting/order-booking.server.ts';
import { promisedDay } from '../../checkout/place/allocate.ts';
import { readOffers } from '../../checkout/place/offers.server.ts';
import { readHolds } from '../../checkout/settle/holds.server.ts';
import type { ShopContext } from '../../checkout/shop-context.server.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { fittedTireOfRow } from '../../fitting/fitted-tire.ts';
import { readPlans } from '../../fitting/read-plans.server.ts';
import { type FittingDay, fittingDays, pageOfDays } from '../../fitting/slots.ts';
import type { Vehicle } from '../../fitting/work.ts';
import { areAllHere } from '../../order/holds.ts';
import type { DeskAppointment, FreeTimes } from './appointment.ts';

export function deskAppointment(booking: Booking): DeskAppointment {
  const { starts_at, ends_at, bay, vehicle, price_cents, storage, state, earlier_since } = booking;
  return {
    bay,
    vehicle,
    storage,
    state,
    at: starts_at.toISOString(),
    minutes: (ends_at.getTime() - starts_at.getTime()) / 60_000,
    priceCents: price_cents,
    earlier: earlier_since !== null,
    freedBecause: booking.freed_because,
  };
}

const freeDays = (days: readonly FittingDay[]): FreeTimes['days'] =>
  days.map(({ day, state, starts }) => ({
    day,
    state,
    starts: starts.map(({ at, time }) => ({ at: new Date(at).toISOString(), time })),
  }));

const noTimes = { work: null, tiresOn: null, days: [], nextDay: null };

/** Returns free times for an order, whose own appointment counts as free. Null: no such order. */
export async function freeTimesOfOrder(
  shop: ShopContext,
  number: string,
  { vehicle, from }: { vehicle?: Vehicle | undefined; from?: Day | undefined },
): Promise<FreeTimes | null> {
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'branch', 'promised_on', 'expected_on'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order) return null;
  const { work, days, nextDay } = await slotsOfOrder(shop, order.id, { vehicle, firstDay: from, bookedVia: 'desk' });
  const areHere = areAllHere(await readHolds(shop.db, order.id), order.branch);
  if (!work) return { ...noTimes, reason: 'by-phone' };
  const tiresOn = areHere ? null : (order.expected_on ?? order.promised_on);
  return { reason: null, work, tiresOn, days: freeDays(days), nextDay };
}

type OrderFormQuery = {
  branch: string;
  items: readonly { id: string; count: number }[];
  vehicle: Vehicle;
  method: string;
  from?: Day | undefined;
};

/** Returns free times for tires that an employee is about to order or sell. Null: no such branch or tire. */
export async function freeTimesOfNewOrder(
  { db, shopConfig, terms, now }: Pick<ShopContext, 'db' | 'shopConfig' | 'terms' | 'now'>,
  { branch, items, vehicle, method, from }: OrderFormQuery,
): Promise<FreeTimes | null> {
  const offers = await readOffers(
    db,
    items.map(({ id }) => id),
  );
  const wanted = items.flatMap(({ id, count }) => {
    const offer = offers.get(id);
    return offer ? [{ ...fittedTireOfRow({ ...offer.fittedRow, count }), supplies: offer.supplies }] : [];
  });
  if (wanted.length < items.length || !shopConfig.branches.some(({ id }) => id === branch)) return null;
  const currentTime = now();
  const job = jobOfNewOrder(
    { branch, wanted, vehicle, paymentMethod: method, bookedVia: 'desk' },
    { shopConfig, terms, now: currentTime },
  );
  if (job.reason !== null) return { ...noTimes, reason: job.reason };
  const { fitting, work, minutes, priceCents, range, parts } = job;
  const shownWork = { minutes, priceCents, vehicle: work.vehicle };
  if (range.from > range.until) return { ...noTimes, reason: null, work: shownWork };
  const { first, last, nextDay } = pageOfDays(range, from);
  const plans = await readPlans(db, { shopConfig, branch, fitting }, { first, last });
  const days = fittingDays(plans, { work, minutes, ...range, bookedVia: 'desk' }, currentTime);
  const areHere = parts.every(({ place }) => place === branch);
  const tiresOn = areHere ? null : promisedDay(parts, currentTime, shopConfig, branch);
  return { reason: null, work: shownWork, tiresOn, days: freeDays(days), nextDay };
}
