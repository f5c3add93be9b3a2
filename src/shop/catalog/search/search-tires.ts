import { toCents, toEuros } from '../../money.ts';
import { nearestSizes } from '../list/nearest-sizes.ts';
import type { FacetOption, Facets, ProductList, ProductQuery } from '../list/product-query.ts';
import { countSizes } from '../list/sizes-on-sale.ts';
import { seasonFilterIds } from '../road/season.ts';
import type { Tire } from '../tire/tire.ts';
import {
  type Bits,
  bitRange,
  countBits,
  countIntersection,
  emptyBits,
  firstBit,
  intersectConstraints,
  lastBit,
  pageOfBits,
  pageOfGroups,
  setBit,
  sortedPageOfBits,
} from './bits.ts';
import { type AllowedSet, countValues, type StockCounts } from './stock-counts.ts';
import {
  type FactName,
  factNames,
  includesMark,
  type Key,
  type MarkField,
  markFields,
  speedRank,
  type TireIndex,
} from './tire-index.ts';
import { pageOfVariants } from './variants.ts';

/** A catalogue that can be searched. `tires` are sorted by price, then id. */
export type Searchable = { tires: readonly Tire[]; index: TireIndex; counts: StockCounts };

/** Filters, sorts and pages the sellable tires. Ties are broken by price, then id, so that pages never overlap. */
export function searchTires({ tires, index, counts }: Searchable, query: ProductQuery): ProductList {
  const constraints = constraintsOf(query, index, counts);
  const masks = intersectConstraints(counts.sellable, constraints);
  const total = countBits(masks.all);
  const countsUnderAll = countValues(index, counts, constraints, masks.all, factNames);
  const countsUnderOthers = new Map(
    constraints.map(({ field }) => {
      const others = constraints.filter((constraint) => constraint.field !== field);
      return [field, countValues(index, counts, others, masks.without.get(field) ?? masks.all, factsOf(field))];
    }),
  );
  const facets = facetsOf(index, counts, {
    mask: (field) => masks.without.get(field) ?? masks.all,
    countsByValue: (field) => countsUnderOthers.get(field) ?? countsUnderAll,
  });
  const found = { mask: masks.all, total };
  const at = (positions: readonly number[]) => positions.flatMap((position) => tires[position] ?? []);
  if (total > 0 && query.grouped) {
    const ordered = pageOf({ index, counts }, { ...query, limit: total, offset: 0 }, found);
    const { groups, firsts, others } = pageOfVariants(index, ordered, query);
    return { items: at(firsts), variants: others.map(at), total, groups, facets };
  }
  const items = at(pageOf({ index, counts }, query, found));
  if (total > 0) return { items, total, facets };
  const withoutFilter = Object.fromEntries([...masks.without].map(([field, mask]) => [field, countBits(mask)]));
  const ofAnySize = constraints.filter(({ field }) => !sizeFields.has(field));
  const sizes = countSizes({ tires, index }, intersectConstraints(counts.sellable, ofAnySize).all);
  return { items, total, facets, withoutFilter, nearestSizes: nearestSizes(query, sizes) };
}

const sizeFields: ReadonlySet<string> = new Set(['treadWidth', 'profile', 'diameter']);

function pageOf(
  { index, counts }: Pick<Searchable, 'index' | 'counts'>,
  { sort, limit, offset }: ProductQuery,
  { mask, total }: { mask: Bits; total: number },
): number[] {
  if (sort === 'price') return pageOfBits(mask, offset, limit);
  if (sort !== 'recommended') return sortedPageOfBits(index.orders[sort], mask, total, offset, limit);
  const soonestFirst = [...counts.ranks].toSorted(([a], [b]) => a - b).map(([, bits]) => bits);
  return pageOfGroups(soonestFirst, mask, offset, limit);
}

type FacetField = keyof Facets;

type Constraint = AllowedSet & { field: FacetField; bits: Bits; size: number };

type Allows = (key: Key, value: NonNullable<ProductQuery[keyof ProductQuery]>) => boolean;

const isEqual: Allows = (key, value) => key === value;
const isAtMost: Allows = (key, value) => key !== null && key <= (value as Key & string);

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
  for (const mark of markFields) if (query[mark]) add(mark, 'marks', (marks) => includesMark(marks, mark));
  if (branch !== undefined) {
    const bits = counts.branches.get(branch) ?? emptyBits(index.size);
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

/** For each index. One takes 12.5 kB at 100,000 tires. The least recently used one is evicted. */
const maxCachedConstraints = 400;

function cachedConstraint(index: TireIndex, key: string, make: () => Constraint): Constraint {
  const ofIndex = constraintCache.get(index) ?? new Map<string, Constraint>();
  constraintCache.set(index, ofIndex);
  const constraint = ofIndex.get(key) ?? make();
  ofIndex.delete(key);
  ofIndex.set(key, constraint);
  const [oldest] = ofIndex.keys();
  if (ofIndex.size > maxCachedConstraints && oldest !== undefined) ofIndex.delete(oldest);
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
  return { field, bits, size, values, range: null };
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

/** Returns the facts whose counts the options of a filter need. Run-flat is an option of the season filter. */
function factsOf(field: FacetField): FactName[] {
  if (field === 'season') return ['season', 'marks'];
  const fact = factNames.find((name) => name === field);
  if (fact) return [fact];
  return field === 'branch' || field === 'price' ? [] : ['marks'];
}

/** For each field, the sellable tires that match all other filters: as a set, and counted by value. */
type FilteredCounts = { countsByValue(field: FacetField): Int32Array; mask(field: FacetField): Bits };

/** The five filters of the specification offer every value in the catalogue; the other filters only values with tires. */
function facetsOf(index: TireIndex, counts: StockCounts, filtered: FilteredCounts): Facets {
  const valuesOf = (fact: FactName) => index.values.slice(index.spans[fact].first, index.spans[fact].end);
  const allOptions = (field: FacetField & FactName): FacetOption[] => {
    const countsByValue = filtered.countsByValue(field);
    return valuesOf(field)
      .filter(({ number }) => counts.totals[number] !== 0)
      .map(({ number, key, label }) =>
        option(`${key}`, field === 'profile' && key === 0 ? 'full' : label, countsByValue[number] ?? 0),
      );
  };
  const cumulativeOptions = (field: FacetField & FactName, from: 'first' | 'last'): FacetOption[] => {
    const countsByValue = filtered.countsByValue(field);
    const values = valuesOf(field).filter(({ number, key }) => key !== null && countsByValue[number] !== 0);
    if (from === 'last') values.reverse();
    let sum = 0;
    const options = values.map(({ number, key, label }) => {
      sum += countsByValue[number] ?? 0;
      return option(`${key}`, label, sum);
    });
    return from === 'last' ? options.reverse() : options;
  };
  const withMark = (mark: MarkField) => valuesOf('marks').filter(({ key }) => includesMark(key, mark));
  const countMark = (field: FacetField, mark: MarkField) => {
    const countsByValue = filtered.countsByValue(field);
    return withMark(mark).reduce((sum, { number }) => sum + (countsByValue[number] ?? 0), 0);
  };
  const seasons = () => {
    const options = allOptions('season');
    const anyRunflat = withMark('runflat').some(({ number }) => counts.totals[number] !== 0);
    if (anyRunflat) options.push(option('runflat', 'runflat', countMark('season', 'runflat')));
    return options.sort(
      (a, b) => seasonFilterIds.indexOf(a.id as 'summer') - seasonFilterIds.indexOf(b.id as 'summer'),
    );
  };
  const marks = Object.fromEntries(
    markFields.map((field) => [field, [option('1', field, countMark(field, field))].filter(hasTires)]),
  ) as Record<MarkField, FacetOption[]>;
  const inStock = filtered.mask('branch');
  return {
    treadWidth: allOptions('treadWidth'),
    profile: allOptions('profile'),
    diameter: allOptions('diameter'),
    season: seasons(),
    manufacturer: allOptions('manufacturer'),
    load: cumulativeOptions('load', 'last'),
    speed: cumulativeOptions('speed', 'last'),
    fuel: cumulativeOptions('fuel', 'first'),
    wet: cumulativeOptions('wet', 'first'),
    noise: cumulativeOptions('noise', 'first'),
    ...marks,
    branch: [...counts.branches]
      .map(([branch, bits]) => option(branch, branch, countIntersection(bits, inStock)))
      .filter(hasTires),
    price: priceFacet(index, filtered.mask('price')),
  };
}

function option(id: string, label: string, count: number): FacetOption {
  return { id, label, count, unavailable: count === 0 };
}

function hasTires({ count }: FacetOption): boolean {
  return count > 0;
}

function priceFacet({ prices }: TireIndex, mask: Bits): Facets['price'] {
  const first = firstBit(mask);
  if (first < 0) return null;
  return { from: toEuros(prices[first] ?? 0), to: toEuros(prices[lastBit(mask)] ?? 0), count: countBits(mask) };
}
