import type { Tire } from './tire.ts';

/** How many tires a buyer wants if nothing else is said. */
export const defaultCount = 4;

/** In working days. What is at another branch is taken along the next day. */
const transferDays = 1;

/**
 * Returns in how many working days four tires, or all that are left, can be at one branch: 0 if a branch has them. By it the list is
 * sorted; which day a buyer is promised depends on the branch and the time of the order.
 */
export function leadDaysOfSet({ stock, available }: Pick<Tire, 'stock' | 'available'>): number {
  const needed = Math.min(defaultCount, available);
  const isComplete = stock.some(({ branch, count }) => branch !== 'supplier' && count >= needed);
  if (isComplete) return 0;
  const parts = stock
    .map(({ count, leadDays }) => ({ count, days: Math.max(transferDays, leadDays) }))
    .toSorted((a, b) => a.days - b.days);
  let missing = needed;
  for (const { count, days } of parts) {
    missing -= count;
    if (missing <= 0) return days;
  }
  return 0;
}
