import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const named = /^rehvipood-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-nightly)?\.zip$/;
const unfinished = /^\.rehvipood-.*\.part$/;
const dayMs = 24 * 60 * 60 * 1000;

export type BackupFile = { file: string; at: Date; nightly: boolean };

/** What a backup of that moment is called: names in the order of the alphabet are in that of time. */
export function backupName(at: Date, { nightly }: { nightly: boolean }): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `rehvipood-${time}${nightly ? '-nightly' : ''}.zip`;
}

/** The backups in a folder that bear the shop's names, newest first; none where there is no such folder. */
export async function backupsIn(folder: string): Promise<BackupFile[]> {
  return (await namesIn(folder))
    .flatMap((name) => {
      const [, day, hour, minute, second, nightly] = named.exec(name) ?? [];
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return day ? [{ file: join(folder, name), at, nightly: nightly !== undefined }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Removes the nightly backups but so many, and what backups that were killed have left; those made by hand stay. */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<void> {
  const nightly = (await backupsIn(folder)).filter((backup) => backup.nightly);
  for (const { file } of nightly.slice(keep)) await rm(file, { force: true });
  for (const name of (await namesIn(folder)).filter((one) => unfinished.test(one))) {
    const part = join(folder, name);
    const { mtime } = await stat(part);
    if (now.getTime() - mtime.getTime() > dayMs) await rm(part, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
