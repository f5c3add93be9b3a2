import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import type { Account } from '../embedded/data-directory.server.ts';
import { createArchive, systemIdentifierOf } from './archive-folder.server.ts';
import { archiveSettings, archiveWalCommand, quoteForShell, setArchive } from './archive-setting.server.ts';

const system = '7300000000000000001';

test.each(['/mnt/my disk', "/mnt/Mari's disk", '/mnt/"x"', '/mnt/$HOME`id`;x', '/mnt/ä\\'])(
  'quotes %s so that a shell reads one word',
  (path) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoteForShell(path)}`]).toString()).toBe(path);
  },
);

test('doubles the percent sign, which PostgreSQL would replace', () => {
  expect(quoteForShell('/mnt/50%p')).toBe(`'/mnt/50%%p'`);
  expect(archiveWalCommand('put', '/a', system)).toMatch(/'put' '\/a' '7300000000000000001' %f "%p"$/);
});

/** Sets the archive of a database that consists only of the files that the settings read. */
async function databaseWithArchive() {
  const [folder, data, disk] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(data, 'global'));
  await mkdir(join(data, 'pg_wal', 'archive_status'), { recursive: true });
  const identifier = Buffer.alloc(8);
  identifier.writeBigUInt64LE(BigInt(system));
  await writeFile(join(data, 'global', 'pg_control'), identifier);
  const archive = join(disk, 'archive');
  await setArchive(folder, archive);
  const account: Account = { spawnAs: {}, command: (executable, args) => [executable, args] };
  const logLines: string[] = [];
  const installation = { folder, cluster: '', binaries: '' };
  const settings = () => archiveSettings({ ...installation, data, account }, (line) => logLines.push(line));
  return { folder, data, archive, logLines, settings };
}

test('creates the folder of a new archive, but not that of a known archive whose disk is not mounted', async () => {
  const { folder, archive, logLines, settings } = await databaseWithArchive();
  expect(await settings()).toMatchObject({ archive_mode: 'on', archive_command: expect.stringContaining(archive) });
  expect(await systemIdentifierOf(archive)).toBe(system);
  await rm(archive, { recursive: true });
  await setArchive(folder, archive);
  expect(await settings()).toMatchObject({ archive_mode: 'on', archive_command: expect.stringContaining(archive) });
  expect(existsSync(archive)).toBe(false);
  await setArchive(folder, `${archive}-2`);
  await settings();
  expect(await systemIdentifierOf(`${archive}-2`)).toBe(system);
  expect(logLines).toEqual([]);
  await setArchive(folder, undefined);
  expect(await settings()).toEqual({});
});

test('leaves an archive that belongs to another database unchanged', async () => {
  const { archive, settings } = await databaseWithArchive();
  await createArchive(archive, '7300000000000000002');
  await settings();
  expect(await systemIdentifierOf(archive)).toBe('7300000000000000002');
});

test('marks the timeline history of a restored database for archiving, and no other file', async () => {
  const { data, settings } = await databaseWithArchive();
  const [wal, status] = [join(data, 'pg_wal'), join(data, 'pg_wal', 'archive_status')];
  for (const name of ['00000002.history', '00000003.history', '000000030000000000000001'])
    await writeFile(join(wal, name), '');
  await writeFile(join(status, '00000002.history.done'), '');
  await settings();
  expect((await readdir(status)).toSorted()).toEqual(['00000002.history.done', '00000003.history.ready']);
});
