import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import type { Booking } from '../shop/fitting/bookings/bookings.server.ts';
import type { Locale } from '../shop/locale.ts';
import { translatorOf } from './translator.server.ts';

type Appointment = {
  booking: Pick<Booking, 'id' | 'version' | 'state' | 'branch' | 'starts_at' | 'ends_at' | 'made_at'>;
  number: string;
  locale: Locale;
};

export const calendarContentType = 'text/calendar; charset=utf-8; method=PUBLISH';

export function calendarFileName({ number, locale }: Pick<Appointment, 'number' | 'locale'>): string {
  return translatorOf(locale, 'mail')('fitting.calendarFile', { number });
}

/** Returns an appointment as iCalendar (RFC 5545), with times in UTC. A calendar updates an event when it gets a later file of the same booking;
 * the event of a freed booking is cancelled. The file has no link, because the providers of calendars can read it. */
export function calendarFile({ booking, number, locale }: Appointment, shopConfig: ShopConfig): string {
  const t = translatorOf(locale, 'mail');
  const { name: shop, email, branches, phones } = shopConfig;
  const branch = branches.find(({ id }) => id === booking.branch);
  const domain = email.split('@').at(-1);
  const calendar = ical({
    prodId: { company: shop, product: 'shop' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${booking.id}@${domain}`,
    sequence: booking.version,
    // The time of the booking instead of the current time, so that a mail that is sent again has the same attachment.
    stamp: booking.made_at,
    start: booking.starts_at,
    end: booking.ends_at,
    status: booking.state === 'freed' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: t('fitting.calendarTitle', { shop }),
    location: branch ? `${branch.name}, ${branch.street}, ${branch.postalCode} ${branch.city}` : booking.branch,
    description: [
      t('fitting.number', { number }),
      t('fitting.key'),
      t('fitting.change', { phone: branch?.phone ?? phones[0] ?? '' }),
    ].join('\n'),
    organizer: { name: shop, email },
  });
  return calendar.toString();
}
