import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { look, ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { freePort } from '../../support/server/free-port.ts';
import { wireTo } from '../../support/server/wire.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 20 } }]));

const unavailable = { status: 503, code: 'unavailable' };

test('answers orders with 503 and Retry-After when the database is down', async () => {
  const away = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(away.kysely);
  for (const answer of [await place(app, form()), await look(app, 'R26-00000', 'x')]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({ type: 'about:blank', title: 'Service Unavailable', ...unavailable });
  }
  await away.close();
});

test('answers 503 when no connection is free in time', async () => {
  const pool = new pg.Pool({ connectionString: here.url, max: 1 });
  const taken = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  expect((await place(await ordersApp(db), form())).json()).toMatchObject(unavailable);
  taken.release();
  await pool.end();
});

test('answers 503 when the connection falls silent', async () => {
  const wire = await wireTo(here.url);
  onTestFinished(wire.close);
  const { kysely, close } = openDatabase(wire.url, { statementTimeoutMs: 500 });
  onTestFinished(close);
  const app = await ordersApp(kysely);
  expect((await place(app, form())).statusCode).toBe(201);
  wire.silence();
  expect((await place(app, form())).json()).toMatchObject(unavailable);
  wire.connect();
  expect((await place(app, form())).statusCode).toBe(201);
});

test('leaves nothing behind when the connection is lost during an order', async () => {
  const app = await ordersApp(here.db.kysely);
  const other = await here.db.pool.connect();
  await other.query('begin; select from stock for update');
  const answer = place(app, form());
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await here.db.pool.query(`select ${waiting}`)).rowCount).toBe(1);
  await here.db.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
  expect((await answer).json()).toMatchObject(unavailable);
  await other.query('rollback');
  other.release();
  expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual([]);
  expect((await place(app, form())).statusCode).toBe(201);
});

test('answers a fault without details and logs them', async () => {
  const log: string[] = [];
  const app = await ordersApp(here.db.kysely, {}, { logger: { stream: { write: (line: string) => log.push(line) } } });
  await here.db.pool.query('alter table order_events rename to elsewhere');
  const answer = await place(app, form());
  await here.db.pool.query('alter table elsewhere rename to order_events');
  const { instance, ...said } = answer.json();
  expect(said).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500, code: 'internal' });
  const [line = ''] = log.filter((one) => one.includes('order_events'));
  expect(instance).toBe(`urn:uuid:${JSON.parse(line).reqId}`);
  expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual([]);
});
