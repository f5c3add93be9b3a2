import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { embeddedDatabase } from '../shop-database.ts';
import { fill, smallDisk } from '../small-disk.ts';

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
