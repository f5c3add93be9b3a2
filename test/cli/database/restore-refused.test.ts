import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { openQueues } from '../../../src/database/queue.server.ts';
import { commandRunner } from '../../support/command.ts';
import {
  contentsOf,
  createBackup,
  createEmptyDatabase,
  query,
  restoreBackup,
  tablesOf,
} from '../../support/database/backups.ts';
import { testDatabase } from '../../support/database/database.ts';
import { rewriteManifest } from '../../support/database/rewritten-backup.ts';
import { seedTires } from '../../support/database/seed.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('restore: refuses a backup of a newer shop and names the unknown migration', async () => {
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  const withLaterMigration = await rewriteManifest(file, (manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, { name: '9999_later', sha256: '' }],
  }));
  expect(await restoreBackup(url, withLaterMigration)).toMatchObject({
    code: 1,
    reason: 'newer',
    err: expect.stringContaining('9999_later'),
  });
  const withLaterFormat = await rewriteManifest(file, (manifest) => ({ ...manifest, format: 3 }));
  expect(await restoreBackup(url, withLaterFormat)).toMatchObject({ code: 1, reason: 'newer' });
  expect(await tablesOf(url)).toEqual([]);
});

/** Returns a backup of the shop, and a database with a catalogue of the model `another`. */
async function changedCatalogue() {
  const file = await createBackup(shop);
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  await using database = openDatabase(url);
  await seedTires(database.kysely, [{ id: 'tire', stock: { ringtee: 2 } }]);
  await query(url, `update tires set model = 'another'`);
  return { file, url };
}

test('restore: replaces a catalogue only with --replace', async () => {
  const { file, url } = await changedCatalogue();
  expect(await restoreBackup(url, file)).toMatchObject({
    code: 1,
    reason: 'not-empty',
    err: expect.stringContaining('--replace'),
  });
  expect(await query(url, 'select model from tires')).toEqual([{ model: 'another' }]);
  const queues = await openQueues(url, ['work'], { runsJobs: false, onError: () => {} });
  await queues.boss.send('work', {});
  await queues.stop();
  // PostgreSQL ends a session a moment after its connection has closed.
  const shopSessions = `select from pg_stat_activity where datname = current_database() and application_name like 'rehvipood%'`;
  await expect.poll(() => query(url, shopSessions)).toEqual([]);
  expect(await restoreBackup(url, file, '--move', '--replace', '--yes')).toMatchObject({ code: 0, ok: true });
  expect(await query(url, 'select name from pgboss.job')).toEqual([]);
  expect(await contentsOf(url)).toEqual(await contentsOf(shop.database.url));
});

test('restore: asks before it replaces a catalogue', async () => {
  const { file, url } = await changedCatalogue();
  const declined = await commandRunner({ url })(['restore', file, '--replace'], 'no');
  expect(declined).toMatchObject({ code: 1, err: expect.stringContaining('Replace everything') });
  expect(await query(url, 'select model from tires')).toEqual([{ model: 'another' }]);
});

test('restore: never replaces a database with orders', async () => {
  await shop.order();
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  expect(await restoreBackup(url, file)).toMatchObject({ code: 0 });
  const before = await contentsOf(url);
  for (const args of [[], ['--replace', '--yes']]) {
    expect(await restoreBackup(url, file, ...args)).toMatchObject({
      code: 1,
      reason: 'not-empty',
      err: expect.stringContaining('holds orders'),
    });
  }
  expect(await contentsOf(url)).toEqual(before);
});

test('restore: never replaces a database with callers’ fitting times, requests to be told of tires, cash of a drawer, a bank entry or a purchase', async () => {
  const { file, url } = await changedCatalogue();
  const rows = {
    stock_notices: `(tire_id, email, locale, count, asked_at) select id, 'mari@example.com', 'ee', 4, now() from tires limit 1`,
    fitting_bookings: `(branch, bay, starts_at, ends_at, vehicle, wheels, price_cents, state, channel, made_at, made_by, name, phone)
      values ('ringtee', 1, '2026-11-24 08:00Z', '2026-11-24 08:30Z', 'car', 4, 6000, 'booked', 'phone', now(), 'staff:kati', 'Jaan', '5999')`,
    cash_drawers: `(branch, opened_at, opened_by, opening_cents) values ('ringtee', now(), 'staff:kati', 10000)`,
    bank_entries: `(key, bank_id, refs, account, booked_on, direction, is_reversal, amount_cents, currency, remittance, state, unassigned_because, imported_at, imported_by)
      values ('key', 'id', '{}', 'EE382200221020145685', '2026-11-20', 'credit', false, 31960, 'EUR', '', 'unassigned', 'no-reference', now(), 'operator')`,
    purchases: `(number, supplier, branch, state, created_at) values ('P26-00001', 'seed', 'ringtee', 'draft', now())`,
  };
  for (const [table, row] of Object.entries(rows)) {
    await query(url, `insert into ${table} ${row}`);
    expect(await restoreBackup(url, file, '--replace', '--yes'), table).toMatchObject({
      code: 1,
      reason: 'not-empty',
      err: expect.stringContaining('fitting times'),
    });
    await query(url, `delete from ${table}`);
  }
});

test('restore: refuses a database with tables of another application', async () => {
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  await query(url, 'create table other_table (id int)');
  expect(await restoreBackup(url, file, '--replace', '--yes')).toMatchObject({ code: 1, reason: 'foreign-tables' });
  expect(await tablesOf(url)).toEqual(['other_table']);
});

test('restore: accepts a database that was migrated but never used', async () => {
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  expect(await restoreBackup(url, file)).toMatchObject({ code: 0 });
  await query(url, 'truncate tires, imports cascade');
  expect(await restoreBackup(url, file, '--move')).toMatchObject({ code: 0 });
  expect(await contentsOf(url)).toEqual(await contentsOf(shop.database.url));
});

test('restore: refuses the database of a running shop', async () => {
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  const shopConnection = new pg.Client({ connectionString: url, application_name: 'rehvipood catalogue' });
  await shopConnection.connect();
  onTestFinished(() => shopConnection.end());
  expect(await restoreBackup(url, file)).toMatchObject({
    code: 1,
    reason: 'in-use',
    err: expect.stringContaining('rehvipood catalogue'),
  });
  expect(await tablesOf(url)).toEqual([]);
  expect(await restoreBackup(shop.database.url, file, '--replace', '--yes')).toMatchObject({
    code: 1,
    reason: 'in-use',
    err: expect.stringContaining('stop it first'),
  });
});

test('an interrupted restore leaves the database empty', async () => {
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  const ctrlC = new AbortController();
  const stderr = new Writable({
    write(chunk, _, done) {
      if (String(chunk).includes('Loading stock')) ctrlC.abort();
      done();
    },
  });
  const io = { isTTY: true, stderr, signal: ctrlC.signal };
  expect(await commandRunner({ url })(['restore', file], undefined, io)).toMatchObject({ code: 130, out: '' });
  expect(ctrlC.signal.aborted).toBe(true);
  expect(await tablesOf(url)).toEqual([]);
  expect(await restoreBackup(url, file)).toMatchObject({ code: 0 });
});
