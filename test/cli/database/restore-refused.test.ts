import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../../support/command.ts';
import { backedUp, contentsOf, emptyDatabase, query, restored, tablesOf } from '../../support/database/backups.ts';
import { withManifest } from '../../support/database/rewritten-backup.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('restore: refuses a backup of a newer shop and names the unknown migration', async () => {
  const file = await backedUp(shop);
  const url = await emptyDatabase();
  const next = await withManifest(file, (manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, { name: '9999_later', sha256: '' }],
  }));
  expect(await restored(url, next)).toMatchObject({
    code: 1,
    reason: 'newer',
    err: expect.stringContaining('9999_later'),
  });
  const format = await withManifest(file, (manifest) => ({ ...manifest, format: 2 }));
  expect(await restored(url, format)).toMatchObject({ code: 1, reason: 'newer' });
  expect(await tablesOf(url)).toEqual([]);
});

test('restore: never replaces orders; replaces a catalogue only with --replace', async () => {
  const file = await backedUp(shop);
  const before = await contentsOf(shop.database.url);
  const url = await emptyDatabase();
  expect(await restored(url, file)).toMatchObject({ code: 0 });
  await query(url, `update tires set model = 'another'`);
  expect(await restored(url, file)).toMatchObject({
    code: 1,
    reason: 'not-empty',
    err: expect.stringContaining('--replace'),
  });
  const asked = await operator({ url })(['restore', file, '--replace'], 'no');
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('in place of everything') });
  expect(await query(url, 'select model from tires')).toEqual([{ model: 'another' }]);
  expect(await restored(url, file, '--replace', '--yes')).toMatchObject({ code: 0, ok: true });
  expect(await contentsOf(url)).toEqual(before);
  await shop.order();
  const taken = shop.database.url;
  const full = await contentsOf(taken);
  expect(await restored(taken, file, '--replace', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('stop it first'),
  });
  const idle = await emptyDatabase();
  expect(await restored(idle, await backedUp(shop))).toMatchObject({ code: 0 });
  for (const args of [[], ['--replace', '--yes']]) {
    expect(await restored(idle, file, ...args)).toMatchObject({
      code: 1,
      reason: 'not-empty',
      err: expect.stringContaining('holds orders'),
    });
  }
  expect(await contentsOf(idle)).toEqual(full);
  const strange = await emptyDatabase();
  await query(strange, 'create table somebodys (id int)');
  expect(await restored(strange, file, '--replace', '--yes')).toMatchObject({ code: 1, reason: 'not-the-shops' });
  expect(await tablesOf(strange)).toEqual(['somebodys']);
});

test('restore: accepts a database that was migrated but never used', async () => {
  const file = await backedUp(shop);
  const url = await emptyDatabase();
  expect(await restored(url, file)).toMatchObject({ code: 0 });
  await query(url, 'truncate tires, imports cascade');
  expect(await restored(url, file)).toMatchObject({ code: 0 });
  expect(await contentsOf(url)).toEqual(await contentsOf(shop.database.url));
});

test('restore: refuses the database of a running shop', async () => {
  const file = await backedUp(shop);
  const url = await emptyDatabase();
  const shopsOwn = new pg.Client({ connectionString: url, application_name: 'rehvipood catalogue' });
  await shopsOwn.connect();
  onTestFinished(() => shopsOwn.end());
  expect(await restored(url, file)).toMatchObject({
    code: 1,
    reason: 'in-use',
    err: expect.stringContaining('rehvipood catalogue'),
  });
  expect(await tablesOf(url)).toEqual([]);
});

test('an interrupted restore leaves the database empty', async () => {
  const file = await backedUp(shop);
  const url = await emptyDatabase();
  const ctrlC = new AbortController();
  const stderr = new Writable({
    write(chunk, _, done) {
      if (String(chunk).includes('Loading stock')) ctrlC.abort();
      done();
    },
  });
  const io = { isTTY: true, stderr, signal: ctrlC.signal };
  expect(await operator({ url })(['restore', file], undefined, io)).toMatchObject({ code: 130, out: '' });
  expect(ctrlC.signal.aborted).toBe(true);
  expect(await tablesOf(url)).toEqual([]);
  expect(await restored(url, file)).toMatchObject({ code: 0 });
});
