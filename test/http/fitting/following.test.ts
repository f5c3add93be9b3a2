import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import {
  type FittingStore,
  followBookings,
  openFittingStore,
} from '../../../src/shop/fitting/bookings/follow-bookings.server.ts';
import { rowsOutsideCatalogue } from '../../support/database/seed.ts';
import { fittingForm, fittingShop, monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';

const shop = fittingShop();

/** Within this time a booking must show in every process. */
const soon = { timeout: 2_000, interval: 20 };

/** The bookings in the memory of another process, which reaches the database at `url`. */
async function otherProcess(url = shop.database.url): Promise<FittingStore> {
  const db = openDatabase(url, { statementTimeoutMs: 500 });
  const store = openFittingStore(db, shop.context.shopConfig, shop.now);
  const following = await followBookings(store, { url, onError: () => {} });
  onTestFinished(async () => {
    await following.stop();
    await db.close();
  });
  return store;
}

/** The bays of Ringtee that are free at a time, of those that buyers can book. */
function freeBays(store: FittingStore, day: string, time: string): number[] {
  const at = Date.parse(startAt(day, time));
  const plan = store.plansOf('ringtee').find((found) => found.day === day);
  const bays = plan?.bays ?? [];
  return bays.filter(({ online }) => online.some(({ from, to }) => from <= at && at < to)).map(({ bay }) => bay.id);
}

// Wall-clock time is measured, so a busy machine can make these fail.
const timed = { retry: 2 };

test(
  'a booked, a moved, a cancelled and an expired time show in another process within two seconds',
  timed,
  async () => {
    const store = await otherProcess();
    const at = (time: string, day = monday) => freeBays(store, day, time);
    expect(at('10:00')).toEqual([1, 2]);
    const order = await shop.order();
    await expect.poll(() => at('10:00'), soon).toEqual([1]);
    expect((await shop.move(order, startAt(tuesday, '12:00'))).statusCode).toBe(200);
    await expect.poll(() => [at('10:00'), at('12:00', tuesday)], soon).toEqual([[1, 2], [1]]);
    expect((await shop.cancelTime(order)).statusCode).toBe(200);
    await expect.poll(() => at('12:00', tuesday), soon).toEqual([1, 2]);

    await shop.order({ at: startAt(monday, '11:00') });
    await expect.poll(() => at('11:00'), soon).toEqual([1]);
    shop.setTime('2026-11-26', '00:00');
    expect(await shop.releaseExpired()).toBe(2);
    await expect.poll(() => at('11:00'), soon).toEqual([1, 2]);
  },
);

test('a block and an opened time show in another process within two seconds', timed, async () => {
  const store = await otherProcess();
  await shop.block(monday, ['12:00', '13:00']);
  await shop.block('2026-11-22', ['10:00', '12:00'], { bay: 3, opens: true });
  await expect.poll(() => freeBays(store, monday, '12:30'), soon).toEqual([]);
  await expect.poll(() => freeBays(store, '2026-11-22', '10:00'), soon).toEqual([3]);
  await shop.rows('delete from fitting_blocks where not opens');
  await expect.poll(() => freeBays(store, monday, '12:30'), soon).toEqual([1, 2]);
});

test('a time that was booked while the connection was lost shows once it works again', timed, async () => {
  const proxy = await startTcpProxy(shop.database.url);
  onTestFinished(proxy.close);
  const store = await otherProcess(proxy.url);
  proxy.cut();
  await shop.order();
  // The process does not know of the booking yet.
  expect(freeBays(store, monday, '10:00')).toEqual([1, 2]);
  proxy.restore();
  await expect.poll(() => freeBays(store, monday, '10:00'), soon).toEqual([1]);
});

test('while the database is unreachable, free times are served from memory and orders are refused', async () => {
  const proxy = await startTcpProxy(shop.database.url);
  onTestFinished(proxy.close);
  const { kysely, close } = openDatabase(proxy.url, { statementTimeoutMs: 500, connectionTimeoutMs: 500 });
  onTestFinished(close);
  const before = await shop.slots();
  const order = await shop.order();
  proxy.cut();
  const app = await ordersApp(kysely);
  const refused = await place(app, fittingForm());
  expect(refused.statusCode).toBe(503);
  expect(refused.json().code).toBe('unavailable');
  const url = `/v1/orders/${order.number}/fitting`;
  const headers = { 'order-token': order.token };
  const payload = { at: startAt(monday, '11:00'), vehicle: 'car' };
  expect((await app.inject({ method: 'GET', url, headers })).statusCode).toBe(503);
  expect((await app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(503);
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(503);
  const answer = await shop.app.inject('/v1/fitting/slots?branch=ringtee&items=tire:4');
  expect(answer.json()).toEqual(before);
});

test('an order whose connection breaks after its time was taken leaves neither order nor booking', async () => {
  const { pool } = shop.database.db;
  const before = await rowsOutsideCatalogue(shop.database.db.kysely);
  const blocking = await pool.connect();
  await blocking.query('begin; lock table order_lines in access exclusive mode');
  const answer = shop.place();
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(`select ${waiting}`)).rowCount).toBe(1);
  const [{ taken }] = (
    await pool.query(
      `select count(*)::integer as taken from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and relation = 'fitting_bookings'::regclass and mode = 'RowExclusiveLock'`,
    )
  ).rows as [{ taken: number }];
  expect(taken).toBe(1);
  await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
  expect((await answer).json().code).toBe('unavailable');
  await blocking.query('rollback');
  blocking.release();
  expect(await rowsOutsideCatalogue(shop.database.db.kysely)).toEqual(before);
  await shop.order();
});
