import type { SeasonFilter } from '../road/season.ts';
import type { Tire } from '../tire/tire.ts';

export function idsNotIn(ids: readonly string[], tires: readonly Tire[]): string[] {
  return ids.filter((id) => !tires.some((tire) => tire.id === id));
}

export function comparisonSearch(ids: readonly string[]): string {
  const search = new URLSearchParams(ids.map((id) => ['id', id]));
  return search.size > 0 ? `?${search}` : '';
}

/** Returns the query with other compared tires or chosen variants. It names the season, because the default season changes. */
export function searchWithIds(
  search: URLSearchParams,
  name: 'compare' | 'variant',
  ids: readonly string[],
  seasonIfNotNamed: SeasonFilter,
): string {
  const next = new URLSearchParams(search);
  if (!next.has('season')) next.set('season', seasonIfNotNamed);
  next.delete(name);
  for (const id of ids) next.append(name, id);
  return `?${next}`;
}
