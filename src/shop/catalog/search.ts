import { FacetCounter, isRunflat } from './facets.ts';
import { type FilterField, filterFields, type Sort } from './filter.ts';
import type { ProductList, ProductQuery } from './product-query.ts';
import { type Product, tireName } from './tire.ts';

const compare: Record<Sort, (a: Product, b: Product) => number> = {
  price: (a, b) => a.price - b.price,
  '-price': (a, b) => b.price - a.price,
  noise: (a, b) => (a.label?.noiseDb ?? 999) - (b.label?.noiseDb ?? 999),
  // Tires without a class come last.
  wetGrip: (a, b) => order(a.label?.wet ?? 'Z', b.label?.wet ?? 'Z'),
  name: (a, b) => order(tireName(a), tireName(b)),
};

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Filters, sorts and pages the tires that can be bought now. Facets count each option under the other filters.
 * Ties are broken by price, then id, so that pages never overlap.
 */
export function searchTires(tires: readonly Product[], query: ProductQuery): ProductList {
  const matches: Product[] = [];
  const counter = new FacetCounter();
  for (const tire of tires) {
    if (tire.available === 0) continue;
    const failing = failingFilter(tire, query);
    if (failing === 'several') continue;
    if (failing !== null) counter.add(failing, tire);
    else {
      matches.push(tire);
      for (const field of filterFields) counter.add(field, tire);
    }
  }
  matches.sort((a, b) => compare[query.sort](a, b) || a.price - b.price || order(a.id, b.id));
  return {
    items: matches.slice(query.offset, query.offset + query.limit),
    total: matches.length,
    facets: counter.facetsOf(tires),
  };
}

/** The one filter that keeps a tire from the list; null when it is on it. */
function failingFilter(
  { size, season, manufacturer, marks }: Product,
  query: ProductQuery,
): FilterField | 'several' | null {
  let failing: FilterField | null = null;
  for (const field of filterFields) {
    const wanted = query[field];
    if (wanted === undefined) continue;
    const fits =
      field === 'season'
        ? season === wanted || (wanted === 'runflat' && isRunflat({ marks }))
        : (field === 'manufacturer' ? manufacturer.id : size[field]) === wanted;
    if (fits) continue;
    if (failing !== null) return 'several';
    failing = field;
  }
  return failing;
}

/** The tires of these ids in their order, sold out or not; unknown ids are left out. Same shape as a search. */
export function productsById(byId: ReadonlyMap<string, Product>, ids: readonly string[]): ProductList {
  const items = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const facets = { treadWidth: [], profile: [], diameter: [], season: [], manufacturer: [] };
  return { items, total: items.length, facets };
}
