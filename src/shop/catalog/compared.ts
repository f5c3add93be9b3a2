import type { Product } from './tire.ts';

/** Those of these ids that are not among the tires. */
export function elsewhere(ids: readonly string[], tires: readonly Product[]): string[] {
  return ids.filter((id) => !tires.some((tire) => tire.id === id));
}

/** The query of the page that shows tires side by side. */
export function comparisonSearch(ids: readonly string[], onlyDifferences = false): string {
  const search = new URLSearchParams(ids.map((id) => ['id', id]));
  if (onlyDifferences) search.set('only', 'differences');
  return search.size > 0 ? `?${search}` : '';
}
