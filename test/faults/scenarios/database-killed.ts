import { setTimeout } from 'node:timers/promises';
import type { FaultMeasurement } from '../fault-measurement.ts';
import { type Harness, openHarness } from '../harness.ts';
import { killPostgres } from '../postgres.ts';
import type { Row, Scenario } from '../scenario.ts';
import { embeddedDatabase, folderFor } from '../shop-database.ts';

type Way = { fault: string; harm(harness: Harness): Promise<void>; help?(harness: Harness): Promise<void> };

export const databaseWays = {
  postmaster: {
    fault: 'the embedded database killed (kill -9 of the postmaster)',
    harm: ({ database }) => killPostgres(database.folder, 'postmaster'),
  },
  backend: {
    fault: 'one of its processes killed (kill -9 of a backend)',
    harm: ({ database }) => killPostgres(database.folder, 'backend'),
  },
  both: {
    fault: 'shop and embedded database killed at once, then started on the same folder',
    async harm({ shop, database }) {
      await killPostgres(database.folder, 'all', [shop.pid]);
      await shop.end('SIGKILL');
    },
    help: ({ shop }) => shop.start(),
  },
} satisfies Record<string, Way>;

/** Kills the embedded database `times` times in one way while orders arrive. */
export async function killDatabase(
  closing: AsyncDisposableStack,
  { fault, harm, help }: Way,
  { times, seed }: { times: number; seed: number },
): Promise<{ fault: string } & FaultMeasurement> {
  const database = await embeddedDatabase(closing, await folderFor(closing));
  const harness = await openHarness(closing, { database, seed, paceMs: 100 });
  for (let n = 0; n < times; n += 1) {
    // A random pause in which orders are placed; nothing depends on its length.
    await setTimeout(500 + harness.random() * 1000);
    await harness.inject(
      () => harm(harness),
      () => help?.(harness) ?? Promise.resolve(),
    );
  }
  return { fault, ...(await harness.finish()) };
}

export const databaseKilled: Scenario = {
  name: 'database-killed',
  async play(closing, { seed }) {
    const rows: Row[] = [];
    for (const way of Object.values(databaseWays)) rows.push(await killDatabase(closing, way, { times: 5, seed }));
    return rows;
  },
};
