import type { SeasonFilter } from '../../../shop/catalog/season.ts';

/** The query of the same list that compares these tires. Like every link of the shop to a list it names the season. */
export function comparing(search: URLSearchParams, season: SeasonFilter, ids: readonly string[]): string {
  const next = new URLSearchParams(search);
  if (!next.has('season')) next.set('season', season);
  next.delete('compare');
  for (const id of ids) next.append('compare', id);
  return `?${next}`;
}
