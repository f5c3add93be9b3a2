import { fillWithTires } from '../filled-database.ts';
import { takeIntoMemory, timeSearches } from '../in-memory.ts';
import { queryMix } from '../query-mix.ts';
import { rounded } from '../results/figure.ts';
import { median, percentile } from '../results/percentile.ts';
import { timeStart } from '../start-time.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { timeUncached } from '../uncached.ts';

const sizes = [1_000, 3_000, 10_000, 30_000, 100_000];

/** What a catalogue of so many tires costs. `searchP99Ms`: over all queries of the mix; `pageMs`: server time, median. */
export type TireCost = {
  tires: number;
  searchMedianMs: number;
  searchP99Ms: number;
  memoryMb: number;
  pageMs: number;
  startSeconds: number;
  residentMb: number;
};

export async function byTires(): Promise<TireCost[]> {
  const costs: TireCost[] = [];
  await onTemporaryDatabase(async (_url, another) => {
    for (const tires of sizes) {
      const url = await another(`tires_${tires}`);
      await fillWithTires(url, tires);
      const { megabytes } = await takeIntoMemory(url);
      const searches = Object.values(queryMix).flatMap(timeSearches);
      // No list of 1,000 tires has as many pages; a price that none exceeds makes another address of the same ones.
      const pages = await timeUncached(url, (turn) => {
        const page = 1 + (turn % 40);
        return `?treadWidth=&profile=&diameter=&season=&priceTo=${5_000 + turn}&page=${page}`;
      });
      const { seconds, megabytes: resident } = await timeStart(url);
      const cost = {
        tires,
        searchMedianMs: rounded(median(searches), 3),
        searchP99Ms: rounded(percentile(searches, 0.99), 3),
        memoryMb: megabytes,
        pageMs: rounded(median(pages.render.map((ms, at) => ms + (pages.compress[at] ?? 0))), 2),
        startSeconds: seconds,
        residentMb: resident,
      };
      console.log(cost);
      costs.push(cost);
    }
  });
  return costs;
}
