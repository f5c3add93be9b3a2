import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { readConfig } from '../../app/config.ts';
import { checkDisks, checkOldDatabases } from './disk.ts';

const gigabyte = 1e9;

test('warns about a disk with little free space, even if its folder does not exist yet, and about an unreadable disk', async () => {
  const measured: string[] = [];
  const diskWith = (space: { freeBytes: number; isLow: boolean }) => async (folder: string) => {
    measured.push(folder);
    return { ...space, totalBytes: 100 * gigabyte };
  };
  const dataDir = import.meta.dirname;
  const missingFolder = join(dataDir, 'no-backups');
  const nearestExistingFolder = dataDir;
  const folders = { DATA_DIR: dataDir, BACKUP_DIR: missingFolder };
  const withExternalDatabase = readConfig({ ...folders, DATABASE_URL: 'postgres://shop@db/shop' });
  expect(await checkDisks(withExternalDatabase, diskWith({ freeBytes: gigabyte, isLow: true }))).toMatchObject([
    {
      name: 'disk of DATA_DIR',
      outcome: 'warn',
      message: expect.stringContaining('1.0 GB of 100.0 GB are free'),
      advice: expect.stringContaining('Make room'),
    },
    { name: 'disk of BACKUP_DIR', outcome: 'warn' },
    { name: 'disk of the database', outcome: 'ok', message: expect.stringContaining('not measured') },
  ]);
  expect(measured).toEqual([dataDir, nearestExistingFolder]);
  const embedded = await checkDisks(readConfig(folders), diskWith({ freeBytes: 50 * gigabyte, isLow: false }));
  expect(embedded.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  const unreadable = await checkDisks(readConfig(folders), async () => null);
  expect(unreadable.map(({ outcome }) => outcome)).toEqual(['warn', 'warn']);
});

test('warns about databases that a restore, an upgrade or a move has left behind for more than 14 days', async () => {
  const dataDir = await temporaryFolder();
  const now = new Date('2026-12-20T10:00:00Z');
  const lastUsed = async (name: string, at: string) => {
    await mkdir(join(dataDir, name));
    await utimes(join(dataDir, name), new Date(at), new Date(at));
  };
  await lastUsed('postgres', '2026-11-01T10:00:00Z');
  await lastUsed('postgres.before-2026-12-10T08-00-00', '2026-12-10T08:00:00Z');
  const embedded = readConfig({ DATA_DIR: dataDir });
  expect(await checkOldDatabases(embedded, now)).toEqual([]);
  await lastUsed('postgres.before-2026-11-10T08-00-00', '2026-11-10T08:00:00Z');
  await lastUsed('postgres-17', '2026-12-06T09:59:59Z');
  await lastUsed('postgresql', '2026-11-10T08:00:00Z');
  const old = `${join(dataDir, 'postgres-17')}, ${join(dataDir, 'postgres.before-2026-11-10T08-00-00')}`;
  expect(await checkOldDatabases(embedded, now)).toMatchObject([
    { name: 'old databases', outcome: 'warn', message: `kept for more than 14 days, with personal data: ${old}` },
  ]);
  const moved = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://shop@db/shop' });
  expect(await checkOldDatabases(moved, now)).toMatchObject([
    { message: `kept for more than 14 days, with personal data: ${join(dataDir, 'postgres')}, ${old}` },
  ]);
});
