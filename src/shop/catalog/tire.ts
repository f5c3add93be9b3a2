import type { z } from 'zod';
import type { euLabel, product } from './product.ts';

export type Product = z.infer<typeof product>;
export type EuLabel = z.infer<typeof euLabel>;

/** `Nokian Hakka Blue 3`: how people name a tire. */
export function tireName(tire: Pick<Product, 'manufacturer' | 'model'>): string {
  return `${tire.manufacturer.label} ${tire.model}`;
}

/** `205/55 R16 91V XL`: the size with its indices, as it stands on the rubber. */
export function fullSize(tire: Pick<Product, 'size' | 'loadIndex' | 'speedIndex' | 'marks'>): string {
  const indices = tire.speedIndex.startsWith('(')
    ? `(${tire.loadIndex}${tire.speedIndex.slice(1)}`
    : `${tire.loadIndex}${tire.speedIndex}`;
  return `${tire.size.text} ${indices}${tire.marks.includes('XL') ? ' XL' : ''}`;
}
