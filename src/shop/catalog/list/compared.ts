import type { Tire } from '../tire/tire.ts';

export function idsNotIn(ids: readonly string[], tires: readonly Tire[]): string[] {
  return ids.filter((id) => !tires.some((tire) => tire.id === id));
}

export function comparisonSearch(ids: readonly string[]): string {
  const search = new URLSearchParams(ids.map((id) => ['id', id]));
  return search.size > 0 ? `?${search}` : '';
}
