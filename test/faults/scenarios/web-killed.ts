import { setTimeout } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { beside, type ShopDatabase } from '../shop-database.ts';
import { setStage } from '../stage.ts';

/** The web process killed again and again, somewhere in the work on orders. */
export async function killOften(
  closing: AsyncDisposableStack,
  database: ShopDatabase,
  { kills, seed }: { kills: number; seed: number },
) {
  // Without leisure: the more orders are under way, the more can be cut short.
  const stage = await setStage(closing, { database, seed, paceMs: 0 });
  const { shop, told, random } = stage;
  for (let n = 0; n < kills; n += 1) {
    await sent(told, 1 + Math.floor(random() * 30));
    // Chance, not synchronisation: somewhere in the work on that request.
    await setTimeout(random() * 40);
    await stage.hurt(async () => void (await shop.end('SIGKILL')), shop.start);
  }
  return stage.finish();
}

export const webKilled: Scenario = {
  name: 'web-killed',
  async play(closing, { kills, seed }) {
    const found = await killOften(closing, await beside(closing), { kills, seed });
    return [{ fault: 'the web process killed (kill -9), and started again', ...found }];
  },
};

/** Resolves when so many requests more were sent. */
function sent(told: { onRequest(): void }, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  told.onRequest = () => {
    left -= 1;
    if (left === 0) resolve();
  };
  return promise;
}
