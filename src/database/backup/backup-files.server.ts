import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../durable-files.server.ts';

const backupFileName = /^rehvipood-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-nightly)?\.zip$/;
const unfinishedFileName = /^\.rehvipood-.*\.part$/;
const dayMs = 24 * 60 * 60 * 1000;

export type BackupFile = { file: string; at: Date; isNightly: boolean };

export function backupName(at: Date, { isNightly }: { isNightly: boolean }): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `rehvipood-${time}${isNightly ? '-nightly' : ''}.zip`;
}

export async function backupsIn(folder: string): Promise<BackupFile[]> {
  return (await fileNamesIn(folder))
    .flatMap((name) => {
      const match = backupFileName.exec(name);
      if (!match) return [];
      const [, day, hour, minute, second, nightly] = match;
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return [{ file: join(folder, name), at, isNightly: nightly !== undefined }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Removes all but the newest `keep` nightly backups, and day-old files of interrupted ones. Manual ones stay. */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<void> {
  const nightly = (await backupsIn(folder)).filter((backup) => backup.isNightly);
  for (const { file } of nightly.slice(keep)) await rm(file, { force: true });
  for (const name of (await fileNamesIn(folder)).filter((name) => unfinishedFileName.test(name))) {
    const part = join(folder, name);
    const status = await stat(part).catch(ifMissing(null));
    if (status && now.getTime() - status.mtimeMs > dayMs) await rm(part, { force: true });
  }
}

async function fileNamesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]));
}
