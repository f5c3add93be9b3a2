import { setTimeout } from 'node:timers/promises';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { type ShopDatabase, separateDatabase } from '../shop-database.ts';

/** Kills and restarts the shop's process `kills` times while orders are placed. */
export async function killOften(
  cleanup: AsyncDisposableStack,
  database: ShopDatabase,
  { kills, seed }: { kills: number; seed: number },
) {
  // Without pauses between orders, so that each kill interrupts more of them.
  const harness = await openHarness(cleanup, { database, seed, paceMs: 0 });
  const { shop, log, random } = harness;
  for (let n = 0; n < kills; n += 1) {
    await waitForRequests(log, 1 + Math.floor(random() * 30));
    // A random pause, so that the kill hits the work on that request at any point.
    await setTimeout(random() * 40);
    await harness.inject(async () => void (await shop.end('SIGKILL')), shop.start);
  }
  return harness.finish();
}

export const webKilled: Scenario = {
  name: 'web-killed',
  async play(cleanup, { kills, seed }) {
    const measured = await killOften(cleanup, await separateDatabase(cleanup), { kills, seed });
    return [{ fault: 'the web process killed (kill -9), and started again', ...measured }];
  },
};

/** Resolves when `count` further requests were sent. */
function waitForRequests(log: { onRequest(): void }, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let remaining = count;
  log.onRequest = () => {
    remaining -= 1;
    if (remaining === 0) resolve();
  };
  return promise;
}
