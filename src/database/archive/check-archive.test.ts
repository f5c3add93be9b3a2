import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { checkArchive } from './check-archive.server.ts';

test('refuses to check a folder that is no archive, and writes nothing into it', async () => {
  const [dataDir, mountPoint] = [await temporaryFolder(), await temporaryFolder()];
  const checking = checkArchive(dataDir, { archive: mountPoint, now: () => new Date() });
  await expect(checking).rejects.toMatchObject({ reason: 'missing' });
  expect(await readdir(mountPoint)).toEqual([]);
});
