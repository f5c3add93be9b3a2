import { setTimeout } from 'node:timers/promises';
import type { Measured } from '../measured.ts';
import { killPostgres } from '../postgres.ts';
import type { Row, Scenario } from '../scenario.ts';
import { embedded, folderFor } from '../shop-database.ts';
import { type Stage, setStage } from '../stage.ts';

type Harm = { fault: string; harm(stage: Stage): Promise<void>; help?(stage: Stage): Promise<void> };

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
} satisfies Record<string, Harm>;

/** Kills the embedded database `times` times in one of the ways while orders come in. */
export async function killDatabase(
  closing: AsyncDisposableStack,
  { fault, harm, help }: Harm,
  { times, seed }: { times: number; seed: number },
): Promise<{ fault: string } & Measured> {
  const database = await embedded(closing, await folderFor(closing));
  const stage = await setStage(closing, { database, seed, paceMs: 100 });
  for (let n = 0; n < times; n += 1) {
    // Chance, not synchronisation: some orders have come since, and some are under way.
    await setTimeout(500 + stage.random() * 1000);
    await stage.hurt(
      () => harm(stage),
      () => help?.(stage) ?? Promise.resolve(),
    );
  }
  return { fault, ...(await stage.finish()) };
}

export const databaseKilled: Scenario = {
  name: 'database-killed',
  async play(closing, { seed }) {
    const rows: Row[] = [];
    for (const way of Object.values(databaseWays)) rows.push(await killDatabase(closing, way, { times: 5, seed }));
    return rows;
  },
};
