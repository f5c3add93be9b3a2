import type { Tire } from './tire.ts';

/** How many tires a buyer wants if nothing else is said. */
export const defaultCount = 4;

/** In working days. What is at another branch is taken along the next day. */
const transferDays = 1;

/** Tires of which fewer than four are left come after all others: few buyers want them. */
const afterSets = 1_000;

/**
 * Returns by which number the list is sorted, the smallest first: in how many working days four tires can be at one branch, 0 if a branch
 * has them. Of fewer than four, the days until all that are left can be there, after all others. Which day a buyer is promised depends on
 * the branch and the time of the order.
 */
export function setRank({ stock, available }: Pick<Tire, 'stock' | 'available'>): number {
  const needed = Math.min(defaultCount, available);
  const rank = needed < defaultCount ? afterSets : 0;
  const isComplete = stock.some(({ branch, count }) => branch !== 'supplier' && count >= needed);
  if (isComplete) return rank;
  const parts = stock
    .map(({ count, leadDays }) => ({ count, days: Math.max(transferDays, leadDays) }))
    .toSorted((a, b) => a.days - b.days);
  let missing = needed;
  for (const { count, days } of parts) {
    missing -= count;
    if (missing <= 0) return rank + days;
  }
  return rank;
}
