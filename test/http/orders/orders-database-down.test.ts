import { createHash, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';
import { freePort } from '../../support/server/free-port.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 20 } }]));

const unavailable = { status: 503, code: 'unavailable' };

test('answers orders with 503 and Retry-After when the database is down', async () => {
  const unreachable = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(unreachable.kysely);
  for (const answer of [await place(app, form()), await readOrder(app, 'R26-00000', 'x')]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', ...unavailable });
  }
  await unreachable.close();
});

test('a buyer who returns from a payment while the database is down sees a page with styles that its policy allows', async () => {
  const unreachable = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(unreachable.kysely);
  const { statusCode, headers, body } = await app.inject(`/v1/payments/return/${randomUUID()}/code`);
  await unreachable.close();
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  const style = /<style>([^<]+)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(style).toContain('color-scheme:light dark');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
});

test('answers 503 when no connection is free in time', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const onlyConnection = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  expect((await place(await ordersApp(db), form())).json()).toMatchObject(unavailable);
  onlyConnection.release();
  await pool.end();
});

test('answers 503 when the database stops responding', async () => {
  const proxy = await startTcpProxy(database.url);
  onTestFinished(proxy.close);
  const { kysely, close } = openDatabase(proxy.url, { statementTimeoutMs: 500 });
  onTestFinished(close);
  const app = await ordersApp(kysely);
  expect((await place(app, form())).statusCode).toBe(201);
  proxy.silence();
  expect((await place(app, form())).json()).toMatchObject(unavailable);
  proxy.forwardNewConnections();
  expect((await place(app, form())).statusCode).toBe(201);
});

test('stores no part of an order whose database connection breaks', async () => {
  const app = await ordersApp(database.db.kysely);
  const lockingClient = await database.db.pool.connect();
  await lockingClient.query('begin; select from stock for update');
  const answer = place(app, form());
  const waitingSessions = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await database.db.pool.query(`select ${waitingSessions}`)).rowCount).toBe(1);
  await database.db.pool.query(`select pg_terminate_backend(pid) ${waitingSessions}`);
  expect((await answer).json()).toMatchObject(unavailable);
  await lockingClient.query('rollback');
  lockingClient.release();
  expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
  expect((await place(app, form())).statusCode).toBe(201);
});

test('answers a fault with status 500 without details, and logs the details', async () => {
  const log: string[] = [];
  const app = await ordersApp(
    database.db.kysely,
    {},
    { logger: { stream: { write: (line: string) => log.push(line) } } },
  );
  await database.db.pool.query('alter table order_events rename to elsewhere');
  const answer = await place(app, form());
  await database.db.pool.query('alter table elsewhere rename to order_events');
  const { instance, ...problem } = answer.json();
  expect(problem).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' });
  const [line = ''] = log.filter((entry) => entry.includes('order_events'));
  expect(instance).toBe(`urn:uuid:${JSON.parse(line).reqId}`);
  expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
});
