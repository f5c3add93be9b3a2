import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { eraseOldClientData } from '../../../src/shop/privacy/forget-rows.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const monthLater = new Date(fridayNoon.getTime() + 30 * 24 * 3600_000);

const orderOf = (email: string) =>
  form({ customer: { name: 'Mari Maasikas', email, phone: '5123 4567' }, items: items(['tire', 1]) });

/** Sends an order and cancels it at once. Returns the status of the first response. */
async function placeAndCancel(app: FastifyInstance, email: string, from?: string): Promise<number> {
  const { statusCode, json } = await place(app, orderOf(email), { from });
  if (statusCode !== 201) return statusCode;
  const { number, token } = json().order;
  const url = `/v1/orders/${number}/cancel`;
  const cancelled = await app.inject({ method: 'POST', url, headers: { 'order-token': token }, payload: {} });
  expect(cancelled.statusCode).toBe(200);
  return statusCode;
}

/** Rate limits far above the number of requests, so that only the limits on open orders count. */
const highRateLimit = { rateLimit: 1000 };

test('refuses a fourth open order of one e-mail address, whatever its letter case', async () => {
  const app = await ordersApp(database.db.kysely);
  for (const email of ['mari@example.com', 'Mari@Example.com', 'MARI@EXAMPLE.COM']) {
    expect((await place(app, orderOf(email))).statusCode).toBe(201);
  }
  const answer = await place(app, orderOf('mari@Example.com'));
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-open-orders', limit: 'email' });
  expect((await place(app, orderOf('jaan@example.com'))).statusCode).toBe(201);
});

test('accepts three of 20 concurrent orders to addresses of one mailbox', async () => {
  const app = await ordersApp(database.db.kysely);
  const spellings = [
    'm.ari@gmail.com',
    'Mari@Gmail.com',
    'mari+1@gmail.com',
    'mari@googlemail.com',
    'ma.ri+2@gmail.com',
  ];
  const emails = Array.from({ length: 20 }, (_, n) => spellings[n % spellings.length] ?? '');
  const answers = await Promise.all(emails.map((email) => place(app, orderOf(email))));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(17);
  expect((await place(app, orderOf('m.ari@example.com'))).statusCode).toBe(201);
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(201);
});

test('counts neither paid nor closed orders as open', async () => {
  const app = await ordersApp(database.db.kysely);
  for (let n = 0; n < 3; n += 1) await place(app, orderOf('mari@example.com'));
  const { rows } = await database.db.pool.query('select min(id) as first from orders');
  expect(await markPaid(testShopContext(database.db.kysely), rows[0].first, 'branch')).toEqual({ ok: true });
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(201);
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(429);
  await releaseExpiredOrders(testShopContext(database.db.kysely, { now: () => monthLater }));
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(201);
});

test('counts an order as paid after a part of its money is refunded', async () => {
  const app = await ordersApp(database.db.kysely);
  const shop = testShopContext(database.db.kysely);
  for (let n = 0; n < 3; n += 1) await place(app, orderOf('mari@example.com'));
  const { rows } = await database.db.pool.query('select min(id) as first from orders');
  await markPaid(shop, rows[0].first, 'branch', { tender: 'card' });
  await refundOrder(shop, rows[0].first, 1_000, 'goodwill', 'branch');
  expect((await markRefunded(shop, rows[0].first, 'branch', undefined, 'card')).ok).toBe(true);
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(201);
  expect((await place(app, orderOf('mari@example.com'))).statusCode).toBe(429);
});

test('accepts nine orders a day of a mailbox that cancels each order', async () => {
  const app = await ordersApp(database.db.kysely);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    statuses.push(await placeAndCancel(app, n % 2 ? 'Stranger@example.com' : 'stranger@example.com'));
  }
  expect(statuses).toEqual([...Array(9).fill(201), 429]);
  const dayLater = await ordersApp(database.db.kysely, { now: () => new Date(fridayNoon.getTime() + 25 * 3600_000) });
  expect((await place(dayLater, orderOf('stranger@example.com'))).statusCode).toBe(201);
});

test('accepts 20 orders a day of a client that cancels each order', async () => {
  const app = await ordersApp(database.db.kysely, highRateLimit);
  const from = '203.0.113.7';
  for (let n = 0; n < 20; n += 1) expect(await placeAndCancel(app, `buyer${n}@example.com`, from)).toBe(201);
  const answer = await place(app, orderOf('jaan@example.com'), { from });
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-open-orders', limit: 'address' });
  expect((await place(app, orderOf('jaan@example.com'), { from: '203.0.113.8' })).statusCode).toBe(201);
  await eraseOldClientData(database.db.kysely, new Date(fridayNoon.getTime() + 23 * 3600_000));
  expect(await placeAndCancel(app, 'mari@example.com', from)).toBe(429);
  const dayLater = await ordersApp(database.db.kysely, {
    ...highRateLimit,
    now: () => new Date(fridayNoon.getTime() + 24 * 3600_000),
  });
  expect((await place(dayLater, orderOf('mari@example.com'), { from })).statusCode).toBe(201);
});

test('accepts 20 of 25 concurrent orders of one client, and an order of another client', async () => {
  const app = await ordersApp(database.db.kysely, highRateLimit);
  const from = '203.0.113.7';
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => place(app, orderOf(`buyer${n}@example.com`), { from })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ limit: 'address' });
  expect((await place(app, orderOf('jaan@example.com'), { from: '203.0.113.8' })).statusCode).toBe(201);
});

test('stores an IPv6 address as its /64 network, and erases it from closed orders by the nightly job', async () => {
  const app = await ordersApp(database.db.kysely, highRateLimit);
  const clients = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '::ffff:198.51.100.1', '198.51.100.1'];
  for (const [n, from] of clients.entries()) await place(app, orderOf(`buyer${n}@example.com`), { from });
  const addresses = async () =>
    (await database.db.pool.query('select distinct client_address from orders order by 1')).rows.map(
      ({ client_address }) => client_address,
    );
  expect(await addresses()).toEqual(['198.51.100.1', '2001:db8:1:2::']);
  await releaseExpiredOrders(testShopContext(database.db.kysely, { now: () => monthLater }));
  expect(await addresses()).toEqual(['198.51.100.1', '2001:db8:1:2::']);
  await eraseOldClientData(database.db.kysely, monthLater);
  expect(await addresses()).toEqual([null]);
});

test('stores no client address when the rate limit is off', async () => {
  const app = await ordersApp(database.db.kysely, { rateLimit: 0 });
  for (let n = 0; n < 21; n += 1) await place(app, orderOf(`buyer${n}@example.com`), { from: '203.0.113.7' });
  const { rows } = await database.db.pool.query(
    'select count(*) as count, count(client_address) as addresses from orders',
  );
  expect(rows).toEqual([{ count: 21, addresses: 0 }]);
});

test('answers 429 when one address places or reads too many orders in a minute; refused orders count, too', async () => {
  const app = await ordersApp(database.db.kysely, { rateLimit: 2 });
  await place(app, orderOf('mari@example.com'));
  await place(app, form({ items: [] }));
  const answer = await place(app, orderOf('mari@example.com'));
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await place(app, orderOf('mari@example.com'), { from: '203.0.113.7' })).statusCode).toBe(201);

  const readUnknownOrder = async () => (await app.inject({ url: '/v1/orders/R26-00000' })).statusCode;
  for (let n = 0; n < 120; n += 1) expect(await readUnknownOrder()).toBe(404);
  expect(await readUnknownOrder()).toBe(429);
});
