import type { Catalogue } from '../../shop/catalog/catalogue.ts';
import { defaultSize, listToUrl } from '../../shop/catalog/list/filter.ts';
import { commonSizes } from '../../shop/catalog/list/sizes-on-sale.ts';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';
import { searchTires } from '../../shop/catalog/search/search-tires.ts';
import { sizeText } from '../../shop/catalog/tire/size.ts';
import type { PageContext } from './page-context.tsx';

export type CatalogueContext = Pick<
  PageContext,
  'isDemonstration' | 'hasVehicles' | 'seasonsInDefaultSize' | 'commonSizes'
>;

const sizesInFooter = 12;

const contextCache = new WeakMap<Catalogue, CatalogueContext>();

export function catalogueContext(catalogue: Catalogue): CatalogueContext {
  const cached = contextCache.get(catalogue);
  if (cached) return cached;
  const { facets: facetsInDefaultSize } = searchTires(catalogue, {
    ...defaultSize,
    sort: 'price',
    limit: 1,
    offset: 0,
  });
  const context = {
    isDemonstration: catalogue.isDemonstration,
    hasVehicles: catalogue.hasVehicles,
    commonSizes: commonSizes(catalogue, sizesInFooter).map((size) => ({
      text: sizeText({ ...size, construction: 'R', commercial: false }),
      search: listToUrl({ filter: { ...size, season: null } }),
    })),
    seasonsInDefaultSize: facetsInDefaultSize.season
      .filter(({ unavailable }) => !unavailable)
      .map(({ id }) => id as SeasonFilter),
  };
  contextCache.set(catalogue, context);
  return context;
}
