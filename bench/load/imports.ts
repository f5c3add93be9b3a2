import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { costOf } from '../command-cost.ts';
import { priceList } from '../filled-database.ts';
import { repriced } from '../import/lists.ts';

const everyMs = 90_000;

/** Imports the list of a filled database, and the same with other prices, in turn, until `stopped`; how often it did. */
export async function importNowAndThen(url: string, tires: number, stopped: AbortSignal): Promise<number> {
  const file = join(tmpdir(), `rehvipood-soak-${process.pid}.csv`);
  const original = await text(priceList(tires));
  const lists = [repriced(original), original];
  let imports = 0;
  try {
    for (;;) {
      await wait(everyMs, undefined, { signal: stopped }).catch(() => {});
      if (stopped.aborted) return imports;
      await writeFile(file, lists[imports % 2] ?? original);
      await costOf(url, ['import', file]);
      imports += 1;
    }
  } finally {
    await rm(file, { force: true });
  }
}
