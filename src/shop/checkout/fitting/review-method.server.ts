import type { Trx } from '../../../database/transaction.server.ts';
import { hoursOf } from '../../calendar.ts';
import { type Booking, lockOpenBookingOf } from '../../fitting/bookings/bookings.server.ts';
import { startRange } from '../../fitting/start-range.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { areAllHere, isOpen } from '../../order/holds.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { holdEnd } from '../../payment/providers.ts';
import { promisedDay } from '../place/allocate.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** Returns the appointment that an unpaid order loses with this payment method, because tires or payment may come too late. Null: none. */
export async function bookingLostBy(
  trx: Trx,
  { shopConfig, terms, now }: ShopContext,
  order: LockedOrder,
  method: string,
): Promise<Booking | null> {
  const isSameMethod = method === order.payment_method;
  if (isSameMethod || !isPrepaid(method) || order.status === 'ready') return null;
  const booking = await lockOpenBookingOf(trx, order.id);
  const at = now();
  if (booking?.state !== 'booked' || booking.starts_at <= at) return null;
  const isBookedByEmployee = booking.made_by !== 'buyer';
  if (isBookedByEmployee) return null;
  const holds = await readHolds(trx, order.id);
  const areTiresHere = areAllHere(holds, order.branch);
  const isOfflineMethod = isOffline(method);
  // The tires are not late, and a payment at a provider arrives within the hour. If it does not, the buyer can still pay at the branch.
  if (areTiresHere && !isOfflineMethod) return null;
  const hours = hoursOf(shopConfig, order.branch);
  // As in `payAgain`: the days to pay offline count from the order.
  const deadlineStart = isOfflineMethod ? order.placed_at : at;
  const paymentDeadline = holdEnd(method, { now: deadlineStart, promisedOn: order.promised_on }, terms, hours);
  const parts = holds.filter(isOpen).map(({ place, lead_days: leadDays }) => ({ place, leadDays }));
  const arrivesOn = promisedDay(parts, paymentDeadline, shopConfig, order.branch);
  // As at the desk: the time that buyers must book ahead does not apply, because the appointment exists already.
  const { from } = startRange(
    { now: at, paymentDeadline, arrivesOn, areTiresHere, promisedOnIfPaidAtBranch: null, bookedVia: 'desk' },
    hours,
  );
  return booking.starts_at.getTime() < from ? booking : null;
}
