import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { sampleBooking } from '../../test/support/orders/mails.ts';
import { eventIn } from '../../test/support/orders/sent-mails.ts';
import { localeIds } from '../shop/locale.ts';
import { calendarFile } from './calendar-file.server.ts';

const file = (changes: Parameters<typeof sampleBooking>[0] = {}, shop = shopConfig) =>
  calendarFile({ booking: sampleBooking(changes), number: 'R26-4F7K2', locale: 'ee' }, shop);

test.each(localeIds)('an appointment in %s has times in UTC and a description of three lines', (locale) => {
  const booking = sampleBooking({
    version: 0,
    made_at: new Date('2026-11-21T15:05:00Z'),
    starts_at: new Date('2026-11-27T07:00:00Z'),
    ends_at: new Date('2026-11-27T07:45:00Z'),
  });
  const event = eventIn(calendarFile({ booking, number: 'R26-4F7K2', locale }, shopConfig));
  expect(event).toMatchObject({
    VERSION: '2.0',
    METHOD: 'PUBLISH',
    UID: `${booking.id}@rehvipood.example`,
    SEQUENCE: '0',
    DTSTAMP: '20261121T150500Z',
    DTSTART: '20261127T070000Z',
    DTEND: '20261127T074500Z',
    STATUS: 'CONFIRMED',
    ORGANIZER: 'mailto:info@rehvipood.example',
  });
  expect(event.DESCRIPTION?.split('\n')).toHaveLength(3);
});

test('names with characters that the format uses are escaped', () => {
  const [first, ...others] = shopConfig.branches;
  const street = 'Tee 1, hoov; „A\\B“';
  const branches = [{ ...first, street }, ...others] as typeof shopConfig.branches;
  expect(eventIn(file({}, { ...shopConfig, branches })).LOCATION).toContain(street);
});

test('a freed booking has the status cancelled, a done booking the status confirmed', () => {
  expect(eventIn(file({ state: 'freed', freed_because: 'buyer', version: 3 }))).toMatchObject({
    STATUS: 'CANCELLED',
    SEQUENCE: '3',
  });
  expect(eventIn(file({ state: 'done' })).STATUS).toBe('CONFIRMED');
});

test('the file has no link, because providers of calendars read it', () => {
  expect(file()).not.toMatch(/https?:/);
});
