import { fillWithTires } from '../filled-database.ts';
import { loadIntoMemory, timeSearches } from '../in-memory.ts';
import { rounded } from '../results/figure.ts';
import { median, percentile } from '../results/statistics.ts';
import { queryMix } from '../speed/query-mix.ts';
import { timeStart } from '../speed/start.ts';
import { timeUncached } from '../speed/uncached.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const sizes = [1_000, 3_000, 10_000, 30_000, 100_000];

/** The cost of a catalogue with this number of tires. */
export type TireCost = {
  tires: number;
  searchMedianMs: number;
  /** The 99th percentile over the queries of all kinds in `queryMix`. */
  searchP99Ms: number;
  memoryMb: number;
  /** The median server time of an uncached page. */
  pageMs: number;
  startSeconds: number;
  residentMb: number;
};

export function byTires(): Promise<TireCost[]> {
  return onTemporaryDatabase(async (_url, createDatabase) => {
    const costs: TireCost[] = [];
    for (const tires of sizes) {
      const url = await createDatabase(`tires_${tires}`);
      await fillWithTires(url, tires);
      const { megabytes } = await loadIntoMemory(url);
      const searches = Object.values(queryMix).flatMap(timeSearches);
      // A price limit above all prices makes each URL unique without changing the list: 1,000 tires have too few pages for that.
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
        pageMs: rounded(median(pages.render.map((ms, index) => ms + (pages.compress[index] ?? 0))), 2),
        startSeconds: seconds,
        residentMb: resident,
      };
      console.log(cost);
      costs.push(cost);
    }
    return costs;
  });
}
