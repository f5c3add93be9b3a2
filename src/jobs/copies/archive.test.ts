import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { type BaseManifest, createArchive } from '../../database/archive/archive-folder.server.ts';
import { pruneArchive } from '../../database/archive/take-base.server.ts';
import type { JobContext } from '../job.ts';
import { archiveJobs } from './archive.ts';

const system = '7300000000000000001';
const now = new Date('2026-11-20T00:50:00Z');
const segment = (number: number) => `00000001000000000000000${number}`;

/** An archive with a base backup of each day; the first begins with WAL segment 1, the second with segment 2. The backed up files are missing. */
async function archiveOf(days: readonly number[]) {
  const archive = await temporaryFolder();
  await createArchive(archive, system);
  for (const [index, day] of days.entries()) {
    const name = `2026-11-${day}T00-50-00`;
    const wal = segment(index + 1);
    const manifest: BaseManifest = {
      format: 1,
      system,
      at: `2026-11-${day}T00:50:00Z`,
      timeline: 1,
      startWal: wal,
      stopWal: wal,
      stopLsn: `0/${index + 1}000028`,
      segmentBytes: 16 * 2 ** 20,
      postgres: '18.1',
      bytes: 0,
    };
    await mkdir(join(archive, 'bases', name));
    await writeFile(join(archive, 'bases', name, 'base.json'), JSON.stringify(manifest));
    await writeFile(join(archive, 'wal', `${wal}.zst`), '');
  }
  const names = async () => {
    const [bases, wal] = await Promise.all(['bases', 'wal'].map((folder) => readdir(join(archive, folder))));
    return { bases: bases?.toSorted(), wal: wal?.toSorted() };
  };
  return { archive, names };
}

async function runJobs(archive: string) {
  const alerts: string[] = [];
  const url = 'postgres://nobody@127.0.0.1:1/none';
  const [base, check] = archiveJobs({ url, archive, days: 7, dataDir: await temporaryFolder(), folders: [] });
  const shop = { now: () => now } as JobContext['shop'];
  const context = {
    shop,
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: (line: string) => alerts.push(line),
  };
  return { alerts, makeBase: async () => base?.run(context), check: async () => check?.run(context) };
}

test('removes base backups and WAL files that no restore of the last 7 days needs, and interrupted writes', async () => {
  const { archive, names } = await archiveOf([10, 12, 14, 19]); // a restore to the 13th needs the base of the 12th
  // Files of a program that was killed days ago, and of one that may still be running.
  const [oldPart, recentPart] = [`.${segment(1)}.7.part`, `.${segment(4)}.8.part`];
  for (const [name, at] of [
    [oldPart, '2026-11-18T00:00:00Z'],
    [recentPart, '2026-11-20T00:00:00Z'],
  ] as const) {
    await writeFile(join(archive, 'wal', name), '');
    await utimes(join(archive, 'wal', name), new Date(at), new Date(at));
  }
  // A broken link: its name is listed, but `stat` fails, as for a file that was renamed after the folder was read.
  const renamedPart = `.${segment(4)}.9.part`;
  await symlink('renamed', join(archive, 'wal', renamedPart));
  expect(await pruneArchive(archive, { now, days: 7 })).toEqual({ bases: 1, otherFiles: 2 }); // segment 1 and `oldPart`
  expect(await names()).toEqual({
    bases: ['2026-11-12T00-50-00', '2026-11-14T00-50-00', '2026-11-19T00-50-00'],
    wal: [recentPart, renamedPart, ...[2, 3, 4].map((number) => `${segment(number)}.zst`)],
  });
});

test('alerts the operator about a failed base backup, and removes nothing', async () => {
  const { archive, names } = await archiveOf([10, 12, 14, 19]);
  const namesBefore = await names();
  const { alerts, makeBase } = await runJobs(archive);
  await expect(makeBase()).rejects.toThrow('ECONNREFUSED');
  expect(alerts).toEqual([expect.stringMatching(/^base backup into .*ECONNREFUSED/)]);
  expect(await names()).toEqual(namesBefore);
});

test('alerts the operator about an archive that cannot be restored', async () => {
  const { archive } = await archiveOf([19]);
  const { alerts, check } = await runJobs(archive);
  await check();
  expect(alerts).toEqual([expect.stringMatching(/^check of the archive .*files\.json/)]);
});
