import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { checkDisks } from './disk.ts';

const gib = 2 ** 30;

test('warns about a disk with little free space, even if its folder does not exist yet, and about an unreadable disk', async () => {
  const measured: string[] = [];
  const measure = (freeBytes: number) => async (folder: string) => {
    measured.push(folder);
    return { freeBytes, totalBytes: 100 * gib, isLow: freeBytes < gib };
  };
  const dataDir = import.meta.dirname;
  const missingFolder = join(dataDir, 'no-backups');
  const folders = { DATA_DIR: dataDir, BACKUP_DIR: missingFolder };
  const withExternalDatabase = readConfig({ ...folders, DATABASE_URL: 'postgres://shop@db/shop' });
  expect(await checkDisks(withExternalDatabase, measure(gib - 1))).toMatchObject([
    {
      name: 'disk of DATA_DIR',
      outcome: 'warn',
      message: expect.stringContaining('1.1 GB of 107.4 GB are free'),
      advice: expect.stringContaining('Make room'),
    },
    { name: 'disk of BACKUP_DIR', outcome: 'warn' },
    { name: 'disk of the database', outcome: 'ok', message: expect.stringContaining('not seen from here') },
  ]);
  expect(measured).toEqual([dataDir, dataDir]);
  const embedded = await checkDisks(readConfig(folders), measure(gib));
  expect(embedded.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  expect(await checkDisks(withExternalDatabase, async () => null)).toMatchObject([
    { outcome: 'warn' },
    { outcome: 'warn' },
    {},
  ]);
});
