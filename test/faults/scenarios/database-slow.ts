import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { openHarness } from '../harness.ts';
import type { Row, Scenario } from '../scenario.ts';
import { databaseBehindProxy, separateDatabase } from '../shop-database.ts';

const lastsMs = 8_000;

export const databaseSlow: Scenario = {
  name: 'database-slow',
  async play(cleanup, { seed }) {
    return [await slow(cleanup, seed, 50), await slow(cleanup, seed, 500), await locked(cleanup, seed)];
  },
};

async function slow(cleanup: AsyncDisposableStack, seed: number, ms: number): Promise<Row> {
  const { database, proxy } = await databaseBehindProxy(cleanup);
  const harness = await openHarness(cleanup, { database, seed });
  await setTimeout(2_000);
  await harness.inject(async () => {
    proxy.delay(ms);
    await setTimeout(lastsMs);
    proxy.restore();
  });
  return { fault: `the database ${ms} ms away each way for 8 s`, ...(await harness.finish()) };
}

async function locked(cleanup: AsyncDisposableStack, seed: number): Promise<Row> {
  const database = await separateDatabase(cleanup);
  const harness = await openHarness(cleanup, { database, seed });
  const otherSession = new pg.Client(await database.url());
  await otherSession.connect();
  cleanup.defer(() => otherSession.end());
  await setTimeout(2_000);
  await harness.inject(async () => {
    await otherSession.query('begin; lock table stock in access exclusive mode');
    await setTimeout(lastsMs);
    await otherSession.query('rollback');
  });
  return { fault: 'the table of stock locked by another session for 8 s', ...(await harness.finish()) };
}
