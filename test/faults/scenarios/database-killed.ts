import { setTimeout } from 'node:timers/promises';
import type { FaultMeasurement } from '../fault-measurement.ts';
import { type Harness, openHarness } from '../harness.ts';
import { killPostgres } from '../postgres.ts';
import type { Row, Scenario } from '../scenario.ts';
import { embeddedDatabase, folderFor, type MakeDatabase } from '../shop-database.ts';

type DatabaseKill = {
  fault: string;
  causeFault(harness: Harness): Promise<void>;
  repair?(harness: Harness): Promise<void>;
};

export const databaseKills = {
  postmaster: {
    fault: 'the embedded database killed (kill -9 of the postmaster)',
    causeFault: ({ database }) => killPostgres(database.folder, 'postmaster'),
  },
  backend: {
    fault: 'one of its processes killed (kill -9 of a backend)',
    causeFault: ({ database }) => killPostgres(database.folder, 'backend'),
  },
  both: {
    fault: 'shop and embedded database killed at once, then started on the same folder',
    async causeFault({ shop, database }) {
      await killPostgres(database.folder, 'all', [shop.pid]);
      await shop.end('SIGKILL');
    },
    repair: ({ shop }) => shop.start(),
  },
} satisfies Record<string, DatabaseKill>;

/** Kills the embedded database `times` times in one way while orders arrive. */
export async function killDatabase(
  cleanup: AsyncDisposableStack,
  { fault, causeFault, repair }: DatabaseKill,
  { times, seed, make }: { times: number; seed: number; make?: MakeDatabase },
): Promise<{ fault: string } & FaultMeasurement> {
  const database = await embeddedDatabase(cleanup, await folderFor(cleanup), make);
  const harness = await openHarness(cleanup, { database, seed, paceMs: 100 });
  for (let n = 0; n < times; n += 1) {
    // A random pause in which orders are placed; nothing depends on its length.
    await setTimeout(500 + harness.random() * 1000);
    await harness.inject(
      () => causeFault(harness),
      () => repair?.(harness) ?? Promise.resolve(),
    );
  }
  return { fault, ...(await harness.finish()) };
}

export const databaseKilled: Scenario = {
  name: 'database-killed',
  async play(cleanup, { seed }) {
    const rows: Row[] = [];
    for (const kill of Object.values(databaseKills)) rows.push(await killDatabase(cleanup, kill, { times: 5, seed }));
    return rows;
  },
};
