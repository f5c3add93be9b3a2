import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { createArchive } from './archive-folder.server.ts';

const program = join(import.meta.dirname, 'archive-wal.ts');
const system = '7300000000000000001';
const segment = '000000010000000000000001';
const recoveryEndCode = 200;

/** An archive with one segment, and a data directory in which the program runs. */
async function archiveWithSegment() {
  const [archive, data] = [await temporaryFolder(), await temporaryFolder()];
  await createArchive(archive, system);
  const run = (action: 'put' | 'get', name: string, path: string) =>
    spawnSync(process.execPath, [program, action, archive, system, name, path], { cwd: data, encoding: 'utf8' });
  await writeFile(join(data, segment), 'log');
  expect(run('put', segment, segment)).toMatchObject({ status: 0, stderr: '' });
  return { archive, data, run };
}

test('archives a file once, and refuses different content under the same name', async () => {
  const { data, run } = await archiveWithSegment();
  expect(run('put', segment, segment).status).toBe(0);
  await writeFile(join(data, segment), 'another log');
  expect(run('put', segment, segment)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('different content'),
  });
});

test('restores an archived file, and exits with 1 for a file that the archive lacks', async () => {
  const { data, run } = await archiveWithSegment();
  expect(run('get', segment, 'restored').status).toBe(0);
  expect(await readFile(join(data, 'restored'), 'utf8')).toBe('log');
  expect(run('get', '00000002.history', 'history')).toMatchObject({ status: 1, stderr: '' });
});

test('ends a recovery whose archive is damaged, is not mounted or belongs to another database', async () => {
  const { archive, data, run } = await archiveWithSegment();
  const file = join(archive, 'wal', `${segment}.zst`);
  const identity = join(archive, 'archive.json');
  const failure = (reason: string) => ({ status: recoveryEndCode, stderr: expect.stringContaining(reason) });
  await truncate(file, 5);
  expect(run('get', segment, 'restored')).toMatchObject(failure('is damaged'));
  await writeFile(identity, JSON.stringify({ format: 1, system: '7300000000000000002' }));
  expect(run('get', segment, 'restored')).toMatchObject(failure('another database'));
  await rm(archive, { recursive: true });
  expect(run('get', segment, 'restored')).toMatchObject(failure('no such file'));
  expect(existsSync(join(data, 'restored'))).toBe(false);
});
