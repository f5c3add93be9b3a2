import type { Sort } from '../list/filter.ts';
import { type SeasonFilter, seasonFilterIds } from '../road/season.ts';
import { singleLoadIndex, speedInKmh } from '../tire/indices.ts';
import { tireClass } from '../tire/label.ts';
import type { Tire } from '../tire/tire.ts';

export type Key = string | number | null;

/** A property of tires. Every tire has exactly one value (`read`); null: unknown. `order` sorts the values. */
type Fact = {
  read(tire: Tire): Key;
  order(a: Key, b: Key, labels: ReadonlyMap<Key, string>): number;
};

/** Compares names regardless of case: Barum before BFGoodrich. */
export const byName = new Intl.Collator('en', { sensitivity: 'base' }).compare;

function ascending(a: Key, b: Key): number {
  if (a === null) return 1;
  if (b === null) return -1;
  return Number(a > b) - Number(a < b);
}

/** Marks that can be filtered by. The fact `marks` is the set of them that a tire has, one bit for each. */
export const markFields = ['runflat', 'snow', 'ice', 'xl', 'van'] as const;
export type MarkField = (typeof markFields)[number];

export const hasMark: Readonly<Record<MarkField, (tire: Tire) => boolean>> = {
  runflat: ({ marks }) => marks.includes('RF'),
  snow: ({ marks }) => marks.includes('3PMSF'),
  ice: ({ label }) => label?.ice === true,
  xl: ({ marks }) => marks.includes('XL'),
  van: (tire) => tire.marks.includes('C') || tireClass(tire) === 'C2',
};

/** Every property that can be filtered by, except price and stock. */
export const facts = {
  treadWidth: { read: ({ size }) => size.treadWidth, order: ascending },
  profile: { read: ({ size }) => size.profile, order: ascending },
  diameter: { read: ({ size }) => size.diameter, order: ascending },
  season: {
    read: ({ season }) => season,
    order: (a, b) => seasonFilterIds.indexOf(a as SeasonFilter) - seasonFilterIds.indexOf(b as SeasonFilter),
  },
  manufacturer: {
    read: ({ manufacturer }) => manufacturer.id,
    order: (a, b, labels) => byName(labels.get(a) ?? '', labels.get(b) ?? '') || ascending(a, b),
  },
  load: { read: ({ loadIndex }) => singleLoadIndex(loadIndex) || null, order: ascending },
  speed: { read: ({ speedIndex }) => (speedRank(speedIndex) === 0 ? null : speedIndex), order: bySpeed },
  fuel: { read: ({ label }) => label?.fuel ?? null, order: ascending },
  wet: { read: ({ label }) => label?.wet ?? null, order: ascending },
  noise: { read: ({ label }) => label?.noiseDb ?? null, order: ascending },
  marks: { read: marksOf, order: ascending },
} satisfies Record<string, Fact>;

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as FactName[];

function marksOf(tire: Tire): number {
  return markFields.reduce((marks, field, bit) => (hasMark[field](tire) ? marks | (1 << bit) : marks), 0);
}

export function includesMark(marks: Key, field: MarkField): boolean {
  return ((Number(marks) >> markFields.indexOf(field)) & 1) === 1;
}

/** Returns a number that orders speed symbols by the speed that they allow, `(Y)` after `Y`; 0: unknown. */
export function speedRank(symbol: string): number {
  const speed = speedInKmh(symbol);
  return speed === null ? 0 : speed.kmh * 2 + (speed.allowsMore ? 1 : 0);
}

function bySpeed(a: Key, b: Key): number {
  if (a === null || b === null) return ascending(a, b);
  return speedRank(`${a}`) - speedRank(`${b}`) || ascending(a, b);
}

/** A loop over all tires yields after this many, so that requests are served in between. */
export const tiresBetweenYields = 4_096;

/** An index of tires by the values of facts. A position is a tire's rank by price, then id, also when it is sold out. */
export type TireIndex = {
  size: number;
  /** The values of all facts, numbered in the order in which filters offer them. `spans`: for each fact, the numbers of its values, from `first` up to, not including, `end`. */
  values: readonly Value[];
  spans: Readonly<Record<FactName, Span>>;
  /** For each fact, the value of the tire at each position. */
  columns: Readonly<Record<FactName, Column>>;
  /** For each fact all positions, sorted by value. Those of value number `v` are in the array of its fact, from `starts[v]` up to, not including, `ends[v]`. */
  positions: Readonly<Record<FactName, Uint32Array>>;
  starts: Uint32Array;
  ends: Uint32Array;
  /** In cents, by position. */
  prices: Int32Array;
  orders: SortOrders;
  /** By position, the number of the tire's group: tires of one model and size that differ by load index, speed index, XL, run-flat construction or year. */
  groups: Uint32Array;
};

export type Value = { number: number; key: Key; label: string };

export type Column = Uint16Array | Uint32Array;

export type Span = { first: number; end: number };

/** `positions`: in the sorted order; `ranks`: for each position, its place in this order. */
export type SortOrder = { positions: Uint32Array; ranks: Uint32Array };

export type SortOrders = Readonly<Record<Exclude<Sort, 'price' | 'recommended'>, SortOrder>>;
