import { defaultSize, listToUrl } from '../shop/catalog/filter.ts';
import type { SeasonFilter } from '../shop/catalog/season.ts';

/** The query of a link to a season: it keeps the default size, unless there is no tire of that season in it (trucks). */
export function seasonSearch(season: SeasonFilter, inDefaultSize: boolean): string {
  const size = inDefaultSize ? defaultSize : { treadWidth: null, profile: null, diameter: null };
  return listToUrl({ filter: { ...size, season, manufacturer: null } });
}
