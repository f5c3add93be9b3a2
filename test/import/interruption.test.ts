import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type ImportProgress, importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { catalogue, csv, nextDay, now, tires } from './price-list.ts';

const shop = catalogue();
const options = { now, branches: ['ringtee', 'annelinn'] };

test('a cancelled import changes nothing', async () => {
  await shop.importList(tires(3));
  const before = await shop.everything();
  const stop = new AbortController();
  async function* interruptedList() {
    yield Buffer.from(csv(tires(2_000, { price: '50' })));
    stop.abort();
    yield Buffer.from('more');
  }
  const source = Readable.from(interruptedList(), { signal: stop.signal });
  await expect(importPriceList(shop.database, source, options)).rejects.toThrow('abort');
  expect(await shop.everything()).toEqual(before);
  expect(await shop.importList(tires(3))).toMatchObject({ unchanged: 3 });
});

test('an import that loses its database fails and changes nothing', async () => {
  await shop.importList(tires(3));
  const before = await shop.everything();
  async function* interruptedList() {
    yield Buffer.from(csv(tires(2_000, { price: '50' })));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(shop.db);
    yield Buffer.from(csv(tires(1)).split('\n')[1] ?? '');
  }
  await expect(importPriceList(shop.database, interruptedList(), options)).rejects.toThrow();
  expect(await shop.everything()).toEqual(before);
});

test('the second of two concurrent imports reports that it waits, and then sees the result of the first', async () => {
  const { promise: firstIsMerging, resolve: reportMerging } = Promise.withResolvers<void>();
  const lock = await shop.pool.connect();
  await lock.query('begin');
  await lock.query('lock table tires in share mode');
  const list = csv(tires(500));
  const first = shop.importList(list, { onProgress: ({ phase }) => phase === 'merging' && reportMerging() });
  await firstIsMerging;
  const phases = new Set<ImportProgress['phase']>();
  const second = shop.importList(list, {
    onProgress: ({ phase }) => {
      phases.add(phase);
      if (phase === 'waiting') void lock.query('rollback');
    },
  });
  expect(await first).toMatchObject({ added: 500 });
  expect(await second).toMatchObject({ added: 0, unchanged: 500, changed: false });
  expect([...phases]).toEqual(['reading', 'waiting', 'merging']);
  lock.release();
});

test('an import does not wait for an order of tires whose stock it leaves unchanged', async () => {
  await shop.importList(tires(2));
  const { id } = await shop.tire('T2');
  const order = await shop.pool.connect();
  await order.query('begin');
  await order.query('select * from stock where tire_id = $1 order by place for update', [id]);
  const list = csv([
    { supplier_sku: 'T1', stock_ringtee: '1' },
    { supplier_sku: 'T2', price: '60' },
  ]);
  expect(await shop.importList(list)).toMatchObject({ updated: 2, stockChanged: 1, priceChanged: 1 });
  await order.query('rollback');
  order.release();
});

test('an order placed during an import keeps its hold', async () => {
  await shop.importList(tires(1));
  const { id } = await shop.tire('T1');
  const order = await shop.pool.connect();
  await order.query('begin');
  await order.query(`update stock set held = held + 4 where tire_id = $1 and place = 'ringtee'`, [id]);
  const importing = shop.importList(tires(1, { stock_ringtee: '2' }));
  await waitUntilBlocked();
  await order.query('commit');
  order.release();
  expect(await importing).toMatchObject({ stockChanged: 1 });
  expect((await shop.stockOf('T1'))[0]).toEqual({ place: 'ringtee', on_hand: 2, held: 4, lead_days: 0 });
});

test('an undo that loses its database changes nothing', async () => {
  await shop.importList(tires(3));
  await shop.importList(tires(4, { price: '60', stock_ringtee: '9' }), { now: nextDay });
  const before = await shop.everything();
  const { id } = await shop.tire('T2');
  const order = await shop.pool.connect();
  await order.query('begin');
  await order.query('select * from stock where tire_id = $1 for update', [id]);
  // The undo writes the stock last, so it waits for the lock after all other writes.
  const undone = undoImport(shop.db, { now: nextDay, actor: 'operator' });
  const failed = expect(undone).rejects.toThrow();
  await waitUntilBlocked();
  await order.query(`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`);
  await failed;
  await order.query('rollback');
  order.release();
  expect(await shop.everything()).toEqual(before);
  expect(await undoImport(shop.db, { now: nextDay, actor: 'operator' })).toMatchObject({ ok: true, restored: 3 });
});

async function waitUntilBlocked() {
  const blocked = sql`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  await expect.poll(async () => (await blocked.execute(shop.db)).rows.length, { timeout: 10_000 }).toBeGreaterThan(0);
}
