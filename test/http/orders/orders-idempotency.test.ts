import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { sha256 } from '../../../src/shop/order/order-codes.server.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

beforeEach(() =>
  seedTires(database.db.kysely, [
    { id: 'tire', stock: { ringtee: 3, annelinn: 20 } },
    { id: 'rare', stock: { ringtee: 2 } },
  ]),
);

const rowCount = async (table: string) => (await database.db.pool.query(`select from ${table}`)).rowCount;

test('answers 20 concurrent requests with the same key and body with the same response, for one order', async () => {
  const app = await ordersApp(database.db.kysely);
  const [body, key] = [form(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(app, body, { key })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers[0]?.json().order.token).toMatch(/^[\w-]{22}$/);
  expect(await Promise.all(['orders', 'order_lines', 'payments', 'order_events'].map(rowCount))).toEqual([1, 1, 1, 1]);
  expect((await database.db.pool.query('select place, count from stock_holds order by 1')).rows).toEqual([
    { place: 'annelinn', count: 1 },
    { place: 'ringtee', count: 3 },
  ]);
});

test('places 20 orders for 20 concurrent keys', async () => {
  const app = await ordersApp(database.db.kysely);
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(app, form({ items: items(['tire', 1]) }))));
  expect(new Set(answers.map((answer) => answer.json().order.token)).size).toBe(20);
  expect(await rowCount('orders')).toBe(20);
});

test('rejects an order whose key was used with another body, also concurrently', async () => {
  const app = await ordersApp(database.db.kysely);
  const [body, key] = [form(), randomUUID()];
  const first = await place(app, body, { key });
  const answer = await place(app, { ...body, note: 'changed' }, { key });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ status: 422, code: 'key-reused' });
  expect((await place(app, body, { key })).body).toBe(first.body);

  const secondKey = randomUUID();
  const bodies = Array.from({ length: 10 }, (_, n) => ({ ...form(), note: `${n}` }));
  const codes = (await Promise.all(bodies.map((body) => place(app, body, { key: secondKey })))).map(
    (answer) => answer.statusCode,
  );
  expect(codes.toSorted()).toEqual([201, ...Array(9).fill(422)]);
  expect(await rowCount('orders')).toBe(2);
});

test('ignores the order of properties in the body and the case of the key', async () => {
  const app = await ordersApp(database.db.kysely);
  const [body, key] = [form(), randomUUID()];
  const first = await place(app, body, { key });
  const reversedBody = Object.fromEntries(Object.entries(body).reverse());
  const second = await place(app, reversedBody, { key: key.toUpperCase() });
  expect(second.statusCode).toBe(201);
  expect(second.body).toBe(first.body);
});

test('accepts another body for the key of a refused order', async () => {
  const app = await ordersApp(database.db.kysely);
  const key = randomUUID();
  expect((await place(app, form({ items: items(['rare', 3]) }), { key })).json().code).toBe('out-of-stock');
  expect((await place(app, form({ items: items(['rare', 2, 50]) }), { key })).json().code).toBe('price-changed');
  expect((await place(app, form({ branch: 'x' }), { key })).json().code).toBe('validation');
  expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
  expect((await place(app, form({ items: items(['rare', 2]) }), { key })).statusCode).toBe(201);
});

test('gives the same response for a key after a restart, even when the tires went off sale', async () => {
  const [body, key] = [form({ paymentMethod: 'bank_transfer' }), randomUUID()];
  const first = await place(await ordersApp(database.db.kysely), body, { key });
  await database.db.pool.query('update tires set price_cents = 1, on_sale = false');
  const restarted = openDatabase(database.url);
  const nextDay = { now: () => new Date('2026-11-21T10:00:00Z') };
  const repeatedAnswer = await place(await ordersApp(restarted.kysely, nextDay), body, { key });
  await restarted.close();
  expect(repeatedAnswer.statusCode).toBe(201);
  expect(repeatedAnswer.body).toBe(first.body);
});

/** Inserts a key in an open transaction, as an unfinished request does. Returns a function that rolls it back. */
async function holdKey(key: string) {
  const client = await database.db.pool.connect();
  await client.query('begin');
  await client.query(
    `insert into idempotency_keys (key_hash, request_hash, salt, order_id, created_at) values ($1, $2, $2, 1, now())`,
    [sha256(key), Buffer.alloc(16)],
  );
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('a request with a key waits for an unfinished request with that key, and places the order when that one fails', async () => {
  const app = await ordersApp(database.db.kysely);
  const key = randomUUID();
  const rollBack = await holdKey(key);
  const answer = place(app, form(), { key });
  const waitingQuery = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await database.db.pool.query(waitingQuery)).rowCount).toBe(1);
  await rollBack();
  expect((await answer).statusCode).toBe(201);
});

test('answers 409 in-progress when a key is locked for too long, and 503 busy when a tire or a mailbox is', async () => {
  const app = await ordersApp(database.db.kysely);
  const key = randomUUID();
  const rollBack = await holdKey(key);
  const client = await database.db.pool.connect();
  await client.query(`begin; select from stock where tire_id = 'rare' for update`);
  await client.query(`select pg_advisory_xact_lock(1, hashtext('jaan@example.com'))`);
  const customer = { name: 'Jaan Tamm', email: 'Jaan+1@example.com', phone: '5123 4567' };
  const [sameKey, sameTire, sameMailbox] = await Promise.all([
    place(app, form(), { key }),
    place(app, form({ items: items(['tire', 1], ['rare', 1]) })),
    place(app, form({ customer })),
  ]);
  await client.query('rollback');
  client.release();
  await rollBack();
  expect(sameKey.json()).toMatchObject({ status: 409, code: 'in-progress' });
  expect(sameKey.headers['retry-after']).toBe('1');
  expect(sameTire.json()).toMatchObject({ status: 503, code: 'busy' });
  expect(sameTire.headers['retry-after']).toBe('1');
  expect(sameMailbox.json()).toMatchObject({ status: 503, code: 'busy' });
  expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
});
