import { type Spread, spread } from '../results/statistics.ts';

export type Rate = { perSecond: number; ms: Spread };

/** `seconds`: the time limit; `warmUp`: number of first items that are not measured. */
export type Concurrency = { warmUp: number; clients: number; seconds: number };

/** Runs `work` for each item with `clients` concurrent clients, until all are done or the time is up. */
export async function concurrently<Item, Result>(
  all: readonly Item[],
  { warmUp, clients, seconds }: Concurrency,
  work: (item: Item) => Promise<Result>,
): Promise<{ rate: Rate; results: Result[] }> {
  const results: Result[] = [];
  const times: number[] = [];
  const run = async (items: readonly Item[]) => {
    const remaining = items.values();
    const end = performance.now() + seconds * 1000;
    const client = async () => {
      for (const item of remaining) {
        if (performance.now() > end) return;
        const began = performance.now();
        results.push(await work(item));
        times.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  };
  await run(all.slice(0, warmUp));
  times.length = 0;
  const began = performance.now();
  await run(all.slice(warmUp));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  return { rate: { perSecond, ms: spread(times) }, results };
}
