import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();
let app: FastifyInstance;

beforeEach(async () => {
  await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 20, annelinn: 20 } }]);
  app = await ordersApp(database.db.kysely);
});

const at = instantAt('2026-11-24', '10:00').toISOString();

/** Places an order with an appointment, and returns a function that changes it, or previews that. */
async function orderToChange() {
  const fitting = { at, vehicle: 'car', storage: false, earlier: false };
  const placed = await place(app, form({ fulfilment: 'fitting', items: items(['tire', 4]), fitting }));
  expect(placed.statusCode, placed.body).toBe(201);
  const { number, token } = placed.json().order;
  return async (change: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/orders/${number}/changes`,
      headers: { 'order-token': token, 'idempotency-key': randomUUID() },
      payload: change,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
}

const bookings = () =>
  database.db.kysely.selectFrom('fitting_bookings').select(['state', 'freed_because', 'wheels']).execute();
const eventCount = async () => (await database.db.kysely.selectFrom('order_events').select('id').execute()).length;

test.each([
  ['another branch', { branch: 'annelinn' }],
  ['collection instead of fitting', { fulfilment: 'pickup' }],
])('%s frees the appointment, and the preview says so without a change', async (_, change) => {
  const send = await orderToChange();
  const before = await eventCount();
  const preview = await send({ ...change, dryRun: true });
  expect(preview.change.freesFitting).toBe(at);
  expect(await bookings()).toMatchObject([{ state: 'booked' }]);
  expect(await eventCount()).toBe(before);
  const changed = await send({ ...change, seen: preview.seen });
  expect(changed.change.freesFitting).toBe(at);
  expect(await bookings()).toMatchObject([{ state: 'freed', freed_because: 'changed' }]);
});

test('a change that keeps the time frees nothing', async () => {
  const send = await orderToChange();
  const change = { counts: [{ id: 'tire', count: 2 }] };
  expect((await send({ ...change, dryRun: true })).change.freesFitting).toBe(null);
  expect((await send(change)).change.freesFitting).toBe(null);
  expect(await bookings()).toMatchObject([{ state: 'booked', wheels: 2 }]);
});
