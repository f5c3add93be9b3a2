import { type Catalogue, catalogue } from '../shop/catalog/catalogue.server.ts';
import { defaultSize, listToUrl } from '../shop/catalog/filter.ts';
import { searchTires } from '../shop/catalog/search/search-tires.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import { sizeText } from '../shop/catalog/size.ts';
import { commonSizes } from '../shop/catalog/sizes-on-sale.ts';
import type { ShopContext } from './shop-context.tsx';

/** What every page says of the catalogue. */
export type CatalogueContext = Pick<ShopContext, 'demonstration' | 'seasonsInDefaultSize' | 'commonSizes'>;

const sizesInFooter = 12;

const known = new WeakMap<Catalogue, CatalogueContext>();

/** Worked out once for each state of the catalogue. */
export function catalogueContext(): CatalogueContext {
  const current = catalogue();
  const found = known.get(current);
  if (found) return found;
  const { facets } = searchTires(current, { ...defaultSize, sort: 'price', limit: 1, offset: 0 });
  const context = {
    demonstration: current.demonstration,
    commonSizes: commonSizes(current, sizesInFooter).map((size) => ({
      text: sizeText({ ...size, construction: 'R', commercial: false }),
      search: listToUrl({ filter: { ...size, season: null, manufacturer: null } }),
    })),
    seasonsInDefaultSize: facets.season.filter(({ unavailable }) => !unavailable).map(({ id }) => id as SeasonFilter),
  };
  known.set(current, context);
  return context;
}
