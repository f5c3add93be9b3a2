import type { OrderView } from './order-view.ts';

/** Working days until the last of the tires is at the branch, from the day on which the shop sets about it. */
export function leadDaysOf({ items }: Pick<OrderView, 'items'>): number {
  return Math.max(0, ...items.flatMap(({ parts }) => parts.map(({ leadDays }) => leadDays)));
}
