import type { OrderView } from './order-view.ts';

/** Returns `4 × 205/55 R16` for each size, in the order of the lines. */
export function countedSizes(items: readonly Pick<OrderView['items'][number], 'size' | 'count'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { size, count } of items) counts.set(size, (counts.get(size) ?? 0) + count);
  return [...counts].map(([size, count]) => `${count} × ${size}`);
}
