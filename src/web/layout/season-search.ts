import { anySize, defaultSize, listToUrl } from '../../shop/catalog/list/filter.ts';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';

/** Returns the query of a link to a season: in the default size, or in any if no tire of the season has that size. */
export function seasonSearch(season: SeasonFilter, seasonsInDefaultSize: readonly SeasonFilter[]): string {
  const size = seasonsInDefaultSize.includes(season) ? defaultSize : anySize;
  return listToUrl({ filter: { ...size, season } });
}
