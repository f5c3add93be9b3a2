import { expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { checkDisks } from './disk.ts';

const gib = 2 ** 30;

test('warns of a full disk, also for a missing folder; says when a disk cannot be read', async () => {
  const looked: string[] = [];
  const look = (free: number) => async (folder: string) => {
    looked.push(folder);
    return { free, total: 100 * gib, little: free < gib };
  };
  const own = readConfig({ DATA_DIR: import.meta.dirname, DATABASE_URL: 'postgres://shop@db/shop' });
  expect(await checkDisks(own, look(gib - 1))).toMatchObject([
    {
      name: 'disk of DATA_DIR',
      outcome: 'warn',
      words: expect.stringContaining('1.1 GB of 107.4 GB are free'),
      advice: expect.stringContaining('Make room'),
    },
    { name: 'disk of BACKUP_DIR', outcome: 'warn' },
    { name: 'disk of the database', outcome: 'ok', words: expect.stringContaining('not seen from here') },
  ]);
  expect(looked).toEqual([import.meta.dirname, import.meta.dirname]);
  const embedded = await checkDisks(readConfig({ DATA_DIR: import.meta.dirname }), look(gib));
  expect(embedded.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  expect(await checkDisks(own, async () => null)).toMatchObject([{ outcome: 'warn' }, { outcome: 'warn' }, {}]);
});
