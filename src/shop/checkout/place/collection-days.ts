import type { Tire } from '../../catalog/tire/tire.ts';
import type { Supply } from './allocate.ts';

/** `days`: ascending. `branches`: by branch id and `supplyKey`, the index in `days` of the day on which tires can be collected. `until`: the instant at which the days may change. */
export type CollectionDays = {
  until: string;
  days: readonly string[];
  branches: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

type StockEntry = Tire['stock'][number];

export type LineToCollect = { stock: readonly StockEntry[]; count: number };

/** `dayIndex`: an index in `days`. `not-enough`: too few are in stock. `unknown`: no day is known, because the stock may have changed. */
export type CollectionDay = { dayIndex: number; isHere: boolean } | 'not-enough' | 'unknown';

export function suppliesOf(stock: LineToCollect['stock']): Supply[] {
  return stock.map(({ branch: place, count: free, ...supply }) => ({ ...supply, place, free }));
}

/** Returns a key such as `annelinn` or `supplier 2 11:00`. The promised day depends on it and on the branch of the order. */
export function supplyKey({ branch, leadDays, cutOff }: Omit<StockEntry, 'count'>): string {
  if (branch !== 'supplier') return branch;
  return cutOff ? `${branch} ${leadDays} ${cutOff}` : `${branch} ${leadDays}`;
}

/** Returns when tires can be collected at a branch, from the stock locations that `allocate` would use. */
export function collectionDayAt(
  lines: readonly LineToCollect[],
  branch: string,
  { branches }: Pick<CollectionDays, 'branches'>,
): CollectionDay {
  // NaN, because `Math.max` with NaN stays NaN.
  const unknownDay = Number.NaN;
  let dayIndex = 0;
  let isHere = true;
  for (const { stock, count } of lines) {
    let missing = count;
    // The stock is sorted in the order of allocation, except that an order takes from its own branch first.
    for (const entry of [...stock].sort((a, b) => Number(b.branch === branch) - Number(a.branch === branch))) {
      if (missing <= 0) break;
      missing -= entry.count;
      isHere &&= entry.branch === branch;
      dayIndex = Math.max(dayIndex, branches[branch]?.[supplyKey(entry)] ?? unknownDay);
    }
    if (missing > 0) return 'not-enough';
  }
  return Number.isNaN(dayIndex) ? 'unknown' : { dayIndex, isHere };
}
