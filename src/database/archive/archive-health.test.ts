import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { createArchive } from './archive-folder.server.ts';
import {
  type ArchiveHealth,
  type ArchivingState,
  archiveHealth,
  archiveTroubles,
  systemOfAnyDatabase,
} from './archive-health.server.ts';

const now = new Date('2026-11-20T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const gib = 2 ** 30;

const archiving: ArchivingState = {
  mode: 'on',
  waitingFiles: 0,
  waitingSince: null,
  walBytes: 0,
  lastArchivedAt: minutesAgo(1),
};
const healthy: ArchiveHealth = {
  trouble: null,
  lastBaseAt: minutesAgo(8 * 60),
  baseCount: 8,
  oldestBaseAt: minutesAgo(8 * 24 * 60),
  check: { at: minutesAgo(3 * 24 * 60), ok: true, message: '' },
  disk: { freeBytes: 90 * gib, totalBytes: 100 * gib, isLow: false },
};

const troubles = (state: Partial<ArchivingState>, health: Partial<ArchiveHealth> = {}) =>
  archiveTroubles({ ...archiving, ...state }, { ...healthy, ...health }, now);

test('reports nothing if the archive is up to date, a file has just begun to wait, or no check has been made yet', () => {
  expect(troubles({})).toEqual([]);
  expect(troubles({ waitingFiles: 1, waitingSince: minutesAgo(0.5) })).toEqual([]);
  expect(troubles({}, { check: null })).toEqual([]);
});

test('reports since when nothing has been archived, and that the disk of the archive is full', () => {
  const stopped = { waitingFiles: 3, waitingSince: minutesAgo(2), lastArchivedAt: minutesAgo(2) };
  expect(troubles(stopped)).toEqual(['nothing has been archived since 2026-11-20T09:58Z']);
  const full = { freeBytes: 10 * 2 ** 20, totalBytes: 100 * gib, isLow: true };
  expect(troubles(stopped, { disk: full })).toEqual([
    'nothing has been archived since 2026-11-20T09:58Z: the disk of the archive is full',
  ]);
});

test('reports problems with the folder, the base backups and the check', () => {
  expect(troubles({ mode: 'off' }, { trouble: 'there is no archive in /a', lastBaseAt: null })).toEqual([
    'the database does not archive: restart the shop',
    'there is no archive in /a',
    'there is no base backup yet',
  ]);
  expect(troubles({}, { lastBaseAt: minutesAgo(27 * 60) })).toEqual([
    'the last base backup was made at 2026-11-19T07:00Z',
  ]);
  expect(troubles({}, { check: { at: minutesAgo(60), ok: false, message: 'damaged' } })).toEqual([
    'the last check failed: damaged',
  ]);
});

test('reports the archive of another database, also while it is being read for a reader that accepts any', async () => {
  const archive = await temporaryFolder();
  await createArchive(archive, '7300000000000000001');
  const readings = [systemOfAnyDatabase, '7300000000000000002'].map((system) => archiveHealth(archive, system));
  expect((await Promise.all(readings)).map(({ trouble }) => trouble)).toEqual([
    null,
    `${archive} is the archive of another database`,
  ]);
});
