import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/support/database/database.ts';
import { seedTires } from '../../../test/support/database/seed.ts';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { openDatabase } from '../../database/connect.server.ts';
import { eprelFolder, namesOfStoredFiles, storeOfficialFile } from '../../shop/catalog/eprel/eprel-files.server.ts';
import type { JobContext } from '../job.ts';
import { eprelJobs } from './eprel.ts';

const now = new Date('2026-11-28T10:00:00Z');
const pathIn = (folder: string, name: string) => join(folder, name.slice(0, 2), name);
const client = { get: async () => ({ result: 'missing' as const }) };

/** A shop with files of a registration, and an old and a new file that no registration has. */
async function shopWithFiles() {
  const { url, drop } = await testDatabase();
  const { kysely: db, close } = openDatabase(url);
  onTestFinished(() => close().then(drop));
  const [dataDir, backups] = [await temporaryFolder(), await temporaryFolder()];
  const folder = eprelFolder(dataDir);
  const store = (text: string, kind: 'png' | 'pdf') => storeOfficialFile(folder, Buffer.from(text), kind);
  const names = [await store('label', 'png'), await store('et', 'pdf'), await store('en', 'pdf')] as const;
  const [old, fresh] = [await store('old', 'pdf'), await store('fresh', 'pdf')];
  await utimes(pathIn(folder, old), now, new Date(now.getTime() - 2 * 60 * 60 * 1000));
  await utimes(pathIn(folder, fresh), now, now);
  const [label_file, sheet_et, sheet_en] = names;
  await db
    .insertInto('eprel_products')
    .values({
      id: 7,
      status: 'current',
      manufacturer: null,
      model: null,
      tread_width: null,
      profile: null,
      diameter: null,
      load_index: null,
      speed_index: null,
      xl: null,
      tire_class: null,
      fuel: null,
      wet: null,
      noise_db: null,
      noise_class: null,
      snow: null,
      ice: null,
      etag: null,
      tried_at: now,
      fetched_at: now,
      withdrawn_at: null,
      files_at: now,
      label_file,
      sheet_et,
      sheet_en,
    })
    .execute();
  const alerts: string[] = [];
  const access = { client, pauseMs: 0, signal: new AbortController().signal };
  const copy = async () => {
    const job = eprelJobs(access, { dataDir, backups }).find(({ name }) => name === 'copy-eprel-files');
    const shop = { db, now: () => now };
    await job?.run({ shop, alert: (line: string) => alerts.push(line) } as unknown as JobContext);
  };
  return { db, folder, backups, names, fresh, copy, alerts };
}

test('copies files of EPREL into the folder of backups, and removes old files that no registration has', async () => {
  const { db, folder, backups, names, fresh, copy, alerts } = await shopWithFiles();
  await copy();
  expect([...(await namesOfStoredFiles(folder))].sort()).toEqual([...names, fresh].sort());
  const copies = await namesOfStoredFiles(eprelFolder(backups));
  for (const name of names) expect(copies).toContain(name);
  const files = await readdir(eprelFolder(backups), { recursive: true });
  expect(files.filter((file) => file.endsWith('.part'))).toEqual([]);
  const [, estonianSheet] = names;
  await db.updateTable('eprel_products').set({ sheet_et: null }).execute();
  // Unused copies are removed at any age.
  await utimes(pathIn(eprelFolder(backups), estonianSheet), now, new Date(now.getTime() - 1));
  await rm(pathIn(folder, estonianSheet));
  await copy();
  expect(await namesOfStoredFiles(eprelFolder(backups))).not.toContain(estonianSheet);
  expect(alerts).toEqual([]);
});

test('writes one line about the failed calls of a run', async () => {
  const { url, drop } = await testDatabase();
  const { kysely: db, close } = openDatabase(url);
  onTestFinished(() => close().then(drop));
  await seedTires(db, [{ id: 'first' }, { id: 'second' }]);
  const get = async () => ({ result: 'failed' as const, reason: 'EPREL answered 500' });
  const access = { client: { get }, pauseMs: 0, signal: new AbortController().signal };
  const job = eprelJobs(access, { dataDir: '.', backups: '.' }).find(({ name }) => name === 'ask-eprel');
  const alerts: string[] = [];
  await job?.run({ shop: { db, now: () => now }, alert: (line: string) => alerts.push(line) } as unknown as JobContext);
  expect(alerts).toEqual([
    expect.stringMatching(/^EPREL: 2 failed calls, the last to \/api\/products\/tyres\?.*: EPREL answered 500$/),
  ]);
});

test('lets the shop fetch lost files again, and alerts when copies cannot be written', async () => {
  const { db, folder, backups, copy, alerts } = await shopWithFiles();
  await rm(folder, { recursive: true });
  await writeFile(eprelFolder(backups), 'a file in the way');
  await copy();
  expect(await db.selectFrom('eprel_products').select('files_at').executeTakeFirstOrThrow()).toEqual({
    files_at: null, // the files are to be fetched again
  });
  await storeOfficialFile(folder, Buffer.from('label'), 'png');
  await copy(); // fails also if there is a file to copy
  expect(alerts).toEqual(Array(2).fill(expect.stringContaining('the files of EPREL could not be copied')));
});
