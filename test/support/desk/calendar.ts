import { expect } from 'vitest';
import type { deskInBrowser } from './browser.ts';
import { fittingsOf, friday } from './fittings.ts';

/** An instant on the Friday of the tests, by the clock in Tallinn. */
export const fridayAt = (time: string) => new Date(friday(time));

/** Makes and reads bookings while a browser shows the calendar. */
export function calendarOf({ desk }: Pick<ReturnType<typeof deskInBrowser>, 'desk'>) {
  const { book } = fittingsOf(desk);
  const bookings = () =>
    desk.shop.db
      .selectFrom('fitting_bookings')
      .select(['id', 'branch', 'bay', 'starts_at', 'ends_at', 'state', 'plate', 'name'])
      .execute();
  return {
    bookings,
    onlyBooking: async () => (await bookings())[0],
    /** Books the car 123 ABC, as another user than the one in the browser. */
    async book(time: string, changes: Record<string, unknown> = {}) {
      const mari = await desk.sessionOf('worker');
      const booked = await book(mari, { at: friday(time), ...changes });
      expect(booked.status, booked.text).toBe(200);
    },
  };
}
