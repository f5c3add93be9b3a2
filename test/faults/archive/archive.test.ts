import { existsSync } from 'node:fs';
import { readdir, readFile, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from '../../../src/database/archive/archive-folder.server.ts';
import { archiveHealth, archiveTroubles, archivingState } from '../../../src/database/archive/archive-health.server.ts';
import { systemIdentifier } from '../../../src/database/archive/archive-setting.server.ts';
import { checkArchive } from '../../../src/database/archive/check-archive.server.ts';
import { restoreArchive } from '../../../src/database/archive/restore-archive.server.ts';
import { takeBase } from '../../../src/database/archive/take-base.server.ts';
import { withClient } from '../../../src/database/connect.server.ts';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import { tallinnTime } from '../../../src/shop/calendar.ts';
import { freePort } from '../../support/server/free-port.ts';
import { copyDatabase } from '../copied-database.ts';
import { embeddedDatabase, folderFor } from '../shop-database.ts';
import { startShopProcess } from '../shop-process.ts';
import {
  type AcknowledgedOrder,
  archiveNow,
  destroy,
  numbersIn,
  placeOne,
  restore,
  waitForBase,
  waitUntil,
} from './archived-shop.ts';

/** A shop whose archive has a base backup. The names of its folders need quotes. */
async function archivedShop(cleanup: AsyncDisposableStack) {
  const [folder, disk] = [await folderFor(cleanup), await folderFor(cleanup)];
  const archive = join(disk, "Mari's 100% archive");
  const database = await embeddedDatabase(cleanup, folder, copyDatabase);
  const shop = await startShopProcess(folder, { PORT: String(await freePort()), ARCHIVE_DIR: archive });
  cleanup.defer(shop.endForGood);
  await waitForBase(archive);
  return { folder, archive, database, shop, otherFolder: () => folderFor(cleanup) };
}

/** The shop of the tests that leave it as it was. */
let shared: Awaited<ReturnType<typeof archivedShop>>;
const sharedCleanup = new AsyncDisposableStack();
beforeAll(async () => {
  shared = await archivedShop(sharedCleanup);
});
afterAll(() => sharedCleanup.disposeAsync());

const placed = async (address: string): Promise<AcknowledgedOrder> => {
  const order = await placeOne(address);
  if (!order) throw new Error('an order was refused');
  return order;
};

/** Waits for the next full second, and returns it. */
async function nextSecond(): Promise<Date> {
  const second = new Date(Math.ceil(Date.now() / 1000) * 1000);
  while (Date.now() <= second.getTime()) await setTimeout(second.getTime() - Date.now() + 1);
  return second;
}

async function numbersOf(folder: string): Promise<Set<string>> {
  const { url, stop } = await startEmbedded({ folder, log: () => {} });
  return numbersIn(url).finally(stop);
}

/** A row that PostgreSQL stores and cannot read, as one on a damaged page. */
const unreadableRow = `
  create type kind as enum ('whole'); create table unreadable (kind int); insert into unreadable values (5);
  set allow_system_table_mods = on;
  update pg_attribute set atttypid = 'kind'::regtype where attrelid = 'unreadable'::regclass and attname = 'kind'`;

test('restores a lost disk to the last archived order or a time between two orders, archives again, finds an unreadable row', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { folder, archive, database, shop, otherFolder } = await archivedShop(cleanup);
  const first = await placed(shop.address);
  const between = await nextSecond();
  const second = await placed(shop.address);
  await archiveNow(await database.url(), archive);
  const lost = await placed(shop.address);
  expect(await restore(folder, archive, ['--replace', '--yes'])).toMatchObject({ ok: false, reason: 'in-use' });
  await destroy(shop, database);

  expect(await restore(folder, archive)).toMatchObject({ ok: true, orders: 2, lastOrder: { number: second.number } });
  expect(await restore(folder, archive)).toMatchObject({ ok: false, reason: 'not-empty' });
  await shop.start();
  // The restored database archives on a timeline of its own, from a new base backup on.
  await waitUntil(async () => (await readArchive(archive)).bases[0]?.timeline === 2, 'no new base backup');
  const after = await placed(shop.address);
  const url = await database.url();
  expect(await numbersIn(url)).toEqual(new Set([first.number, second.number, after.number]));
  expect(await numbersIn(url)).not.toContain(lost.number);
  await archiveNow(url, archive);

  const [toSecond, toEnd] = [await otherFolder(), await otherFolder()];
  const seconds = String(between.getUTCSeconds()).padStart(2, '0');
  expect(await restore(toSecond, archive, ['--to', `${tallinnTime(between)}:${seconds}`])).toMatchObject({
    ok: true,
    orders: 1,
  });
  expect(await numbersOf(toSecond)).toEqual(new Set([first.number]));
  const replaced = await restore(toSecond, archive, ['--replace', '--yes']);
  expect(replaced).toMatchObject({ ok: true, orders: 3, aside: expect.stringContaining('postgres.before-') });
  // Two checks at once, as when an operator runs one while the shop runs that of the week.
  const checking = () => checkArchive(toEnd, { archive, now: () => new Date() });
  for (const check of await Promise.all([checking(), checking()]))
    expect(check).toMatchObject({ ok: true, message: expect.stringContaining('3 orders') });
  expect(await readdir(toEnd)).toEqual(['archive-check.lock']);

  await withClient(url, 'test', (client) => client.query(unreadableRow));
  await archiveNow(url, archive);
  expect(await checkArchive(toEnd, { archive, now: () => new Date() })).toMatchObject({
    ok: false,
    message: expect.stringContaining('invalid internal value'),
  });
});

test('keeps selling while the archive is missing or belongs to another database, reports the problem, and catches up', async () => {
  const { folder, archive, database, shop } = shared;
  const url = await database.url();
  const troubles = async () => {
    const state = await withClient(url, 'test', (client) =>
      archivingState(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]),
    );
    const system = await systemIdentifier(join(folder, 'postgres'));
    const minutesLater = new Date(Date.now() + 3 * 60_000);
    return archiveTroubles(state, await archiveHealth(archive, system), minutesLater).join('\n');
  };
  await rename(archive, `${archive}.away`);
  await placed(shop.address);
  await withClient(url, 'test', (client) => client.query('select pg_switch_wal()'));
  await placed(shop.address);
  await expect.poll(troubles).toMatch(/is its disk mounted\?.*nothing has been archived since/s);
  expect(existsSync(archive)).toBe(false);
  await rename(`${archive}.away`, archive);
  await archiveNow(url, archive);
  await expect.poll(troubles).toBe('');

  const claim = join(archive, 'archive.json');
  await rename(claim, `${claim}.ours`);
  await writeFile(claim, JSON.stringify({ format: 1, system: '7300000000000000000' }));
  await placed(shop.address);
  await withClient(url, 'test', (client) => client.query('select pg_switch_wal()'));
  await expect.poll(troubles).toMatch(/the archive of another database.*nothing has been archived since/s);
  await rename(`${claim}.ours`, claim);
  await archiveNow(url, archive);
  await expect.poll(troubles).toBe('');
});

test('restores files of DATA_DIR and photographs, but no damaged file, and overwrites no existing file', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { archive, database } = shared;
  const [data, photos, restored, restoredPhotos] = (await Promise.all(
    Array.from({ length: 4 }, () => folderFor(cleanup)),
  )) as [string, string, string, string];
  await writeFile(join(data, 'mail.eml'), 'Subject: order');
  await writeFile(join(photos, 'shop.jpg'), 'photograph');
  await writeFile(join(photos, 'sign.jpg'), 'old sign');
  await writeFile(join(restoredPhotos, 'sign.jpg'), 'new sign');
  const folders = [
    { name: 'data', from: data },
    { name: 'photos', from: photos },
  ];
  const base = await takeBase(await database.url(), { archive, folders, now: () => new Date() });
  const restoring = () =>
    restoreArchive(restored, {
      archive,
      targetTime: null,
      replace: false,
      folders: [
        { name: 'data', to: restored },
        { name: 'photos', to: restoredPhotos },
      ],
      afterRecovery: async () => {},
    });
  const copy = join(archive, 'bases', base.name, 'files/photos/shop.jpg');
  await writeFile(copy, 'phot');
  await expect(restoring()).rejects.toMatchObject({ reason: 'damaged', message: expect.stringContaining(copy) });
  expect(await readdir(restoredPhotos)).toEqual(['sign.jpg']);
  await writeFile(copy, 'photograph');
  await restoring();
  expect(await readFile(join(restored, 'mail.eml'), 'utf8')).toBe('Subject: order');
  expect(await readFile(join(restoredPhotos, 'shop.jpg'), 'utf8')).toBe('photograph');
  expect(await readFile(join(restoredPhotos, 'sign.jpg'), 'utf8')).toBe('new sign');
});

test('refuses to restore an archive that is cut or has a gap, and changes nothing', async () => {
  const { archive, database, shop, otherFolder } = shared;
  for (let n = 0; n < 3; n += 1) {
    await placed(shop.address);
    await archiveNow(await database.url(), archive);
  }
  const { wal } = await readArchive(archive);
  const [beforeCut = '', cut = ''] = wal.filter((name) => name.length === 24).slice(-3);
  const file = join(archive, 'wal', `${cut}.zst`);
  const folder = await otherFolder();
  await rename(file, `${file}.away`);
  expect(await restore(folder, archive)).toMatchObject({
    ok: false,
    reason: 'incomplete',
    message: expect.stringContaining(cut),
  });
  // Archived late, as after an outage: its last transaction is long before `afterGap`.
  const afterGap = new Date();
  const late = new Date(afterGap.getTime() + 60_000);
  await utimes(join(archive, 'wal', `${beforeCut}.zst`), late, late);
  const restoring = restoreArchive(folder, {
    archive,
    targetTime: afterGap,
    replace: false,
    folders: [],
    afterRecovery: async () => {},
  });
  await expect(restoring).rejects.toThrow('recovery ended before configured recovery target');
  await rename(`${file}.away`, file);
  const content = await readFile(file);
  await truncate(file, 100);
  expect(await restore(folder, archive)).toMatchObject({
    ok: false,
    reason: 'damaged',
    message: expect.stringContaining(cut),
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres') && !/log|lock/.test(name))).toEqual([]);
  await writeFile(file, content);
});
