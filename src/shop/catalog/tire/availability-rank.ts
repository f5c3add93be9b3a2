import type { Tire } from './tire.ts';

/** How many tires a buyer is assumed to want. */
export const defaultCount = 4;

/** Working days until tires of another branch arrive: they are brought the next day. */
const transferDays = 1;

/** Added to the rank of tires of which fewer than four are left, so that they come after all others: few buyers want them. */
const incompleteSetPenalty = 1_000;

/** The list is sorted by this number: the working days until four tires can be at one branch, 0 if a branch has them. If fewer than four are
 * left, the number is the days for all of them (0 if sold out) plus `incompleteSetPenalty`. The promised day also depends on the branch and the time of the order. */
export function availabilityRank({ stock, available }: Pick<Tire, 'stock' | 'available'>): number {
  const needed = Math.min(defaultCount, available);
  const rank = needed < defaultCount ? incompleteSetPenalty : 0;
  const isAtOneBranch = stock.some(({ branch, count }) => branch !== 'supplier' && count >= needed);
  if (isAtOneBranch) return rank;
  const deliveries = stock
    .map(({ count, leadDays }) => ({ count, days: Math.max(transferDays, leadDays) }))
    .toSorted((a, b) => a.days - b.days);
  let missing = needed;
  for (const { count, days } of deliveries) {
    missing -= count;
    if (missing <= 0) return rank + days;
  }
  return rank;
}
