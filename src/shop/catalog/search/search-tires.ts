import { toCents, toEuros } from '../../money.ts';
import type { FacetOption, Facets, ProductList, ProductQuery } from '../list/product-query.ts';
import { seasonIds } from '../road/season.ts';
import type { Tire } from '../tire/tire.ts';
import {
  type Bits,
  bitRange,
  bitsFrom,
  bitsInOrder,
  countBits,
  countBoth,
  firstBit,
  lastBit,
  masksUnder,
  noBits,
  setBit,
} from './bits.ts';
import { type Allowed, countValues, type StockCounts } from './stock-counts.ts';
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

/** A catalogue that can be searched. Its tires are sorted by price, then id. */
export type Searchable = { tires: readonly Tire[]; index: TireIndex; counts: StockCounts };

/** Filters, sorts and pages the sellable tires. Ties are broken by price, then id, so that pages never overlap. */
export function searchTires({ tires, index, counts }: Searchable, query: ProductQuery): ProductList {
  const constraints = constraintsOf(query, index, counts);
  const masks = masksUnder(counts.sellable, constraints);
  const total = countBits(masks.all);
  const underAll = countValues(index, counts, constraints, masks.all, factNames);
  const underOthers = new Map(
    constraints.map(({ field }) => {
      const others = constraints.filter((constraint) => constraint.field !== field);
      return [field, countValues(index, counts, others, masks.without.get(field) ?? masks.all, factsOf(field))];
    }),
  );
  const facets = facetsOf(index, counts, {
    mask: (field) => masks.without.get(field) ?? masks.all,
    counted: (field) => underOthers.get(field) ?? underAll,
  });
  const { sort, limit, offset } = query;
  const page =
    sort === 'price'
      ? bitsFrom(masks.all, offset, limit)
      : bitsInOrder(index.orders[sort], masks.all, total, offset, limit);
  return { items: page.flatMap((position) => tires[position] ?? []), total, facets };
}

type FacetField = keyof Facets;

type Constraint = Allowed & { field: FacetField; bits: Bits; size: number };

type Allows = (key: Key, wanted: NonNullable<ProductQuery[keyof ProductQuery]>) => boolean;

const equal: Allows = (key, wanted) => key === wanted;
const atMost: Allows = (key, wanted) => key !== null && key <= (wanted as Key & string);

const filters: Readonly<Record<Exclude<FactName, 'marks'>, Allows>> = {
  treadWidth: equal,
  profile: equal,
  diameter: equal,
  season: equal,
  manufacturer: (key, wanted) => [wanted].flat().includes(key as string),
  load: (key, wanted) => key !== null && Number(key) >= Number(wanted),
  speed: (key, wanted) => key !== null && speedRank(`${key}`) >= speedRank(`${wanted}`),
  fuel: atMost,
  wet: atMost,
  noise: atMost,
};

function constraintsOf(query: ProductQuery, index: TireIndex, counts: StockCounts): Constraint[] {
  const constraints: Constraint[] = [];
  const add = (field: FacetField & keyof ProductQuery, fact: FactName, allows: (key: Key) => boolean) => {
    constraints.push(cached(index, `${field}=${query[field]}`, () => byValue(index, field, fact, allows)));
  };
  const { season, branch } = query;
  for (const fact of factNames) {
    if (fact === 'marks' || (fact === 'season' && season === 'runflat')) continue;
    const wanted = query[fact];
    if (wanted !== undefined) add(fact, fact, (key) => filters[fact](key, wanted));
  }
  if (season === 'runflat') add('season', 'marks', (marks) => includesMark(marks, 'runflat'));
  for (const mark of markFields) if (query[mark]) add(mark, 'marks', (marks) => includesMark(marks, mark));
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

/** Of an index, 12.5 kB each at 100,000 tires. The least recently used one is evicted. */
const maxCached = 400;

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

/** The facts whose counts a filter needs. Run-flat is offered among the seasons. */
function factsOf(field: FacetField): FactName[] {
  if (field === 'season') return ['season', 'marks'];
  const fact = factNames.find((name) => name === field);
  if (fact) return [fact];
  return field === 'branch' || field === 'price' ? [] : ['marks'];
}

/** The sellable tires under all filters but that of `field`, and their counts by value. */
type Under = { counted(field: FacetField): Int32Array; mask(field: FacetField): Bits };

/** The five filters of the specification list every value of the catalogue; the others only values with a tire. */
function facetsOf(index: TireIndex, counts: StockCounts, under: Under): Facets {
  const valuesOf = (fact: FactName) => index.values.slice(index.spans[fact].first, index.spans[fact].end);
  const every = (field: FacetField & FactName): FacetOption[] => {
    const counted = under.counted(field);
    return valuesOf(field)
      .filter(({ number }) => counts.totals[number] !== 0)
      .map(({ number, key, label }) =>
        option(`${key}`, field === 'profile' && key === 0 ? 'full' : label, counted[number] ?? 0),
      );
  };
  const cumulative = (field: FacetField & FactName, from: 'first' | 'last'): FacetOption[] => {
    const counted = under.counted(field);
    const values = valuesOf(field).filter(({ number, key }) => key !== null && counted[number] !== 0);
    if (from === 'last') values.reverse();
    let sum = 0;
    const options = values.map(({ number, key, label }) => {
      sum += counted[number] ?? 0;
      return option(`${key}`, label, sum);
    });
    return from === 'last' ? options.reverse() : options;
  };
  const withMark = (mark: MarkField) => valuesOf('marks').filter(({ key }) => includesMark(key, mark));
  const countMark = (field: FacetField, mark: MarkField) => {
    const counted = under.counted(field);
    return withMark(mark).reduce((sum, { number }) => sum + (counted[number] ?? 0), 0);
  };
  const seasons = () => {
    const options = every('season');
    const anyRunflat = withMark('runflat').some(({ number }) => counts.totals[number] !== 0);
    if (anyRunflat) options.push(option('runflat', 'runflat', countMark('season', 'runflat')));
    return options.sort((a, b) => seasonIds.indexOf(a.id as 'summer') - seasonIds.indexOf(b.id as 'summer'));
  };
  const marks = Object.fromEntries(
    markFields.map((field) => [field, [option('1', field, countMark(field, field))].filter(isPossible)]),
  ) as Record<MarkField, FacetOption[]>;
  const inStock = under.mask('branch');
  return {
    treadWidth: every('treadWidth'),
    profile: every('profile'),
    diameter: every('diameter'),
    season: seasons(),
    manufacturer: every('manufacturer'),
    load: cumulative('load', 'last'),
    speed: cumulative('speed', 'last'),
    fuel: cumulative('fuel', 'first'),
    wet: cumulative('wet', 'first'),
    noise: cumulative('noise', 'first'),
    ...marks,
    branch: [...counts.branches]
      .map(([branch, bits]) => option(branch, branch, countBoth(bits, inStock)))
      .filter(isPossible),
    price: priceFacet(index, under.mask('price')),
  };
}

function option(id: string, label: string, count: number): FacetOption {
  return { id, label, count, unavailable: count === 0 };
}

function isPossible({ count }: FacetOption): boolean {
  return count > 0;
}

function priceFacet({ prices }: TireIndex, mask: Bits): Facets['price'] {
  const first = firstBit(mask);
  if (first < 0) return null;
  return { from: toEuros(prices[first] ?? 0), to: toEuros(prices[lastBit(mask)] ?? 0), count: countBits(mask) };
}
