import type { Product } from './tire.ts';

/** `summer`: not for winter; `accepted`, `notAccepted`: with and without the mark that the law asks for; `studded`: a time of its own. */
export type WinterUse = 'summer' | 'accepted' | 'notAccepted' | 'studded';

/**
 * What Estonian law says of a tire in winter (regulation 42 of 13 June 2011; 3PMSF asked for since December 2022).
 * Null for trucks, which have rules of their own, and for racing tires.
 */
export function winterUse({ season, marks }: Pick<Product, 'season' | 'marks'>): WinterUse | null {
  if (season === 'truck' || season === 'racing') return null;
  if (season === 'summer') return 'summer';
  if (season === 'winter_studded') return 'studded';
  return marks.includes('3PMSF') ? 'accepted' : 'notAccepted';
}
