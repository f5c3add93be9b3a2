import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { embeddedDatabase, folderFor } from '../shop-database.ts';

const run = promisify(execFile);

const fault = 'the disk of the embedded database full for 8 s';
const fullMs = 8_000;

/** The data folder with the embedded database, on a disk without a free byte. */
export const diskFull: Scenario = {
  name: 'disk-full',
  async play(cleanup, { seed }) {
    const folder = await smallDisk(cleanup, 320);
    if (folder === null) return [{ fault, skipped: 'this account may not mount a small file system' }];
    const harness = await openHarness(cleanup, { database: await embeddedDatabase(cleanup, folder), seed });
    await setTimeout(2_000);
    const filler = join(folder, 'filler');
    await harness.inject(async () => {
      const refilling = new AbortController();
      const filled = fill(filler, refilling.signal);
      await setTimeout(fullMs);
      refilling.abort();
      await filled;
      await rm(filler);
    });
    return [{ fault, ...(await harness.finish()) }];
  },
};

/** Writes to a file until all free space is taken, also space freed later, until aborted. */
async function fill(path: string, signal: AbortSignal): Promise<void> {
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
async function smallDisk(cleanup: AsyncDisposableStack, megabytes: number): Promise<string | null> {
  const folder = await folderFor(cleanup);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  cleanup.defer(async () => void (await run('umount', ['--lazy', folder])));
  return folder;
}
