import type { z } from 'zod';
import type { euLabel, product } from '../list/product-query.ts';

export type Tire = z.infer<typeof product>;
/** The name of a tire in the API and on pages. */
export type Product = Tire;
export type EuLabel = z.infer<typeof euLabel>;

/** Matches ids of tires, manufacturers and branches. */
export const idPattern = /^[a-z0-9-]{1,120}$/;

export function tireName(tire: Pick<Tire, 'manufacturer' | 'model'>): string {
  return `${tire.manufacturer.label} ${tire.model}`;
}

export function byPrice(a: Tire, b: Tire): number {
  return a.price - b.price || (a.id < b.id ? -1 : 1);
}

/** As on the sidewall: `205/55 R16 91V XL`. */
export function fullSize(tire: Pick<Tire, 'size' | 'loadIndex' | 'speedIndex' | 'marks'>): string {
  const indices = tire.speedIndex.startsWith('(')
    ? `(${tire.loadIndex}${tire.speedIndex.slice(1)}`
    : `${tire.loadIndex}${tire.speedIndex}`;
  return `${tire.size.text} ${indices}${tire.marks.includes('XL') ? ' XL' : ''}`;
}

export function nameAndSize(tire: Parameters<typeof tireName>[0] & Parameters<typeof fullSize>[0]): string {
  return `${tireName(tire)} ${fullSize(tire)}`;
}
