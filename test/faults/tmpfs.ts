import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { folderFor } from './shop-database.ts';

const run = promisify(execFile);

/** A file system in memory that holds so many megabytes; null where this machine does not allow to make one. */
export async function smallDisk(closing: AsyncDisposableStack, megabytes: number): Promise<string | null> {
  const folder = await folderFor(closing);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  closing.defer(async () => void (await run('umount', ['--lazy', folder])));
  return folder;
}
