import { beforeEach, expect, test } from 'vitest';
import { fillDemoDay } from '../../../src/app/demo/demo-day.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { tallinnDate } from '../../../src/shop/tallinn-date.ts';
import { seedTires } from '../../support/database/seed.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';
import { testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(async () => {
  const places = ['ringtee', 'annelinn', 'supplier'];
  const tires = places.flatMap((place) =>
    Array.from({ length: 12 }, (_, n) => ({ id: `${place}${n}`, stock: { [place]: 4 } })),
  );
  await seedTires(database.db.kysely, tires);
});

async function bookingsOn(now: Date) {
  const { kysely } = database.db;
  const orders = await fillDemoDay(testShopContext(kysely, { now: () => now }));
  const bookings = await kysely.selectFrom('fitting_bookings').selectAll().orderBy('starts_at').execute();
  const blocks = await kysely.selectFrom('fitting_blocks').selectAll().execute();
  return { orders, bookings, blocks };
}

test('a demonstration day fills the calendar of each branch: past bookings are done, later ones are booked', async () => {
  const monday = '2026-11-23';
  const now = instantAt(monday, '11:30');
  const { orders, bookings, blocks } = await bookingsOn(now);
  expect(orders).toBeGreaterThan(15);
  for (const branch of ['ringtee', 'annelinn']) {
    const today = bookings.filter((one) => one.branch === branch && tallinnDate(one.starts_at) === monday);
    const countOf = (state: string) => today.filter((one) => one.state === state).length;
    expect(countOf('done'), branch).toBeGreaterThanOrEqual(3);
    expect(countOf('missed'), branch).toBe(1);
    expect(countOf('booked'), branch).toBeGreaterThanOrEqual(6);
    expect(bookings.filter((one) => one.branch === branch && one.order_id !== null).length).toBeGreaterThanOrEqual(4);
  }
  expect(bookings.filter((one) => one.ends_at <= now && (one.state === 'booked' || one.state === 'arrived'))).toEqual(
    [],
  );
  expect(blocks.map(({ branch }) => branch).toSorted()).toEqual(['annelinn', 'ringtee']);
});

test.each([
  ['after closing', '2026-11-23', '20:00', '2026-11-24'],
  ['on a Sunday', '2026-11-22', '12:00', '2026-11-23'],
])('a demonstration day that begins %s fills the next open day', async (_, day, time, nextDay) => {
  const { bookings } = await bookingsOn(instantAt(day, time));
  expect(bookings.length).toBeGreaterThan(20);
  expect([...new Set(bookings.map(({ state }) => state))]).toEqual(['booked']);
  expect(tallinnDate(bookings[0]?.starts_at ?? new Date(0))).toBe(nextDay);
});
