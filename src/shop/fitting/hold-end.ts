import { endOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** Returns until when an order that is paid at the branch holds its tires: not shorter than to the end of its appointment's day. */
export function holdEndWithBooking(usualEnd: Date, booking: { starts_at: Date } | null): Date {
  if (!booking) return usualEnd;
  return new Date(Math.max(usualEnd.getTime(), endOfDay(tallinnDate(booking.starts_at)).getTime()));
}
