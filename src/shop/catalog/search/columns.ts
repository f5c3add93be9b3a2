import { byName } from '../by-name.ts';
import { speedInKmh } from '../indices.ts';
import { seasonIds } from '../season.ts';
import type { Product } from '../tire.ts';

export type Key = string | number | null;

/** A fact of which every tire has exactly one value. Null: the tire does not say. */
type Fact = {
  of(tire: Product): Key;
  /** The order in which values are offered. */
  order(a: Key, b: Key, labels: ReadonlyMap<Key, string>): number;
};

const ascending = (a: Key, b: Key) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : a > b ? 1 : 0);

/** Marks that can be asked for one by one; what a tire has of them together is one value of its own. */
export const markFields = ['runflat', 'snow', 'ice', 'xl'] as const;
export type MarkField = (typeof markFields)[number];

export const hasMark: Readonly<Record<MarkField, (tire: Pick<Product, 'marks' | 'label'>) => boolean>> = {
  runflat: ({ marks }) => marks.includes('RF'),
  snow: ({ marks }) => marks.includes('3PMSF'),
  ice: ({ label }) => label?.ice === true,
  xl: ({ marks }) => marks.includes('XL'),
};

/** Every fact by which the catalogue can be searched, besides price and stock, which change with every sale. */
export const facts = {
  treadWidth: { of: ({ size }) => size.treadWidth, order: ascending },
  profile: { of: ({ size }) => size.profile, order: ascending },
  diameter: { of: ({ size }) => size.diameter, order: ascending },
  season: {
    of: ({ season }) => season,
    order: (a, b) => seasonIds.indexOf(a as 'summer') - seasonIds.indexOf(b as 'summer'),
  },
  manufacturer: {
    of: ({ manufacturer }) => manufacturer.id,
    order: (a, b, labels) => byName(labels.get(a) ?? '', labels.get(b) ?? '') || ascending(a, b),
  },
  // Of two indices the first: the tire alone on its side of the axle.
  load: { of: ({ loadIndex }) => Number.parseInt(loadIndex, 10) || null, order: ascending },
  speed: { of: ({ speedIndex }) => (speedRank(speedIndex) === 0 ? null : speedIndex), order: bySpeed },
  fuel: { of: ({ label }) => label?.fuel ?? null, order: ascending },
  wet: { of: ({ label }) => label?.wet ?? null, order: ascending },
  noise: { of: ({ label }) => label?.noiseDb ?? null, order: ascending },
  marks: { of: marksOf, order: ascending },
} satisfies Record<string, Fact>;

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as FactName[];

function marksOf(tire: Product): number {
  let marks = 0;
  for (let bit = 0; bit < markFields.length; bit += 1) {
    if (hasMark[markFields[bit] as MarkField](tire)) marks |= 1 << bit;
  }
  return marks;
}

/** Whether a value of the fact `marks` has one of them. */
export function holdsMark(marks: Key, field: MarkField): boolean {
  return ((Number(marks) >> markFields.indexOf(field)) & 1) === 1;
}

/** Speed symbols in the order of what they allow; `(Y)` stands for more than `Y`. 0: unknown. */
export function speedRank(symbol: string): number {
  const speed = speedInKmh(symbol);
  return speed === null ? 0 : speed.kmh * 2 + (speed.above ? 1 : 0);
}

function bySpeed(a: Key, b: Key): number {
  if (a === null || b === null) return ascending(a, b);
  return speedRank(`${a}`) - speedRank(`${b}`) || ascending(a, b);
}
