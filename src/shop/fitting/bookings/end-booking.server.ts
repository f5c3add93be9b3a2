import type { Trx } from '../../../database/transaction.server.ts';
import { endOfDay } from '../../calendar.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { type Booking, cancelBooking, lockOpenBookingOf } from './bookings.server.ts';

export async function cancelOpenBooking(
  trx: Trx,
  orderId: number,
  because: NonNullable<Booking['freed_because']>,
): Promise<Booking | null> {
  const booking = await lockOpenBookingOf(trx, orderId);
  if (booking) await cancelBooking(trx, booking.id, because);
  return booking;
}

/** Marks the appointment of handed-over tires as done. Cancels one on a later day for which no vehicle has arrived: the tires were taken unfitted. */
export async function completeBooking(trx: Trx, orderId: number, at: Date): Promise<void> {
  const booking = await lockOpenBookingOf(trx, orderId);
  if (!booking) return;
  if (booking.state === 'booked' && booking.starts_at > endOfDay(tallinnDate(at))) {
    await cancelBooking(trx, booking.id, 'closed');
    return;
  }
  await trx
    .updateTable('fitting_bookings')
    .set({ state: 'done', done_at: at })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', booking.id)
    .execute();
}

/** Reopens the last done appointment of an order, after its hand-over was undone. */
export async function reopenBooking(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('fitting_bookings')
    .set({ done_at: null })
    .set(({ eb, ref }) => ({
      state: eb
        .case()
        .when(ref('arrived_at'), 'is', null)
        .then('booked' as const)
        .else('arrived' as const)
        .end(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('fitting_bookings')
        .select('id')
        .where('order_id', '=', orderId)
        .where('state', '=', 'done')
        .orderBy('done_at', 'desc')
        .orderBy('starts_at', 'desc')
        .limit(1),
    )
    .execute();
}
