import { endOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** Returns until when an order holds its tires: `usualEnd`, or the end of the day of its appointment, if that is later. */
export function holdEndWithBooking(usualEnd: Date, booking: { starts_at: Date }): Date {
  return new Date(Math.max(usualEnd.getTime(), endOfDay(tallinnDate(booking.starts_at)).getTime()));
}
