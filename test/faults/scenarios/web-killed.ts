import { setTimeout } from 'node:timers/promises';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { type ShopDatabase, separateDatabase } from '../shop-database.ts';

export async function killOften(
  closing: AsyncDisposableStack,
  database: ShopDatabase,
  { kills, seed }: { kills: number; seed: number },
) {
  // Without pauses: more running orders can be interrupted.
  const harness = await openHarness(closing, { database, seed, paceMs: 0 });
  const { shop, log, random } = harness;
  for (let n = 0; n < kills; n += 1) {
    await sent(log, 1 + Math.floor(random() * 30));
    // Random, not synchronisation: somewhere in the work on that request.
    await setTimeout(random() * 40);
    await harness.inject(async () => void (await shop.end('SIGKILL')), shop.start);
  }
  return harness.finish();
}

export const webKilled: Scenario = {
  name: 'web-killed',
  async play(closing, { kills, seed }) {
    const found = await killOften(closing, await separateDatabase(closing), { kills, seed });
    return [{ fault: 'the web process killed (kill -9), and started again', ...found }];
  },
};

function sent(log: { onRequest(): void }, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  log.onRequest = () => {
    left -= 1;
    if (left === 0) resolve();
  };
  return promise;
}
