import { endOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** Returns the end of the hold of an order that is paid at the branch: at least the end of its appointment's day. */
export function holdEndWithBooking(usualEnd: Date, booking: { starts_at: Date }): Date {
  return new Date(Math.max(usualEnd.getTime(), endOfDay(tallinnDate(booking.starts_at)).getTime()));
}
