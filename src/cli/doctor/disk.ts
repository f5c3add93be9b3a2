import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { diskSpace } from '../../database/disk-space.server.ts';
import { type Check, ok, warn } from './check.ts';

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Room on the disks of DATA_DIR and BACKUP_DIR. That of a PostgreSQL of one's own is not seen from here. */
export async function checkDisks({ databaseUrl, dataDir, backupDir }: Config, look = diskSpace): Promise<Check[]> {
  const disks = [
    ['disk of DATA_DIR', dataDir],
    ['disk of BACKUP_DIR', backupDir],
  ] as const;
  const checks: Check[] = [];
  for (const [name, folder] of disks) checks.push(await checkDisk(name, resolve(folder), look));
  if (databaseUrl)
    checks.push(ok('disk of the database', 'not seen from here: watch it where PostgreSQL of DATABASE_URL runs'));
  return checks;
}

async function checkDisk(name: string, folder: string, look: typeof diskSpace): Promise<Check> {
  const there = await nearest(folder);
  const space = await look(there);
  if (!space) return warn(name, `${folder} cannot be looked at`, 'Look whether the folder is there and can be read.');
  const words = `${gigabytes(space.free)} of ${gigabytes(space.total)} are free at ${there}`;
  if (!space.little) return ok(name, words);
  return warn(name, words, 'Make room: without it neither orders nor backups can be written.');
}

/** The folder itself, or where it would be made. */
async function nearest(folder: string): Promise<string> {
  const parent = dirname(folder);
  if (parent === folder) return folder;
  return access(folder).then(
    () => folder,
    () => nearest(parent),
  );
}
