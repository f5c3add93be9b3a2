import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { checkDisks } from './disk.ts';

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
