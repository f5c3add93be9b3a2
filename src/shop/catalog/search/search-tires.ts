import { toCents } from '../../money.ts';
import { nearestSizes } from '../list/nearest-sizes.ts';
import type { Facets, ProductList, ProductQuery } from '../list/product-query.ts';
import { countSizes } from '../list/sizes-on-sale.ts';
import type { Tire } from '../tire/tire.ts';
import {
  type Bits,
  bitRange,
  countBits,
  emptyBits,
  intersectConstraints,
  pageOfBits,
  pageOfGroups,
  setBit,
  sortedPageOfBits,
} from './bits.ts';
import { facetsOf } from './facets.ts';
import { type AllowedSet, countValues, type StockCounts } from './stock-counts.ts';
import {
  type FactName,
  factNames,
  includesMark,
  type Key,
  markFields,
  speedRank,
  type TireIndex,
} from './tire-index.ts';

export type Searchable = { tires: readonly Tire[]; index: TireIndex; counts: StockCounts };

/** Filters, sorts and pages the sellable tires. Ties are broken by price, then id, so that pages never overlap. */
export function searchTires({ tires, index, counts }: Searchable, query: ProductQuery): ProductList {
  const constraints = constraintsOf(query, index, counts);
  const masks = intersectConstraints(counts.sellable, constraints);
  const total = countBits(masks.all);
  const countsUnderAllFilters = countValues(index, counts, constraints, masks.all, factNames);
  const countsUnderOtherFilters = new Map(
    constraints.map(({ field, fact }) => {
      const others = constraints.filter((constraint) => constraint.field !== field);
      const mask = masks.without.get(field) ?? masks.all;
      return [field, countValues(index, counts, others, mask, factsOfOptions(field, fact))];
    }),
  );
  const facets = facetsOf(index, counts, {
    mask: (field) => masks.without.get(field) ?? masks.all,
    countsByValue: (field) => countsUnderOtherFilters.get(field) ?? countsUnderAllFilters,
  });
  const matching = { mask: masks.all, total };
  const tiresAt = (positions: readonly number[]) => positions.flatMap((position) => tires[position] ?? []);
  if (total > 0 && query.grouped) {
    const ordered = pageOf({ index, counts }, { ...query, limit: total, offset: 0 }, matching);
    const { groupCount, firsts, others } = pageOfVariants(index, ordered, query);
    return { items: tiresAt(firsts), variants: others.map(tiresAt), total, groups: groupCount, facets };
  }
  const items = tiresAt(pageOf({ index, counts }, query, matching));
  if (total > 0) return { items, total, facets };
  const withoutFilter = Object.fromEntries([...masks.without].map(([field, mask]) => [field, countBits(mask)]));
  const constraintsWithoutSize = constraints.filter(({ field }) => !sizeFields.has(field));
  const sizes = countSizes({ tires, index }, intersectConstraints(counts.sellable, constraintsWithoutSize).all);
  return { items, total, facets, withoutFilter, nearestSizes: nearestSizes(query, sizes) };
}

const sizeFields: ReadonlySet<string> = new Set(['treadWidth', 'profile', 'diameter']);

function pageOf(
  { index, counts }: Pick<Searchable, 'index' | 'counts'>,
  { sort, limit, offset }: ProductQuery,
  { mask, total }: { mask: Bits; total: number },
): number[] {
  // Positions are in the order of prices.
  if (sort === 'price') return pageOfBits(mask, offset, limit);
  if (sort !== 'recommended') return sortedPageOfBits(index.orders[sort], mask, total, offset, limit);
  const soonestFirst = [...counts.ranks].toSorted(([a], [b]) => a - b).map(([, bits]) => bits);
  return pageOfGroups(soonestFirst, mask, offset, limit);
}

type FacetField = keyof Facets;

/** `fact`: the fact whose values the filter restricts; null: it restricts another property. `size`: how many positions `bits` has. */
type Constraint = AllowedSet & { field: FacetField; fact: FactName | null; bits: Bits; size: number };

type Allows = (key: Key, value: NonNullable<ProductQuery[keyof ProductQuery]>) => boolean;

const isEqual: Allows = (key, value) => key === value;
const isAtMost: Allows = (key, value) => key !== null && key <= (value as string | number);

const filters: Readonly<Record<Exclude<FactName, 'marks'>, Allows>> = {
  treadWidth: isEqual,
  profile: isEqual,
  diameter: isEqual,
  season: isEqual,
  manufacturer: (key, value) => [value].flat().includes(key as string),
  load: (key, value) => key !== null && Number(key) >= Number(value),
  speed: (key, value) => key !== null && speedRank(`${key}`) >= speedRank(`${value}`),
  fuel: isAtMost,
  wet: isAtMost,
  noise: isAtMost,
};

function constraintsOf(query: ProductQuery, index: TireIndex, counts: StockCounts): Constraint[] {
  const constraints: Constraint[] = [];
  const add = (field: FacetField & keyof ProductQuery, fact: FactName, allows: (key: Key) => boolean) => {
    constraints.push(
      cachedConstraint(index, `${field}=${query[field]}`, () => constraintByValue(index, field, fact, allows)),
    );
  };
  const { season, branch } = query;
  for (const fact of factNames) {
    if (fact === 'marks' || (fact === 'season' && season === 'runflat')) continue;
    const value = query[fact];
    if (value !== undefined) add(fact, fact, (key) => filters[fact](key, value));
  }
  if (season === 'runflat') add('season', 'marks', (marks) => includesMark(marks, 'runflat'));
  const chosenMarks = markFields.filter((mark) => query[mark]);
  for (const mark of chosenMarks) add(mark, 'marks', (marks) => includesMark(marks, mark));
  if (branch !== undefined) {
    const bits = counts.branches.get(branch) ?? emptyBits(index.size);
    constraints.push({ field: 'branch', fact: null, bits, size: countBits(bits), kind: 'positions' });
  }
  const range = priceRange(query, index);
  if (range) {
    const bits = bitRange(index.size, range.first, range.end);
    const size = Math.max(0, range.end - range.first);
    constraints.push({ field: 'price', fact: null, bits, size, kind: 'range', range });
  }
  return constraints;
}

const constraintCache = new WeakMap<TireIndex, Map<string, Constraint>>();

/** The limit for each index: the least recently used constraint is evicted. A constraint takes 12.5 kB at 100,000 tires. */
const maxCachedConstraints = 400;

function cachedConstraint(index: TireIndex, key: string, make: () => Constraint): Constraint {
  const constraintsByKey = constraintCache.get(index) ?? new Map<string, Constraint>();
  constraintCache.set(index, constraintsByKey);
  const constraint = constraintsByKey.get(key) ?? make();
  constraintsByKey.delete(key);
  constraintsByKey.set(key, constraint);
  const [oldest] = constraintsByKey.keys();
  if (constraintsByKey.size > maxCachedConstraints && oldest !== undefined) constraintsByKey.delete(oldest);
  return constraint;
}

function constraintByValue(
  index: TireIndex,
  field: FacetField,
  fact: FactName,
  allows: (key: Key) => boolean,
): Constraint {
  const { first, end } = index.spans[fact];
  const bits = emptyBits(index.size);
  let size = 0;
  const values: number[] = [];
  for (let value = first; value < end; value += 1) {
    if (!allows(index.values[value]?.key ?? null)) continue;
    values.push(value);
    const positions = index.positions[fact].subarray(index.starts[value], index.ends[value]);
    for (const position of positions) setBit(bits, position);
    size += positions.length;
  }
  return { field, fact, bits, size, kind: 'values', values };
}

function priceRange({ priceFrom, priceTo }: ProductQuery, { prices, size }: TireIndex) {
  if (priceFrom === undefined && priceTo === undefined) return null;
  return {
    first: priceFrom === undefined ? 0 : firstAtOrAbove(prices, toCents(priceFrom)),
    end: priceTo === undefined ? size : firstAtOrAbove(prices, toCents(priceTo) + 1),
  };
}

function firstAtOrAbove(prices: Int32Array, cents: number): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prices[middle] ?? 0) < cents) low = middle + 1;
    else high = middle;
  }
  return low;
}

function factsOfOptions(field: FacetField, fact: FactName | null): FactName[] {
  // Run-flat, a mark, is also an option of the season.
  if (field === 'season') return ['season', 'marks'];
  return fact ? [fact] : [];
}

/** Groups all positions of a sorted list and returns a page of groups: the first position of each group, the other positions of each, and the number of groups on all pages. */
function pageOfVariants(
  { groups, size }: Pick<TireIndex, 'groups' | 'size'>,
  positions: readonly number[],
  { limit, offset }: Pick<ProductQuery, 'limit' | 'offset'>,
) {
  const groupOf = (position: number) => groups[position] ?? 0;
  const seen = new Uint8Array(size);
  const firstsOfAllPages = positions.filter((position) => {
    const group = groupOf(position);
    const isFirst = seen[group] === 0;
    seen[group] = 1;
    return isFirst;
  });
  const firsts = firstsOfAllPages.slice(offset, offset + limit);
  const others = new Map(firsts.map((first) => [groupOf(first), [] as number[]]));
  for (const position of positions) {
    if (!firsts.includes(position)) others.get(groupOf(position))?.push(position);
  }
  return { groupCount: firstsOfAllPages.length, firsts, others: [...others.values()] };
}
