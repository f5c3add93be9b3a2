import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { embedded } from '../shop-database.ts';
import { setStage } from '../stage.ts';
import { smallDisk } from '../tmpfs.ts';

const fault = 'the disk of the embedded database full for 8 s';
const fullMs = 8_000;

/** The shop's data folder, its database in it, on a disk that fills up to the last byte. */
export const diskFull: Scenario = {
  name: 'disk-full',
  async play(closing, { seed }) {
    const folder = await smallDisk(closing, 320);
    if (folder === null) return [{ fault, impossible: 'this account may not mount a small file system' }];
    const stage = await setStage(closing, { database: await embedded(closing, folder), seed });
    await setTimeout(2_000);
    const filler = join(folder, 'filler');
    await stage.hurt(async () => {
      const refilling = new AbortController();
      const filled = fill(filler, refilling.signal);
      await setTimeout(fullMs);
      refilling.abort();
      await filled;
      await rm(filler);
    });
    return [{ fault, ...(await stage.finish()) }];
  },
};

/** Takes all room there is, also what becomes free meanwhile. */
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
