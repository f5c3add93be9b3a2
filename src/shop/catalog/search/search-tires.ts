import { toEuros } from '../../money.ts';
import type { FacetOption, Facets, ProductList, ProductQuery } from '../list/product-query.ts';
import { seasonIds } from '../road/season.ts';
import type { Tire } from '../tire/tire.ts';
import { type Bits, bitsFrom, countBits, countBoth, firstBit, hasBit, lastBit } from './bits.ts';
import { constraintsOf, type FacetField, masksUnder } from './constraints.ts';
import { type FactName, factNames, includesMark, type MarkField, markFields } from './facts.ts';
import { countValues, type StockCounts } from './stock-counts.ts';
import type { TireIndex } from './tire-index.ts';

/** A catalogue that can be searched. Its tires are sorted by price, then id. */
export type Searchable = { tires: readonly Tire[]; index: TireIndex; counts: StockCounts };

/**
 * Filters, sorts and pages the sellable tires. Facets count each option under the other filters. Ties are broken by
 * price, then id, so that pages never overlap.
 */
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
  const items = pageOf(index, masks.all, total, query).flatMap((position) => tires[position] ?? []);
  return { items, total, facets };
}

/** The facts that the options of a filter need. Run-flat is offered among the seasons. */
function factsOf(field: FacetField): FactName[] {
  if (field === 'season') return ['season', 'marks'];
  const fact = factNames.find((name) => name === field);
  if (fact) return [fact];
  return field === 'branch' || field === 'price' ? [] : ['marks'];
}

/** Sorting one tire of a result takes as long as scanning so many positions of a stored order. */
const sortingCost = 5;

/** The positions of a page in the wanted order. Sorts a small result; for a large one scans the stored order. */
function pageOf({ orders, size }: TireIndex, mask: Bits, total: number, query: ProductQuery): number[] {
  const { sort, limit, offset } = query;
  if (sort === 'price') return bitsFrom(mask, offset, limit);
  const { positions, ranks } = orders[sort];
  const end = Math.min(total, offset + limit);
  const scanned = (size * end) / Math.max(1, total);
  if (total * sortingCost <= scanned) {
    const sorted = Uint32Array.from(bitsFrom(mask, 0, total), (position) => ranks[position] ?? 0).sort();
    return Array.from(sorted.subarray(offset, end), (rank) => positions[rank] ?? 0);
  }
  const page: number[] = [];
  let seen = 0;
  for (const position of positions) {
    if (seen >= end) break;
    if (!hasBit(mask, position)) continue;
    if (seen >= offset) page.push(position);
    seen += 1;
  }
  return page;
}

/** For a field: the sellable tires under all filters but its own, and their counts by value. */
type Under = { counted(field: FacetField): Int32Array; mask(field: FacetField): Bits };

/**
 * The values of each filter with their counts under the other filters. The five filters of the specification list every
 * value of the catalogue and mark those without a tire; the others list only values with a tire.
 */
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
  /** Cumulative counts, for filters that ask for a value at least or at most. */
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

/** The tires of these ids in their order, sold out or not, as a list without facets; unknown ids are left out. */
export function productsById(tireOf: (id: string) => Tire | undefined, ids: readonly string[]): ProductList {
  const items = [...new Set(ids)].flatMap((id) => tireOf(id) ?? []);
  return { items, total: items.length, facets: noFacets };
}

const noFacets: Facets = {
  treadWidth: [],
  profile: [],
  diameter: [],
  season: [],
  manufacturer: [],
  load: [],
  speed: [],
  fuel: [],
  wet: [],
  noise: [],
  runflat: [],
  snow: [],
  ice: [],
  xl: [],
  branch: [],
  price: null,
};
