import { type Manufacturer, noFacets, type ProductList } from './list/product-query.ts';
import type { Searchable } from './search/search-tires.ts';
import type { TireIndex } from './search/tire-index.ts';
import type { Tire } from './tire/tire.ts';

/** An immutable snapshot in memory. `positions` and `eans`: by tire id. `hasVehicles`: the shop knows which tire sizes fit which cars. */
export type Catalogue = Searchable & {
  positions: ReadonlyMap<string, number>;
  eans: Eans;
  manufacturers: readonly Manufacturer[];
  isDemonstration: boolean;
  hasVehicles: boolean;
  /** Rises by one with every change that this process loads; `tiresVersion` only when more than stock has changed. */
  version: number;
  tiresVersion: number;
};

export type IndexedTires = Pick<Searchable, 'tires' | 'index'>;

export type Eans = ReadonlyMap<string, string>;

/** Returns a function that computes a value once for each index, which changes with prices, labels and photographs, but not with stock. */
export function oncePerIndex<T>(compute: (tires: readonly Tire[]) => T): (indexedTires: IndexedTires) => T {
  const cache = new WeakMap<TireIndex, T>();
  return ({ index, tires }) => {
    const cached = cache.get(index);
    if (cached !== undefined) return cached;
    const computed = compute(tires);
    cache.set(index, computed);
    return computed;
  };
}

/** Also returns a tire that is sold out. Undefined: unknown or off sale. */
export function tireOnSale({ tires, positions }: Catalogue, id: string): Tire | undefined {
  const position = positions.get(id);
  return position === undefined ? undefined : tires[position];
}

/** Returns tires in the order of the ids, sold out or not. Omits unknown ids. */
export function productsById(catalogue: Catalogue, ids: readonly string[]): ProductList {
  const items = [...new Set(ids)].flatMap((id) => tireOnSale(catalogue, id) ?? []);
  return { items, total: items.length, facets: noFacets };
}
