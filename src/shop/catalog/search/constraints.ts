import { toCents } from '../../money.ts';
import type { ProductQuery } from '../product-query.ts';
import { type Bits, bitRange, countBits, noBits, setBit } from './bits.ts';
import { type FactName, holdsMark, type Key, markFields, speedRank } from './columns.ts';
import type { FacetField } from './facet-fields.ts';
import type { StockCounts } from './stock-counts.ts';
import type { TireIndex } from './tire-index.ts';

/** What one filter asks for. */
export type Constraint = {
  field: FacetField;
  /** The positions that fit. */
  bits: Bits;
  /** How many they are, sold out or not. */
  size: number;
  /** The values that fit, all of one fact, where it asks for values. */
  values: readonly number[] | null;
  /** The positions that fit as a range, where it asks for one. */
  range: { first: number; end: number } | null;
};

/** Whether a value fits what a filter asks for: sizes as they are, indices at least, classes and noise at most. */
type Fits = (key: Key, wanted: NonNullable<ProductQuery[keyof ProductQuery]>) => boolean;

const same: Fits = (key, wanted) => key === wanted;
const atMost: Fits = (key, wanted) => key !== null && key <= (wanted as Key & string);

const asked: readonly { field: FacetField & keyof ProductQuery; fact: FactName; fits: Fits }[] = [
  { field: 'treadWidth', fact: 'treadWidth', fits: same },
  { field: 'profile', fact: 'profile', fits: same },
  { field: 'diameter', fact: 'diameter', fits: same },
  { field: 'manufacturer', fact: 'manufacturer', fits: (key, wanted) => [wanted].flat().includes(key as string) },
  { field: 'load', fact: 'load', fits: (key, wanted) => key !== null && Number(key) >= Number(wanted) },
  {
    field: 'speed',
    fact: 'speed',
    fits: (key, wanted) => key !== null && speedRank(`${key}`) >= speedRank(`${wanted}`),
  },
  { field: 'fuel', fact: 'fuel', fits: atMost },
  { field: 'wet', fact: 'wet', fits: atMost },
  { field: 'noise', fact: 'noise', fits: atMost },
  ...markFields.map((field) => ({ field, fact: 'marks' as const, fits: ((key) => holdsMark(key, field)) as Fits })),
];

/** What a query asks of a catalogue; the filters that it does not name ask for nothing. */
export function constraintsOf(query: ProductQuery, index: TireIndex, counts: StockCounts): Constraint[] {
  const constraints: Constraint[] = [];
  for (const { field, fact, fits } of asked) {
    const wanted = query[field];
    if (wanted === undefined) continue;
    const make = () => ofValues(index, field, fact, (key) => fits(key, wanted));
    constraints.push(remembered(index, `${field}=${wanted}`, make));
  }
  const { season, branch } = query;
  if (season !== undefined) {
    const make = () =>
      season === 'runflat'
        ? ofValues(index, 'season', 'marks', (marks) => holdsMark(marks, 'runflat'))
        : ofValues(index, 'season', 'season', (key) => key === season);
    constraints.push(remembered(index, `season=${season}`, make));
  }
  if (branch !== undefined) {
    const bits = counts.branches.get(branch) ?? noBits(index.size);
    constraints.push({ field: 'branch', bits, size: countBits(bits), values: null, range: null });
  }
  const range = priceRange(query, index);
  if (range) {
    const bits = bitRange(index.size, range.first, range.end);
    constraints.push({ field: 'price', bits, size: Math.max(0, range.end - range.first), values: null, range });
  }
  return constraints;
}

const known = new WeakMap<TireIndex, Map<string, Constraint>>();

/** Constraints that an index remembers, 12.5 kB each at 100,000 tires. */
const mostKnown = 400;

/** Visitors ask for the same few values over and over; what was asked for longest ago is let go first. */
function remembered(index: TireIndex, key: string, make: () => Constraint): Constraint {
  const made = known.get(index) ?? new Map<string, Constraint>();
  known.set(index, made);
  const constraint = made.get(key) ?? make();
  made.delete(key);
  made.set(key, constraint);
  const [oldest] = made.keys();
  if (made.size > mostKnown && oldest !== undefined) made.delete(oldest);
  return constraint;
}

function ofValues(index: TireIndex, field: FacetField, fact: FactName, fits: (key: Key) => boolean): Constraint {
  const { first, end } = index.spans[fact];
  const bits = noBits(index.size);
  let size = 0;
  const values: number[] = [];
  const positions = index.positions[fact];
  for (let value = first; value < end; value += 1) {
    if (!fits(index.values[value]?.key ?? null)) continue;
    values.push(value);
    const from = index.starts[value] as number;
    const last = index.ends[value] as number;
    for (let at = from; at < last; at += 1) setBit(bits, positions[at] as number);
    size += last - from;
  }
  return { field, bits, size, values, range: null };
}

function priceRange({ priceFrom, priceTo }: ProductQuery, { prices, size }: TireIndex) {
  if (priceFrom === undefined && priceTo === undefined) return null;
  return {
    first: priceFrom === undefined ? 0 : firstFrom(prices, toCents(priceFrom)),
    end: priceTo === undefined ? size : firstFrom(prices, toCents(priceTo) + 1),
  };
}

/** The first position that costs at least so many cents. */
function firstFrom(prices: Int32Array, cents: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prices[middle] as number) < cents) low = middle + 1;
    else high = middle;
  }
  return low;
}
