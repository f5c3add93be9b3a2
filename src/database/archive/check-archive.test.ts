import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { createArchive } from './archive-folder.server.ts';
import { checkArchive } from './check-archive.server.ts';

test('refuses to check a folder that is no archive, and writes nothing into it', async () => {
  const [dataDir, mountPoint] = [await temporaryFolder(), await temporaryFolder()];
  const checking = checkArchive(dataDir, { archive: mountPoint, now: () => new Date() });
  await expect(checking).rejects.toMatchObject({ reason: 'missing' });
  expect(await readdir(mountPoint)).toEqual([]);
});

test('checks an archive on a machine that has no DATA_DIR yet', async () => {
  const archive = await temporaryFolder();
  await createArchive(archive, '7300000000000000000');
  const dataDir = join(await temporaryFolder(), 'data');
  expect(await checkArchive(dataDir, { archive, now: () => new Date() })).toMatchObject({
    ok: false,
    message: expect.stringContaining('the archive has no complete base backup'),
  });
});
