import type { z } from 'zod';
import type { euLabel, product } from '../list/product-query.ts';
import { sizeText } from './size.ts';

export type Tire = z.infer<typeof product>;
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

/** Returns the size with its indices as on the sidewall: `205/55 R16 91V XL`. */
export function fullSize(tire: Pick<Tire, 'size' | 'loadIndex' | 'speedIndex' | 'marks'>): string {
  const indices = tire.speedIndex.startsWith('(')
    ? `(${tire.loadIndex}${tire.speedIndex.slice(1)}`
    : `${tire.loadIndex}${tire.speedIndex}`;
  return `${tire.size.text} ${indices}${tire.marks.includes('XL') ? ' XL' : ''}`;
}

/** The columns of a tire's size in the database. */
export type SizeRow = {
  tread_width: number;
  profile: number;
  diameter: number;
  construction: string;
  load_index: string;
  speed_index: string;
  marks: string[];
};

export function fullSizeOfRow({ load_index: loadIndex, speed_index: speedIndex, marks, ...row }: SizeRow): string {
  const size = { treadWidth: row.tread_width, profile: row.profile, diameter: row.diameter };
  const text = sizeText({ ...size, construction: row.construction, commercial: marks.includes('C') });
  return fullSize({ size: { ...size, text }, loadIndex, speedIndex, marks });
}
