import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { cancelByBuyer } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';
import { testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(() =>
  seedTires(database.db.kysely, [
    { id: 'tire', stock: { ringtee: 300, annelinn: 300 } },
    { id: 'other', stock: { annelinn: 300 } },
  ]),
);

// Orders are placed on Friday 20 November at noon. A bank transfer is due by the end of Tuesday, and the branch keeps
// tires to be picked up until the end of Wednesday.
const transferExpiry = new Date('2026-11-24T22:00:00Z');
const pickUpExpiry = new Date('2026-11-25T22:00:00Z');
/** The branch keeps tires from the other branch a day longer. */
const latestExpiry = new Date('2026-11-26T22:00:00Z');
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);
const releaseExpired = (now: Date, db = database.db.kysely) =>
  releaseExpiredOrders(testShopContext(db, { now: () => now }));

async function heldTires() {
  const { rows } = await database.db.pool.query('select sum(held) as held from stock');
  return rows[0].held;
}

test('holds the tires of an unpaid order until the end of its due date, then releases them', async () => {
  const app = await ordersApp(database.db.kysely);
  const key = randomUUID();
  const body = form({ paymentMethod: 'bank_transfer', items: items(['tire', 4], ['other', 2]) });
  const { order, next } = (await place(app, body, { key })).json();
  expect(next.type).toBe('instructions');
  expect(await releaseExpired(justBefore(transferExpiry))).toBe(0);
  expect(await heldTires()).toBe(6);
  expect(await releaseExpired(transferExpiry)).toBe(1);
  expect(await heldTires()).toBe(0);
  expect(await releaseExpired(transferExpiry)).toBe(0);

  const readAnswer = (await readOrder(app, order.number, order.token)).json();
  expect(readAnswer).toMatchObject({ order: { status: 'expired', items: order.items }, next: { type: 'none' } });
  expect((await place(app, body, { key })).json().order).toMatchObject({ number: order.number, status: 'expired' });
  const { rows } = await database.db.pool.query('select actor, type, at from order_events order by id');
  expect(rows).toMatchObject([
    { actor: 'buyer', type: 'placed' },
    { actor: 'shop', type: 'payment-expired', at: transferExpiry },
    { actor: 'shop', type: 'expired', at: transferExpiry },
  ]);
  expect((await database.db.pool.query('select state from payments')).rows).toEqual([{ state: 'expired' }]);
});

test('expires a pay-at-branch order that was not picked up, whether it was ready or not', async () => {
  const app = await ordersApp(database.db.kysely);
  await place(app, form());
  await place(app, form());
  await database.db.pool.query(`update orders set status = 'ready' where id = (select min(id) from orders)`);
  expect(await releaseExpired(justBefore(pickUpExpiry))).toBe(0);
  expect(await releaseExpired(pickUpExpiry)).toBe(2);
  expect(await heldTires()).toBe(0);
});

test('does not expire paid, completed or cancelled orders', async () => {
  const app = await ordersApp(database.db.kysely);
  for (let n = 0; n < 3; n += 1) await place(app, form());
  const { rows } = await database.db.pool.query('select id from orders order by id');
  const [paid, completed, cancelled] = rows.map(({ id }) => id);
  const context = testShopContext(database.db.kysely);
  for (const id of [paid, completed]) expect(await markPaid(context, id, 'branch')).toEqual({ ok: true });
  expect(await completeOrder(context, completed, 'branch')).toEqual({ ok: true });
  expect(await cancelByBuyer(context, cancelled)).toEqual({ ok: true });
  expect(await releaseExpired(pickUpExpiry)).toBe(0);
  const statuses = await database.db.pool.query('select status from orders order by id');
  expect(statuses.rows.map(({ status }) => status)).toEqual(['confirmed', 'completed', 'cancelled']);
  expect(await heldTires()).toBe(0);
});

test('does not expire an order while a transaction records its payment', async () => {
  const app = await ordersApp(database.db.kysely);
  await place(app, form());
  // This transaction locks the order first, so the expiry skips it.
  const settling = await database.db.pool.connect();
  await settling.query('begin; select from orders for update');
  // Plain SQL issues no documents: the check after each test must not expect any.
  await settling.query(`update orders set issues_documents = false`);
  await settling.query(`update payments set state = 'paid'`);
  await settling.query(`insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor)
    select order_id, id, 'paid', provider, id::text, amount_cents, now(), 'branch' from payments`);
  expect(await releaseExpired(pickUpExpiry)).toBe(0);
  await settling.query('commit');
  settling.release();
  expect(await releaseExpired(pickUpExpiry)).toBe(0);
  expect(await heldTires()).toBe(4);
});

test('two processes that expire orders concurrently expire each order once and notify every process', async () => {
  const app = await ordersApp(database.db.kysely);
  /** Three pieces of two tires; every second order lists the tires the other way round. */
  const itemsOf = (n: number) => (n % 2 ? items(['tire', 1], ['other', 2]) : items(['other', 1], ['tire', 2]));
  for (let n = 0; n < 120; n += 1) await place(app, form({ items: itemsOf(n) }));
  expect(await heldTires()).toBe(120 * 3);
  const listener = new pg.Client(database.url);
  await listener.connect();
  const notifications = new Set<string>();
  listener.on('notification', ({ payload = '[]' }) => {
    for (const id of JSON.parse(payload)) notifications.add(id);
  });
  await listener.query('listen catalogue');

  const secondDatabase = openDatabase(database.url);
  const counts = await Promise.all([releaseExpired(latestExpiry), releaseExpired(latestExpiry, secondDatabase.kysely)]);
  await secondDatabase.close();
  // A process may end while the other holds locks on the last batch: a third run expires what is left.
  expect((counts[0] ?? 0) + (counts[1] ?? 0) + (await releaseExpired(latestExpiry))).toBe(120);
  expect(await heldTires()).toBe(0);
  const { rows } = await database.db.pool.query(`select count(*) as count from order_events where type = 'expired'`);
  expect(rows).toEqual([{ count: 120 }]);
  await expect.poll(() => notifications).toEqual(new Set(['tire', 'other']));
  await listener.end();
});

test('expires orders and places new orders concurrently without a deadlock', async () => {
  const app = await ordersApp(database.db.kysely);
  const formForBoth = (n: number) =>
    form({ items: n % 2 ? items(['tire', 1], ['other', 1]) : items(['other', 1], ['tire', 1]) });
  await Promise.all(Array.from({ length: 60 }, (_, n) => place(app, formForBoth(n))));
  const [expired, ...answers] = await Promise.all([
    releaseExpired(latestExpiry),
    ...Array.from({ length: 40 }, (_, n) => place(app, formForBoth(n))),
  ]);
  expect(expired).toBeGreaterThanOrEqual(60);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201));
});
