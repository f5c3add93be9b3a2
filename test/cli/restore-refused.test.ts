import { readFile, writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../../src/database/backup/manifest.ts';
import { checkBackup, openBackup } from '../../src/database/backup/read-backup.server.ts';
import { RefusedBackup } from '../../src/database/backup/refused-backup.ts';
import { numbers } from '../model/steps.ts';
import { contentsOf, emptyDatabase, newFile, query } from '../support/backups.ts';
import { operator } from '../support/command.ts';
import { shopOfOrders } from '../support/shop-of-orders.ts';

const shop = shopOfOrders();
configure({ useWebWorkers: false });

async function backedUp(): Promise<string> {
  const file = await newFile();
  expect(await shop.run(['backup', file])).toMatchObject({ code: 0, err: '' });
  return file;
}

/** The outcome of restoring into `url`, as a program reads it. */
async function restored(url: string, file: string, ...args: string[]) {
  const { code, out, err } = await operator({ url })(['restore', file, '--json', ...args]);
  const { ok, reason } = JSON.parse(out || '{}');
  return { code, ok, reason, err };
}

const tablesOf = async (url: string) => Object.keys(await contentsOf(url)).filter((name) => name !== 'sequences');

/** A copy of a backup in which files are other than they were; null takes one away. */
async function rewritten(file: string, change: (name: string, text: string) => string | null): Promise<string> {
  const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
  const blob = new BlobWriter();
  const into = new ZipWriter(blob);
  for (const entry of (await zip.getEntries()) as FileEntry[]) {
    const text = change(entry.filename, await entry.getData(new TextWriter()));
    if (text !== null) await into.add(entry.filename, new TextReader(text));
  }
  await into.close();
  const changed = await newFile();
  await writeFile(changed, Buffer.from(await (await blob.getData()).arrayBuffer()));
  return changed;
}

const withManifest = (file: string, change: (manifest: Manifest) => unknown) =>
  rewritten(file, (name, text) => (name === 'manifest.json' ? JSON.stringify(change(JSON.parse(text))) : text));

test('a backup that is not whole, or not as it was written, is refused, and the database stays empty', async () => {
  await shop.order();
  const file = await backedUp();
  const url = await emptyDatabase();
  const whole = await readFile(file);
  const cut = await newFile();
  for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1]) {
    await writeFile(cut, whole.subarray(0, length));
    expect(await restored(url, cut), `${length} bytes`).toMatchObject({ code: 1, ok: false, reason: 'damaged' });
  }
  const lost = await rewritten(file, (name, text) => (name === 'public.orders.copy' ? null : text));
  expect(await restored(url, lost)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy is missing'),
  });
  const cheaper = await rewritten(file, (name, text) =>
    name === 'public.orders.copy' ? text.replace('31960', '1') : text,
  );
  expect(await restored(url, cheaper)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy is not what was written'),
  });
  const shorter = await withManifest(file, (manifest) => ({
    ...manifest,
    tables: manifest.tables.filter(({ name }) => name !== 'orders'),
  }));
  expect(await restored(url, shorter)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('lacks the table orders'),
  });
  const empty = await rewritten(file, (name, text) => (name === 'manifest.json' ? '{}' : text));
  expect(await restored(url, empty)).toMatchObject({ code: 1, reason: 'damaged' });
  const other = await rewritten(file, (name, text) => (name === 'manifest.json' ? null : text));
  expect(await restored(url, other)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await restored(url, `${file}.gone`)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await tablesOf(url)).toEqual([]);
});

test('one byte that is another is noticed, unless it says nothing', async () => {
  await shop.order();
  const file = await backedUp();
  const before = await readBackup(file);
  const whole = await readFile(file);
  const random = numbers(7);
  const altered = await newFile();
  let noticed = 0;
  for (let time = 0; time < 40; time += 1) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    await writeFile(altered, bytes);
    const read = await readBackup(altered).catch((error: unknown) => error);
    if (read instanceof RefusedBackup) noticed += 1;
    // A date, a right, or a name that is written twice.
    else expect(read, `byte ${at}`).toEqual(before);
  }
  expect(noticed).toBeGreaterThan(10);
});

/** All that a backup says, as a restore hears it. */
async function readBackup(file: string) {
  const backup = await openBackup(file);
  try {
    await checkBackup(backup, () => {});
    const texts: string[] = [];
    for (const table of backup.manifest.tables) {
      texts.push(await text(backup.read(table)));
    }
    return { manifest: backup.manifest, texts };
  } finally {
    await backup.close();
  }
}

test('a backup of a newer shop is refused and says which migration is not known here', async () => {
  const file = await backedUp();
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

test('a database that holds orders is refused, always; a catalogue gives way when it is told to', async () => {
  const file = await backedUp();
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
  expect(await restored(idle, await backedUp())).toMatchObject({ code: 0 });
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

test('a database that was migrated and never used is empty', async () => {
  const file = await backedUp();
  const url = await emptyDatabase();
  expect(await restored(url, file)).toMatchObject({ code: 0 });
  await query(url, 'truncate tires, imports cascade');
  expect(await restored(url, file)).toMatchObject({ code: 0 });
  expect(await contentsOf(url)).toEqual(await contentsOf(shop.database.url));
});

test('nothing is restored under a shop that runs', async () => {
  const file = await backedUp();
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

test('stopped half-way, nothing is there', async () => {
  const file = await backedUp();
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
