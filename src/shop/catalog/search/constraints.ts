import { toCents } from '../../money.ts';
import type { Facets, ProductQuery } from '../list/product-query.ts';
import { type Bits, bitRange, countBits, intersect, noBits, reusedBits, setBit } from './bits.ts';
import { type FactName, includesMark, type Key, markFields, speedRank } from './facts.ts';
import type { StockCounts } from './stock-counts.ts';
import type { TireIndex } from './tire-index.ts';

export type FacetField = keyof Facets;

export type Constraint = {
  field: FacetField;
  bits: Bits;
  size: number;
  /** The allowed values, all of one fact; null: the filter is not by value. */
  values: readonly number[] | null;
  /** The allowed positions as a range; null: the filter is not by price. */
  range: { first: number; end: number } | null;
};

/** Whether a filter allows a value: sizes must be equal, indices at least, classes and noise at most. */
type Allows = (key: Key, wanted: NonNullable<ProductQuery[keyof ProductQuery]>) => boolean;

const equal: Allows = (key, wanted) => key === wanted;
const atMost: Allows = (key, wanted) => key !== null && key <= (wanted as Key & string);

const filters: readonly { field: FacetField & keyof ProductQuery; fact: FactName; allows: Allows }[] = [
  { field: 'treadWidth', fact: 'treadWidth', allows: equal },
  { field: 'profile', fact: 'profile', allows: equal },
  { field: 'diameter', fact: 'diameter', allows: equal },
  { field: 'manufacturer', fact: 'manufacturer', allows: (key, wanted) => [wanted].flat().includes(key as string) },
  { field: 'load', fact: 'load', allows: (key, wanted) => key !== null && Number(key) >= Number(wanted) },
  {
    field: 'speed',
    fact: 'speed',
    allows: (key, wanted) => key !== null && speedRank(`${key}`) >= speedRank(`${wanted}`),
  },
  { field: 'fuel', fact: 'fuel', allows: atMost },
  { field: 'wet', fact: 'wet', allows: atMost },
  { field: 'noise', fact: 'noise', allows: atMost },
  ...markFields.map((field) => ({
    field,
    fact: 'marks' as const,
    allows: ((key) => includesMark(key, field)) as Allows,
  })),
];

export function constraintsOf(query: ProductQuery, index: TireIndex, counts: StockCounts): Constraint[] {
  const constraints: Constraint[] = [];
  for (const { field, fact, allows } of filters) {
    const wanted = query[field];
    if (wanted === undefined) continue;
    constraints.push(
      cached(index, `${field}=${wanted}`, () => byValue(index, field, fact, (key) => allows(key, wanted))),
    );
  }
  const { season, branch } = query;
  if (season !== undefined) {
    const make = () =>
      season === 'runflat'
        ? byValue(index, 'season', 'marks', (marks) => includesMark(marks, 'runflat'))
        : byValue(index, 'season', 'season', (key) => key === season);
    constraints.push(cached(index, `season=${season}`, make));
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

const constraintCache = new WeakMap<TireIndex, Map<string, Constraint>>();

/** Cached constraints of an index, 12.5 kB each at 100,000 tires. */
const maxCached = 400;

/** Looks up a constraint or makes it; evicts the least recently used one. */
function cached(index: TireIndex, key: string, make: () => Constraint): Constraint {
  const ofIndex = constraintCache.get(index) ?? new Map<string, Constraint>();
  constraintCache.set(index, ofIndex);
  const constraint = ofIndex.get(key) ?? make();
  ofIndex.delete(key);
  ofIndex.set(key, constraint);
  const [oldest] = ofIndex.keys();
  if (ofIndex.size > maxCached && oldest !== undefined) ofIndex.delete(oldest);
  return constraint;
}

function byValue(index: TireIndex, field: FacetField, fact: FactName, allows: (key: Key) => boolean): Constraint {
  const { first, end } = index.spans[fact];
  const bits = noBits(index.size);
  let size = 0;
  const values: number[] = [];
  for (let value = first; value < end; value += 1) {
    if (!allows(index.values[value]?.key ?? null)) continue;
    values.push(value);
    const positions = index.positions[fact].subarray(index.starts[value], index.ends[value]);
    for (const position of positions) setBit(bits, position);
    size += positions.length;
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

function firstFrom(prices: Int32Array, cents: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prices[middle] ?? 0) < cents) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The sellable positions that all constraints allow, and for each field those that all others allow. */
export type Masks = { all: Bits; without: ReadonlyMap<FacetField, Bits> };

/**
 * Computes all masks in one pass over the words. `fit`: allowed by all constraints so far; `missOne`: by all but one. The
 * smallest constraints go first, so that most words are empty after two. The sets are valid until the next call.
 */
export function masksUnder(sellable: Bits, constraints: readonly Constraint[]): Masks {
  const smallestFirst = constraints.toSorted((a, b) => a.size - b.size);
  const [first, second, ...others] = smallestFirst;
  if (!first) return { all: sellable, without: new Map() };
  // Slot 0 belongs to countValues.
  const all = reusedBits(1, sellable.length);
  if (!second) return { all: intersect(sellable, first.bits, all), without: new Map([[first.field, sellable]]) };
  all.fill(0);
  const masks = smallestFirst.map(({ field, bits }, at) => {
    return { field, bits, mask: reusedBits(at + 2, sellable.length).fill(0) };
  });
  for (let word = 0; word < sellable.length; word += 1) {
    const inFirst = first.bits[word] ?? 0;
    const inSecond = second.bits[word] ?? 0;
    const sells = sellable[word] ?? 0;
    let fit = sells & inFirst & inSecond;
    let missOne = sells & (inFirst ^ inSecond);
    for (let at = 0; at < others.length && (fit | missOne) !== 0; at += 1) {
      const allowed = others[at]?.bits[word] ?? 0;
      missOne = (missOne & allowed) | (fit & ~allowed);
      fit &= allowed;
    }
    if ((fit | missOne) === 0) continue;
    all[word] = fit;
    for (const { bits, mask } of masks) mask[word] = fit | (missOne & ~(bits[word] ?? 0));
  }
  return { all, without: new Map(masks.map(({ field, mask }) => [field, mask])) };
}
