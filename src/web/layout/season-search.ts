import { defaultSize, listToUrl } from '../../shop/catalog/list/filter.ts';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';

/** The query of a link to a season: with the default size, unless no tire of the season has it. */
export function seasonSearch(season: SeasonFilter, inDefaultSize: boolean): string {
  const size = inDefaultSize ? defaultSize : { treadWidth: null, profile: null, diameter: null };
  return listToUrl({ filter: { ...size, season, manufacturer: null } });
}
