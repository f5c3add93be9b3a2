import type { Trx } from '../../../database/transaction.server.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { changeStatus, type LockedOrder } from '../../order/change-order.server.ts';

/** The buyer of a counter sale waits at the branch for an appointment that begins within this time. */
const maxWaitMs = 30 * 60_000;

/** Sets the order of a paid counter sale to `ready`, and an appointment that begins soon to `arrived`, because the buyer is there. */
export async function keepForFitting(
  trx: Trx,
  order: LockedOrder,
  booking: Booking,
  change: ChangeStamp,
): Promise<void> {
  await changeStatus(trx, order, 'ready', change);
  if (booking.starts_at.getTime() > change.at.getTime() + maxWaitMs) return;
  await trx
    .updateTable('fitting_bookings')
    .set({ state: 'arrived', arrived_at: change.at })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', booking.id)
    .execute();
  await recordEvent(trx, order.id, change, 'fitting-arrived', { at: booking.starts_at.toISOString() });
}
