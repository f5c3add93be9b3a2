import { type FilterField, filterFields, type Sort } from './filter.ts';
import type { Facets, ProductList, ProductQuery } from './product-query.ts';
import { seasonIds } from './season.ts';
import { type Product, tireName } from './tire.ts';

const worst = 'Z';

const compare: Record<Sort, (a: Product, b: Product) => number> = {
  price: (a, b) => a.price - b.price,
  '-price': (a, b) => b.price - a.price,
  noise: (a, b) => (a.label?.noiseDb ?? 999) - (b.label?.noiseDb ?? 999),
  wetGrip: (a, b) => order(a.label?.wet ?? worst, b.label?.wet ?? worst),
  name: (a, b) => order(tireName(a), tireName(b)),
};

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The values under which a tire is found in a filter; a run-flat winter tire is found under both seasons. */
function valuesOf(tire: Product, field: FilterField): readonly (string | number)[] {
  if (field === 'manufacturer') return [tire.manufacturer.id];
  if (field !== 'season') return [tire.size[field]];
  return tire.marks.includes('RF') ? [tire.season, 'runflat'] : [tire.season];
}

/**
 * Filters, sorts and pages the tires that can be bought now. Facets count each option under the other filters.
 * Ties are broken by price, then id, so that pages never overlap.
 */
export function searchTires(tires: readonly Product[], query: ProductQuery): ProductList {
  const matches: Product[] = [];
  const counts = new Map(filterFields.map((field) => [field, new Map<string | number, number>()]));
  const labels = new Map<string, string>();

  for (const tire of tires) {
    if (tire.available === 0) continue;
    labels.set(tire.manufacturer.id, tire.manufacturer.label);
    const failing = filterFields.filter((f) => query[f] !== undefined && !valuesOf(tire, f).includes(query[f]));
    if (failing.length === 0) matches.push(tire);
    for (const field of filterFields) {
      const fits = failing.length === 0 || (failing.length === 1 && failing[0] === field);
      const counted = counts.get(field) as Map<string | number, number>;
      for (const value of valuesOf(tire, field)) counted.set(value, (counted.get(value) ?? 0) + (fits ? 1 : 0));
    }
  }

  matches.sort((a, b) => compare[query.sort](a, b) || a.price - b.price || order(a.id, b.id));
  return {
    items: matches.slice(query.offset, query.offset + query.limit),
    total: matches.length,
    facets: facetsFrom(counts, labels),
  };
}

function facetsFrom(counts: Map<FilterField, Map<string | number, number>>, makers: Map<string, string>): Facets {
  const options = (field: FilterField, label: (value: string | number) => string) =>
    [...(counts.get(field) ?? [])].map(([value, count]) => ({
      id: `${value}`,
      label: label(value),
      count,
      unavailable: count === 0,
    }));
  const byNumber = (field: FilterField, label: (value: string | number) => string = String) =>
    options(field, label).sort((a, b) => Number(a.id) - Number(b.id));
  const rank = (id: string) => (seasonIds as readonly string[]).indexOf(id);
  return {
    treadWidth: byNumber('treadWidth'),
    profile: byNumber('profile', (value) => (value === 0 ? 'full' : `${value}`)),
    diameter: byNumber('diameter'),
    season: options('season', String).sort((a, b) => rank(a.id) - rank(b.id)),
    manufacturer: options('manufacturer', (id) => makers.get(`${id}`) ?? `${id}`).sort((a, b) =>
      order(a.label, b.label),
    ),
  };
}

/** The tires of these ids in their order, sold out or not; unknown ids are left out. Same shape as a search. */
export function productsById(byId: ReadonlyMap<string, Product>, ids: readonly string[]): ProductList {
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    items,
    total: items.length,
    facets: { treadWidth: [], profile: [], diameter: [], season: [], manufacturer: [] },
  };
}
