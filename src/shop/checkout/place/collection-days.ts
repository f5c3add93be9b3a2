import type { Tire } from '../../catalog/tire/tire.ts';
import type { Supply } from './allocate.ts';

/**
 * The days that orders placed now are promised. `days`: in ascending order; `branches`: for each branch, the number of the day of tires
 * by `supplyKey`; `until`: when the days may change.
 */
export type CollectionDays = {
  until: string;
  days: readonly string[];
  branches: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

type StockEntry = Tire['stock'][number];

/** A tire and how many of it are bought. */
export type CollectedLine = { stock: readonly StockEntry[]; count: number };

/** `day`: number of the first day. `not-enough`: too few are in stock; `unknown`: no day is known, the stock may have changed. */
export type Collection = { day: number; isHere: boolean } | 'not-enough' | 'unknown';

/** Returns the stock of a tire as supplies. */
export function suppliesOf(stock: CollectedLine['stock']): Supply[] {
  return stock.map(({ branch: place, count: free, ...supply }) => ({ ...supply, place, free }));
}

/** Returns what the day of tires depends on, beside the branch at which they are collected: `annelinn`, `supplier 2 11:00`. */
export function supplyKey({ branch, leadDays, cutOff }: Omit<StockEntry, 'count'>): string {
  if (branch !== 'supplier') return branch;
  return cutOff ? `${branch} ${leadDays} ${cutOff}` : `${branch} ${leadDays}`;
}

/** Returns when all lines can be collected at a branch, by the places from which an order takes them (`allocate`). */
export function collectionAt(
  lines: readonly CollectedLine[],
  branch: string,
  { branches }: Pick<CollectionDays, 'branches'>,
): Collection {
  let day = 0;
  let isHere = true;
  for (const { stock, count } of lines) {
    let missing = count;
    // The stock is in the order in which orders take it, except that they begin with their branch.
    for (const entry of [...stock].sort((a, b) => Number(b.branch === branch) - Number(a.branch === branch))) {
      if (missing <= 0) break;
      missing -= entry.count;
      isHere &&= entry.branch === branch;
      day = Math.max(day, branches[branch]?.[supplyKey(entry)] ?? Number.NaN);
    }
    if (missing > 0) return 'not-enough';
  }
  return Number.isNaN(day) ? 'unknown' : { day, isHere };
}
