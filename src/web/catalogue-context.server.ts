import { type Catalogue, catalogue } from '../shop/catalog/catalogue.server.ts';
import { defaultSize } from '../shop/catalog/filter.ts';
import { searchTires } from '../shop/catalog/search/search-tires.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { ShopContext } from './shop-context.tsx';

/** What every page says of the catalogue. */
export type CatalogueContext = Pick<ShopContext, 'demonstration' | 'seasonsInDefaultSize'>;

const known = new WeakMap<Catalogue, CatalogueContext>();

/** Worked out once for each state of the catalogue. */
export function catalogueContext(): CatalogueContext {
  const current = catalogue();
  const found = known.get(current);
  if (found) return found;
  const { facets } = searchTires(current, { ...defaultSize, sort: 'price', limit: 1, offset: 0 });
  const context = {
    demonstration: current.demonstration,
    seasonsInDefaultSize: facets.season.filter(({ unavailable }) => !unavailable).map(({ id }) => id as SeasonFilter),
  };
  known.set(current, context);
  return context;
}
