import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { databaseOverWire, separateDatabase } from '../shop-database.ts';

const lastsMs = 8_000;

export const databaseSlow: Scenario = {
  name: 'database-slow',
  async play(closing, { seed }) {
    return [await slow(closing, seed, 50), await slow(closing, seed, 500), await locked(closing, seed)];
  },
};

async function slow(closing: AsyncDisposableStack, seed: number, ms: number): Promise<Row> {
  const { database, line } = await databaseOverWire(closing);
  const harness = await openHarness(closing, { database, seed });
  await setTimeout(2_000);
  await harness.inject(async () => {
    line.slow(ms);
    await setTimeout(lastsMs);
    line.mend();
  });
  return { fault: `the database ${ms} ms away each way for 8 s`, ...(await harness.finish()) };
}

async function locked(closing: AsyncDisposableStack, seed: number): Promise<Row> {
  const database = await separateDatabase(closing);
  const harness = await openHarness(closing, { database, seed });
  const otherSession = new pg.Client(await database.url());
  await otherSession.connect();
  closing.defer(() => otherSession.end());
  await setTimeout(2_000);
  await harness.inject(async () => {
    await otherSession.query('begin; lock table stock in access exclusive mode');
    await setTimeout(lastsMs);
    await otherSession.query('rollback');
  });
  return { fault: 'the table of stock locked by somebody else for 8 s', ...(await harness.finish()) };
}
