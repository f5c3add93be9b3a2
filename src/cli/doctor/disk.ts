import { access, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { backupsIn } from '../../database/backup/backup-files.server.ts';
import { diskSpace } from '../../database/disk-space.server.ts';
import { ifMissing } from '../../database/durable-files.server.ts';
import { dataFolder } from '../../database/embedded/data-directory.server.ts';
import { retention } from '../../shop/privacy/retention.ts';
import { type Check, fail, ok, warn } from './check.ts';

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export async function checkDisks({ databaseUrl, dataDir, backupDir }: Config, measure = diskSpace): Promise<Check[]> {
  const disks = [
    ['disk of DATA_DIR', dataDir],
    ['disk of BACKUP_DIR', backupDir],
  ] as const;
  const checks: Check[] = [];
  for (const [name, folder] of disks) checks.push(await checkDisk(name, resolve(folder), measure));
  if (databaseUrl)
    checks.push(
      ok('disk of the database', 'not measured: watch it on the machine of the PostgreSQL server of DATABASE_URL'),
    );
  return checks;
}

async function checkDisk(name: string, folder: string, measure: typeof diskSpace): Promise<Check> {
  const existing = await nearestExisting(folder);
  const space = await measure(existing);
  if (!space)
    return warn(name, `the free space of ${folder} cannot be read`, 'Check that the folder exists and can be read.');
  const message = `${gigabytes(space.freeBytes)} of ${gigabytes(space.totalBytes)} are free at ${existing}`;
  if (!space.isLow) return ok(name, message);
  return warn(name, message, 'Make room: without it neither orders nor backups can be written.');
}

async function nearestExisting(folder: string): Promise<string> {
  const parent = dirname(folder);
  if (parent === folder) return folder;
  return access(folder).then(
    () => folder,
    () => nearestExisting(parent),
  );
}

const hourMs = 60 * 60 * 1000;
// A backup is made every night. The limits are one and three days, each plus two hours.
const maxOkAgeMs = 26 * hourMs;
const maxWarnAgeMs = 74 * hourMs;

export async function checkBackups({ backupDir }: Config, now: Date): Promise<Check> {
  const name = 'backups';
  const folder = resolve(backupDir);
  const advice =
    'The running shop makes one every night; `npm run shop -- backup` makes one now. Check that BACKUP_DIR is the same as for the shop.';
  const [newest] = await backupsIn(folder);
  if (!newest) return warn(name, `there is none in ${folder}`, advice);
  const age = now.getTime() - newest.at.getTime();
  const message = `the newest in ${folder} is ${Math.max(0, Math.floor(age / hourMs))} hours old`;
  if (age <= maxOkAgeMs) return ok(name, message);
  return age <= maxWarnAgeMs ? warn(name, message, advice) : fail(name, message, advice);
}

/** An upgrade keeps the old database as `postgres-17`, a restore as `postgres.before-…`. */
const suffixOfUpgradeOrRestore = /^(-\d+|\.before-.+)$/;

/** Warns about old databases: moved aside by a restore, kept by an upgrade, or left by a move to DATABASE_URL. */
export async function checkOldDatabases({ databaseUrl, dataDir }: Config, now: Date): Promise<Check[]> {
  const data = await dataFolder(resolve(dataDir));
  const isUnused = (name: string) => {
    if (name === basename(data)) return databaseUrl !== undefined;
    return name.startsWith(basename(data)) && suffixOfUpgradeOrRestore.test(name.slice(basename(data).length));
  };
  const siblings = await readdir(dirname(data)).catch(ifMissing([] as string[]));
  const unusedNames = siblings.filter(isUnused).sort();
  const old: string[] = [];
  for (const name of unusedNames) {
    const folder = join(dirname(data), name);
    // PostgreSQL changes the folder when it stops.
    const lastUsedAt = (await stat(folder)).mtimeMs;
    if (now.getTime() - lastUsedAt > retention.backupDays * 24 * hourMs) old.push(folder);
  }
  if (old.length === 0) return [];
  const message = `kept for more than ${retention.backupDays} days, with personal data: ${old.join(', ')}`;
  return [warn('old databases', message, 'Delete these folders if the shop runs well without them.')];
}
