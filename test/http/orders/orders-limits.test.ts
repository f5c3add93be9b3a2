import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { forgetOrigins } from '../../../src/shop/privacy/forget-rows.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const monthLater = new Date(fridayNoon.getTime() + 30 * 24 * 3600_000);

const one = (email: string) =>
  form({ customer: { name: 'Mari Maasikas', email, phone: '5123 4567' }, items: items(['tire', 1]) });

/** Sends an order and cancels it at once. Returns the status of the first response. */
async function placeAndCancel(app: FastifyInstance, email: string, from?: string): Promise<number> {
  const { statusCode, json } = await place(app, one(email), { from });
  if (statusCode !== 201) return statusCode;
  const { number, token } = json().order;
  const url = `/v1/orders/${number}/cancel`;
  const cancelled = await app.inject({ method: 'POST', url, headers: { 'order-token': token }, payload: {} });
  expect(cancelled.statusCode).toBe(200);
  return statusCode;
}

/** Rate limits far above the number of requests, so that only the limits on open orders count. */
const limited = { rateLimit: 1000 };

test('refuses a fourth open order of one e-mail address, whatever its letter case', async () => {
  const app = await ordersApp(here.db.kysely);
  for (const email of ['mari@example.com', 'Mari@Example.com', 'MARI@EXAMPLE.COM']) {
    expect((await place(app, one(email))).statusCode).toBe(201);
  }
  const answer = await place(app, one('mari@Example.com'));
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-open-orders', limit: 'email' });
  expect((await place(app, one('jaan@example.com'))).statusCode).toBe(201);
});

test('accepts three of 20 concurrent orders of one mailbox, whatever its spelling', async () => {
  const app = await ordersApp(here.db.kysely);
  const written = ['m.ari@gmail.com', 'Mari@Gmail.com', 'mari+1@gmail.com', 'mari@googlemail.com', 'ma.ri+2@gmail.com'];
  const emails = Array.from({ length: 20 }, (_, n) => written[n % written.length] ?? '');
  const answers = await Promise.all(emails.map((email) => place(app, one(email))));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(17);
  expect((await place(app, one('m.ari@example.com'))).statusCode).toBe(201);
  expect((await place(app, one('mari@example.com'))).statusCode).toBe(201);
});

test('answers 503 when waiting for another order of the same mailbox takes too long', async () => {
  const app = await ordersApp(here.db.kysely);
  const other = await here.db.pool.connect();
  await other.query(`begin; select pg_advisory_xact_lock(1, hashtext('mari@example.com'))`);
  const answer = await place(app, one('Mari+1@example.com'));
  await other.query('rollback');
  other.release();
  expect(answer.json()).toMatchObject({ status: 503, code: 'busy' });
});

test('does not count paid and closed orders', async () => {
  const app = await ordersApp(here.db.kysely);
  for (let n = 0; n < 3; n += 1) await place(app, one('mari@example.com'));
  const { rows } = await here.db.pool.query('select min(id) as first from orders');
  expect(await markPaid(testShopContext(here.db.kysely), rows[0].first, 'branch')).toEqual({ ok: true });
  expect((await place(app, one('mari@example.com'))).statusCode).toBe(201);
  expect((await place(app, one('mari@example.com'))).statusCode).toBe(429);
  await releaseExpiredOrders(testShopContext(here.db.kysely, { now: () => monthLater }));
  expect((await place(app, one('mari@example.com'))).statusCode).toBe(201);
});

test('accepts nine orders a day of one mailbox that cancels each of them', async () => {
  const app = await ordersApp(here.db.kysely);
  const answers: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    answers.push(await placeAndCancel(app, n % 2 ? 'Stranger@example.com' : 'stranger@example.com'));
  }
  expect(answers).toEqual([...Array(9).fill(201), 429]);
  const dayLater = await ordersApp(here.db.kysely, { now: () => new Date(fridayNoon.getTime() + 25 * 3600_000) });
  expect((await place(dayLater, one('stranger@example.com'))).statusCode).toBe(201);
});

test('accepts 20 orders a day of one client that cancels each of them', async () => {
  const app = await ordersApp(here.db.kysely, limited);
  const from = '203.0.113.7';
  for (let n = 0; n < 20; n += 1) expect(await placeAndCancel(app, `buyer${n}@example.com`, from)).toBe(201);
  const answer = await place(app, one('jaan@example.com'), { from });
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-open-orders', limit: 'address' });
  expect((await place(app, one('jaan@example.com'), { from: '203.0.113.8' })).statusCode).toBe(201);
  await forgetOrigins(here.db.kysely, new Date(fridayNoon.getTime() + 23 * 3600_000));
  expect(await placeAndCancel(app, 'mari@example.com', from)).toBe(429);
  const dayLater = await ordersApp(here.db.kysely, {
    ...limited,
    now: () => new Date(fridayNoon.getTime() + 24 * 3600_000),
  });
  expect((await place(dayLater, one('mari@example.com'), { from })).statusCode).toBe(201);
});

test('accepts 20 of 25 concurrent orders of one client, and orders of another', async () => {
  const app = await ordersApp(here.db.kysely, limited);
  const from = '203.0.113.7';
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) => place(app, one(`buyer${n}@example.com`), { from })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ limit: 'address' });
  expect((await place(app, one('jaan@example.com'), { from: '203.0.113.8' })).statusCode).toBe(201);
});

test('counts an IPv6 network as one client, and keeps it with a closed order until the night after its day', async () => {
  const app = await ordersApp(here.db.kysely, limited);
  const places = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '::ffff:198.51.100.1', '198.51.100.1'];
  for (const [n, from] of places.entries()) await place(app, one(`buyer${n}@example.com`), { from });
  const addresses = async () =>
    (await here.db.pool.query('select distinct client_address as a from orders order by 1')).rows.map(({ a }) => a);
  expect(await addresses()).toEqual(['198.51.100.1', '2001:db8:1:2::']);
  await releaseExpiredOrders(testShopContext(here.db.kysely, { now: () => monthLater }));
  expect(await addresses()).toEqual(['198.51.100.1', '2001:db8:1:2::']);
  await forgetOrigins(here.db.kysely, monthLater);
  expect(await addresses()).toEqual([null]);
});

test('does not store the client when orders are not limited by client', async () => {
  const app = await ordersApp(here.db.kysely, { rateLimit: 0 });
  for (let n = 0; n < 21; n += 1) await place(app, one(`buyer${n}@example.com`), { from: '203.0.113.7' });
  const { rows } = await here.db.pool.query('select count(*) as count, count(client_address) as kept from orders');
  expect(rows).toEqual([{ count: 21, kept: 0 }]);
});

test('limits attempts and look-ups of an address in a minute, replays and refusals included', async () => {
  const app = await ordersApp(here.db.kysely, { rateLimit: 2 });
  await place(app, one('mari@example.com'));
  await place(app, form({ items: [] }));
  const answer = await place(app, one('mari@example.com'));
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many-requests' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await place(app, one('mari@example.com'), { from: '203.0.113.7' })).statusCode).toBe(201);

  const look = async () => (await app.inject({ url: '/v1/orders/R26-00000' })).statusCode;
  for (let n = 0; n < 120; n += 1) expect(await look()).toBe(404);
  expect(await look()).toBe(429);
});
