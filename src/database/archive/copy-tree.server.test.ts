import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyTree } from './copy-tree.server.ts';

test('copies keep the time of their file, from which mails written as files are deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const writtenAt = new Date('2026-01-02T03:04:05Z');
  await writeFile(join(folder, 'paid-R26-4F7K2.eml'), 'To: mari@example.com');
  await utimes(join(folder, 'paid-R26-4F7K2.eml'), writtenAt, writtenAt);
  await copyTree(folder, join(folder, 'copy'), { isSkipped: (path) => path === 'copy' });
  expect((await stat(join(folder, 'copy/paid-R26-4F7K2.eml'))).mtime).toEqual(writtenAt);
});
