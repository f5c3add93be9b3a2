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

/** Checks the archive of the embedded database, and asks the database, if it runs, what is not archived yet. Does not start it. */
export async function checkArchiving(config: Config, now: Date): Promise<Check[]> {
  const { databaseUrl, archiveDir } = config;
  if (databaseUrl) return [ok(name, 'PostgreSQL of DATABASE_URL archives itself: see its own settings')];
  if (archiveDir === undefined) {
    // Without a database there is nothing to archive yet.
    if (!(await readAccess(resolve(config.dataDir)))) return [];
    const advice = 'Set ARCHIVE_DIR to a folder on another disk: docs/operating.md, “The archive”.';
    return [warn(name, 'there is none: if the disk fails, all orders since the last backup are lost', advice)];
  }
  return checkFolders({ archive: resolve(archiveDir), dataDir: resolve(config.dataDir) }, now);
}

async function checkFolders({ archive, dataDir }: { archive: string; dataDir: string }, now: Date): Promise<Check[]> {
  const system = await systemIdentifier(await dataFolder(dataDir)).catch(() => null);
  const health = await archiveHealth(archive, system);
  const running = await runningState(dataDir);
  const stopped = { mode: 'on', waiting: 0, since: null, walBytes: 0, lastArchivedAt: null };
  const troubles = archiveTroubles(running ?? stopped, health, now);
  const checks: Check[] = [];
  if (await isOnSameDisk(archive, dataDir))
    checks.push(
      warn(name, `${archive} is on the disk of DATA_DIR, and is lost with it`, 'Set ARCHIVE_DIR to another disk.'),
    );
  if (troubles.length > 0) {
    const free = (await diskSpace(dataDir))?.free ?? 0;
    const room = running ? `; ${gigabytes(running.walBytes)} of WAL, ${gigabytes(free)} free at ${dataDir}` : '';
    const advice =
      'Look whether the disk of ARCHIVE_DIR is mounted, writable and has room; `npm run shop -- archive status` shows more. The shop goes on selling, and its own disk fills meanwhile.';
    return [...checks, fail(name, `${troubles.join('; ')}${room}`, advice)];
  }
  const lastBase = health.lastBase ? `last base backup ${tallinnTime(health.lastBase)}` : 'no base backup';
  const { check } = health;
  if (check && now.getTime() - check.at.getTime() <= archiveLimits.checkMs)
    return [...checks, ok(name, `${lastBase}, restored for a check ${tallinnTime(check.at)}`)];
  const advice = 'The running shop restores it every Sunday; `npm run shop -- archive check` does it now.';
  return [...checks, warn(name, `${lastBase}, not checked within a week`, advice)];
}

async function runningState(dataDir: string) {
  const access = await readAccess(dataDir);
  if (!access) return null;
  const query = (url: string) =>
    withClient(url, 'rehvipood command', (client) =>
      archivingState(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]),
    );
  return query(urlOf(access)).catch(() => null);
}
