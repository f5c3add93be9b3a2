import { seasonIds } from '../road/season.ts';
import { speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

export type Key = string | number | null;

/** A property of which every tire has exactly one value; null: unknown. */
type Fact = {
  of(tire: Tire): Key;
  order(a: Key, b: Key, labels: ReadonlyMap<Key, string>): number;
};

/** Compares names regardless of case: Barum before BFGoodrich. */
export const byName = new Intl.Collator('en', { sensitivity: 'base' }).compare;

const ascending = (a: Key, b: Key) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : a > b ? 1 : 0);

/** Marks that can be filtered by one by one. All of a tire's together are one value of the fact `marks`. */
export const markFields = ['runflat', 'snow', 'ice', 'xl'] as const;
export type MarkField = (typeof markFields)[number];

export const hasMark: Readonly<Record<MarkField, (tire: Pick<Tire, 'marks' | 'label'>) => boolean>> = {
  runflat: ({ marks }) => marks.includes('RF'),
  snow: ({ marks }) => marks.includes('3PMSF'),
  ice: ({ label }) => label?.ice === true,
  xl: ({ marks }) => marks.includes('XL'),
};

/** Every property by which the catalogue can be searched, besides price and stock, which change with every sale. */
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
  // Of a pair of indices the first: the tire alone on its side of the axle.
  load: { of: ({ loadIndex }) => Number.parseInt(loadIndex, 10) || null, order: ascending },
  speed: { of: ({ speedIndex }) => (speedRank(speedIndex) === 0 ? null : speedIndex), order: bySpeed },
  fuel: { of: ({ label }) => label?.fuel ?? null, order: ascending },
  wet: { of: ({ label }) => label?.wet ?? null, order: ascending },
  noise: { of: ({ label }) => label?.noiseDb ?? null, order: ascending },
  marks: { of: marksOf, order: ascending },
} satisfies Record<string, Fact>;

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as FactName[];

function marksOf(tire: Tire): number {
  return markFields.reduce((marks, field, bit) => (hasMark[field](tire) ? marks | (1 << bit) : marks), 0);
}

export function includesMark(marks: Key, field: MarkField): boolean {
  return ((Number(marks) >> markFields.indexOf(field)) & 1) === 1;
}

/** Orders speed symbols by the speed that they allow; `(Y)` comes after `Y`. 0: unknown. */
export function speedRank(symbol: string): number {
  const speed = speedInKmh(symbol);
  return speed === null ? 0 : speed.kmh * 2 + (speed.above ? 1 : 0);
}

function bySpeed(a: Key, b: Key): number {
  if (a === null || b === null) return ascending(a, b);
  return speedRank(`${a}`) - speedRank(`${b}`) || ascending(a, b);
}
