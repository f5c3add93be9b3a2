import type { ProductList, ProductQuery } from '../product-query.ts';
import type { Product } from '../tire.ts';
import { type Bits, bitsFrom, countBits, hasBit } from './bits.ts';
import { type FactName, factNames } from './columns.ts';
import { constraintsOf } from './constraints.ts';
import { countValues } from './count-values.ts';
import type { FacetField } from './facet-fields.ts';
import { facetsOf } from './facets.ts';
import { masksUnder } from './masks.ts';
import type { StockCounts } from './stock-counts.ts';
import type { TireIndex } from './tire-index.ts';

/** A catalogue as it can be searched: its tires in the order of price, then id, what is known of them, and of their stock. */
export type Searchable = { tires: readonly Product[]; index: TireIndex; counts: StockCounts };

/**
 * Filters, sorts and pages the tires that can be bought now. Facets count each option under the other filters.
 * Ties are broken by price, then id, so that pages never overlap.
 */
export function searchTires({ tires, index, counts }: Searchable, query: ProductQuery): ProductList {
  const constraints = constraintsOf(query, index, counts);
  const masks = masksUnder(counts.sellable, constraints);
  const total = countBits(masks.all);
  const underAll = countValues(index, counts, constraints, masks.all, factNames);
  const underOthers = new Map(
    constraints.map(({ field }) => {
      const others = constraints.filter((constraint) => constraint.field !== field);
      return [field, countValues(index, counts, others, masks.but.get(field) ?? masks.all, factsOf(field))];
    }),
  );
  const facets = facetsOf(index, counts, {
    mask: (field) => masks.but.get(field) ?? masks.all,
    counted: (field) => underOthers.get(field) ?? underAll,
  });
  const positions = pageOf(index, masks.all, total, query);
  return { items: positions.map((position) => tires[position] as Product), total, facets };
}

/** The facts of which the options of a filter are made. Run-flat is offered among the seasons. */
function factsOf(field: FacetField): FactName[] {
  if (field === 'season') return ['season', 'marks'];
  const fact = factNames.find((name) => name === field);
  if (fact) return [fact];
  return field === 'branch' || field === 'price' ? [] : ['marks'];
}

/** To sort a tire of a list takes as long as to look at so many places of the whole order, of which a page needs a share. */
const sortingCost = 5;

/** Positions of a page in the wanted order. */
function pageOf({ orders, size }: TireIndex, mask: Bits, total: number, query: ProductQuery): number[] {
  const { sort, limit, offset } = query;
  if (sort === 'price') return bitsFrom(mask, offset, limit);
  const { positions, places } = orders[sort];
  const end = Math.min(total, offset + limit);
  const placesToLookAt = (size * end) / Math.max(1, total);
  if (total * sortingCost <= placesToLookAt) {
    const sorted = Uint32Array.from(bitsFrom(mask, 0, total), (position) => places[position] as number).sort();
    return [...sorted.subarray(offset, end)].map((place) => positions[place] as number);
  }
  const page: number[] = [];
  let seen = 0;
  for (let at = 0; at < size && seen < end; at += 1) {
    const position = positions[at] as number;
    if (!hasBit(mask, position)) continue;
    if (seen >= offset) page.push(position);
    seen += 1;
  }
  return page;
}

/** The tires of these ids in their order, sold out or not; unknown ids are left out. Same shape as a search. */
export function productsById(tireOf: (id: string) => Product | undefined, ids: readonly string[]): ProductList {
  const items = [...new Set(ids)].flatMap((id) => tireOf(id) ?? []);
  return { items, total: items.length, facets: noFacets };
}

const noFacets: ProductList['facets'] = {
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
