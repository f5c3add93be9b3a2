import { access, constants, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type DiskSpace, diskSpace } from '../disk-space.server.ts';
import {
  type ArchiveCheck,
  missingSegmentsAfter,
  readArchive,
  readCheck,
  refuseForeign,
  walFolder,
} from './archive-folder.server.ts';

export type Query = <Row>(sql: string) => Promise<Row[]>;

/** `waitingFiles`: WAL files that are not archived yet; `waitingSince`: when PostgreSQL finished the oldest one. `walBytes`: the size of `pg_wal`. */
export type ArchivingState = {
  mode: string;
  waitingFiles: number;
  waitingSince: Date | null;
  walBytes: number;
  lastArchivedAt: Date | null;
};

export async function archivingState(query: Query): Promise<ArchivingState> {
  const [state] = await query<ArchivingState>(`
    select current_setting('archive_mode') as mode, ready.waiting as "waitingFiles", ready.since as "waitingSince", last_archived_time as "lastArchivedAt",
      (select sum(size)::float8 from pg_ls_waldir()) as "walBytes"
    from pg_stat_archiver, (
      select count(*)::int as waiting, min(modification) as since from pg_ls_archive_statusdir() where name like '%.ready'
    ) ready`);
  if (!state) throw new Error('pg_stat_archiver returned nothing');
  return state;
}

/** `trouble`: why the archive is unusable or incomplete; null: complete. `…BaseAt`: times of base backups. */
export type ArchiveHealth = {
  trouble: string | null;
  lastBaseAt: Date | null;
  baseCount: number;
  oldestBaseAt: Date | null;
  check: ArchiveCheck | null;
  disk: DiskSpace | null;
};

const noContents = { lastBaseAt: null, baseCount: 0, oldestBaseAt: null, check: null, disk: null };
const timeoutMs = 10_000;

/** Unfinished reads by folder and expected system: on a hanging network share, each further one would block a thread of Node. */
const runningReads = new Map<string, Promise<ArchiveHealth>>();

export const systemOfAnyDatabase = null;

/** Resolves within ten seconds, even if the disk hangs. `system`: the identifier of the database system whose archive is expected; null: any. */
export async function archiveHealth(archive: string, system: string | null): Promise<ArchiveHealth> {
  const key = `${archive} ${system}`;
  const reading = runningReads.get(key) ?? readHealth(archive, system).finally(() => runningReads.delete(key));
  runningReads.set(key, reading);
  const unresponsive = { ...noContents, trouble: `${archive} does not answer` };
  return Promise.race([reading, setTimeout(timeoutMs, unresponsive, { ref: false })]);
}

async function readHealth(archive: string, system: string | null): Promise<ArchiveHealth> {
  const disk = await diskSpace(archive);
  try {
    if (system !== null) await refuseForeign(archive, system);
    const contents = await readArchive(archive);
    await access(walFolder(archive), constants.W_OK);
    const { bases } = contents;
    const [newest] = bases;
    const [missing] = newest ? missingSegmentsAfter(contents, newest) : [];
    return {
      trouble: missing === undefined ? null : `the WAL file ${missing} is missing`,
      lastBaseAt: newest?.at ?? null,
      baseCount: bases.length,
      oldestBaseAt: bases.at(-1)?.at ?? null,
      check: await readCheck(archive),
      disk,
    };
  } catch (error) {
    return { ...noContents, disk, trouble: (error as Error).message };
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fullBelowFreeBytes = 64 * 2 ** 20;

/** Greatest normal ages: WAL is archived within seconds, a base backup made nightly, a check weekly. */
export const archiveLimits = { waitingMs: minuteMs, baseMs: 26 * hourMs, checkMs: 8 * 24 * hourMs };

export function archiveTroubles(state: ArchivingState, health: ArchiveHealth, now: Date): string[] {
  const ageMs = (at: Date | null) => (at ? now.getTime() - at.getTime() : 0);
  const troubles: string[] = [];
  if (state.mode !== 'on') troubles.push('the database does not archive: restart the shop');
  if (health.trouble !== null) troubles.push(health.trouble);
  if (ageMs(state.waitingSince) > archiveLimits.waitingMs) {
    const isDiskFull = health.disk !== null && health.disk.freeBytes < fullBelowFreeBytes;
    const cause = isDiskFull ? ': the disk of the archive is full' : '';
    troubles.push(`nothing has been archived since ${state.waitingSince?.toISOString().slice(0, 16)}Z${cause}`);
  }
  if (health.lastBaseAt === null) troubles.push('there is no base backup yet');
  else if (ageMs(health.lastBaseAt) > archiveLimits.baseMs)
    troubles.push(`the last base backup was made at ${health.lastBaseAt.toISOString().slice(0, 16)}Z`);
  if (health.check && !health.check.ok) troubles.push(`the last check failed: ${health.check.message}`);
  return troubles;
}

/** Returns whether two folders are on the same disk, so that one failure would destroy both. */
export async function isOnSameDisk(folder: string, otherFolder: string): Promise<boolean> {
  const deviceOf = async (path: string) => (await stat(path).catch(() => null))?.dev;
  const device = await deviceOf(folder);
  return device !== undefined && device === (await deviceOf(otherFolder));
}
