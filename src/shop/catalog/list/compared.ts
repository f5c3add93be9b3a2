import type { Tire } from '../tire/tire.ts';

export function idsNotIn(ids: readonly string[], tires: readonly Tire[]): string[] {
  return ids.filter((id) => !tires.some((tire) => tire.id === id));
}

/** Returns the query of the comparison page for these tires, with `?`; empty without tires. */
export function comparisonSearch(ids: readonly string[], { onlyDifferences = false } = {}): string {
  const search = new URLSearchParams(ids.map((id) => ['id', id]));
  if (onlyDifferences) search.set('only', 'differences');
  return search.size > 0 ? `?${search}` : '';
}
