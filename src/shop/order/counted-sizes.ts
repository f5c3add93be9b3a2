import type { OrderView } from './order-view.ts';

/** Returns how many tires of each size an order has, in the order of its lines: `4 × 205/55 R16`. */
export function countedSizes(items: readonly Pick<OrderView['items'][number], 'size' | 'count'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { size, count } of items) counts.set(size, (counts.get(size) ?? 0) + count);
  return [...counts].map(([size, count]) => `${count} × ${size}`);
}
