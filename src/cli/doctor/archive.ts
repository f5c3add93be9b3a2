import { resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import {
  archiveHealth,
  archiveLimits,
  archiveTroubles,
  archivingState,
  isOnSameDisk,
} from '../../database/archive/archive-health.server.ts';
import { systemIdentifier } from '../../database/archive/archive-setting.server.ts';
import { withClient } from '../../database/connect.server.ts';
import { diskSpace } from '../../database/disk-space.server.ts';
import { readAccess, urlOf } from '../../database/embedded/access.server.ts';
import { dataFolder } from '../../database/embedded/data-directory.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { type Check, fail, ok, warn } from './check.ts';

const name = 'archive';
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Checks the archive. If the embedded database runs, the check also reads what it has not archived yet. */
export async function checkArchiving(config: Config, now: Date): Promise<Check[]> {
  const { databaseUrl, archiveDir } = config;
  if (databaseUrl)
    return [ok(name, 'not checked: the PostgreSQL server of DATABASE_URL has its own settings for archiving')];
  if (archiveDir === undefined) {
    const hasDatabase = (await readAccess(resolve(config.dataDir))) !== null;
    if (!hasDatabase) return [];
    const advice = 'Set ARCHIVE_DIR to a folder on another disk: docs/operating.md, “The archive”.';
    return [warn(name, 'there is none: if the disk fails, all orders since the last backup are lost', advice)];
  }
  return checkFolders({ archive: resolve(archiveDir), dataDir: resolve(config.dataDir) }, now);
}

async function checkFolders({ archive, dataDir }: { archive: string; dataDir: string }, now: Date): Promise<Check[]> {
  const system = await systemIdentifier(await dataFolder(dataDir)).catch(() => null);
  const health = await archiveHealth(archive, system);
  const stateWhenRunning = await readRunningState(dataDir);
  const stateWithoutProblem = { mode: 'on', waitingFiles: 0, waitingSince: null, walBytes: 0, lastArchivedAt: null };
  const problems = archiveTroubles(stateWhenRunning ?? stateWithoutProblem, health, now);
  const checks: Check[] = [];
  if (await isOnSameDisk(archive, dataDir))
    checks.push(
      warn(name, `${archive} is on the disk of DATA_DIR, and is lost with it`, 'Set ARCHIVE_DIR to another disk.'),
    );
  if (problems.length > 0) {
    const free = (await diskSpace(dataDir))?.freeBytes ?? 0;
    const spaceText = stateWhenRunning
      ? `; ${gigabytes(stateWhenRunning.walBytes)} of WAL, ${gigabytes(free)} free at ${dataDir}`
      : '';
    const advice =
      'Check that the disk of ARCHIVE_DIR is mounted, writable and has space; `npm run shop -- archive status` shows more. Meanwhile the shop goes on selling, and the disk of DATA_DIR fills.';
    return [...checks, fail(name, `${problems.join('; ')}${spaceText}`, advice)];
  }
  const lastBase = health.lastBaseAt ? `last base backup ${tallinnTime(health.lastBaseAt)}` : 'no base backup';
  const { check: lastCheck } = health;
  if (lastCheck && now.getTime() - lastCheck.at.getTime() <= archiveLimits.checkMs)
    return [...checks, ok(name, `${lastBase}, last restored as a check ${tallinnTime(lastCheck.at)}`)];
  const advice =
    'The running shop restores the archive every Sunday as a check; `npm run shop -- archive check` does it now.';
  return [...checks, warn(name, `${lastBase}, not checked in the last 8 days`, advice)];
}

async function readRunningState(dataDir: string) {
  const portAndPassword = await readAccess(dataDir);
  if (!portAndPassword) return null;
  const state = withClient(urlOf(portAndPassword), 'rehvipood command', (client) =>
    archivingState(async (sql) => (await client.query(sql)).rows),
  );
  return state.catch(() => null);
}
