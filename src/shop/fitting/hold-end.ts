import { endOfDay } from '../calendar.ts';
import { tallinnDate } from '../tallinn-date.ts';

export function holdEndWithBooking(usualEnd: Date, booking: { starts_at: Date }): Date {
  return new Date(Math.max(usualEnd.getTime(), endOfDay(tallinnDate(booking.starts_at)).getTime()));
}
