import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { folderFor } from './shop-database.ts';

const run = promisify(execFile);

/** Writes to a file until all free space is taken, also space freed later, until aborted. */
export async function fill(path: string, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'w');
  const chunks = [1024 * 1024, 4096].map((bytes) => Buffer.alloc(bytes));
  while (!signal.aborted) {
    for (const chunk of chunks)
      while (
        await file.write(chunk).then(
          () => true,
          () => false,
        )
      );
    await setTimeout(20);
  }
  await file.close();
}

/** Mounts a file system in memory with `megabytes`; null if this account may not mount. */
export async function smallDisk(cleanup: AsyncDisposableStack, megabytes: number): Promise<string | null> {
  const folder = await folderFor(cleanup);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  cleanup.defer(async () => void (await run('umount', ['--lazy', folder])));
  return folder;
}
