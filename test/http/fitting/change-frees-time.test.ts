import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { testShopContext } from '../../support/shop-context.ts';

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
  return async (change: object, status = 200) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/orders/${number}/changes`,
      headers: { 'order-token': token, 'idempotency-key': randomUUID() },
      payload: change,
    });
    expect(answer.statusCode, answer.body).toBe(status);
    return answer.json();
  };
}

async function markInBay() {
  const arrived = { state: 'arrived', arrived_at: at } as const;
  await database.db.kysely.updateTable('fitting_bookings').set(arrived).execute();
}

const bookings = () =>
  database.db.kysely.selectFrom('fitting_bookings').select(['state', 'freed_because', 'wheels']).execute();
const eventCount = async () => (await database.db.kysely.selectFrom('order_events').select('id').execute()).length;

test.each([
  ['another branch', { branch: 'annelinn' }],
  ['collection instead of fitting', { fulfilment: 'pickup' }],
])('%s frees the appointment; the preview says so and changes nothing', async (_, change) => {
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

test('a change that keeps the time frees nothing, and says what fitting costs then', async () => {
  const send = await orderToChange();
  const change = { counts: [{ id: 'tire', count: 2 }] };
  // A car with 16-inch wheels, by the owner’s table.
  const effects = { freesFitting: null, fittingPrice: { before: 60, after: 33 } };
  expect((await send({ ...change, dryRun: true })).change).toMatchObject(effects);
  expect((await send(change)).change).toMatchObject(effects);
  expect(await bookings()).toMatchObject([{ state: 'booked', wheels: 2 }]);
});

test('while the vehicle is in the bay, only employees change the order; moving the order to another branch frees the bay', async () => {
  const send = await orderToChange();
  await markInBay();
  expect((await send({ branch: 'annelinn' }, 409)).code).toBe('ask-branch');
  expect(await bookings()).toMatchObject([{ state: 'arrived' }]);
  const { id } = await database.db.kysely.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const toAnnelinn = { counts: [], swaps: [], customer: {}, branch: 'annelinn' };
  const changed = await changeOrder(testShopContext(database.db.kysely), id, toAnnelinn, { actor: 'staff:kati' });
  expect(changed).toMatchObject({ ok: true, summary: { freesFitting: new Date(at) } });
  expect(await bookings()).toMatchObject([{ state: 'freed', freed_because: 'changed' }]);
});

test('changing the number of tires of a vehicle in its bay changes the work and keeps the bay', async () => {
  await orderToChange();
  await markInBay();
  const { id } = await database.db.kysely.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const change = { counts: [{ id: 'tire', count: 2 }], swaps: [], customer: {} };
  const changed = await changeOrder(testShopContext(database.db.kysely), id, change, { actor: 'staff:kati' });
  expect(changed).toMatchObject({ ok: true, summary: { freesFitting: null } });
  expect(await bookings()).toMatchObject([{ state: 'arrived', wheels: 2 }]);
});
