import { endOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

/** Returns until when tires are held: `usualEnd`, or the end of the appointment's day if that is later. */
export function holdEndWithBooking(usualEnd: Date, booking: { starts_at: Date }): Date {
  return new Date(Math.max(usualEnd.getTime(), endOfDay(tallinnDate(booking.starts_at)).getTime()));
}
