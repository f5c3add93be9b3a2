import { pickNumber, type Random } from './random.ts';
import { isWinter, type Tire } from './tire.ts';

/** Year of make, as a list of November 2026 would have it; further lots take turns. */
export function dotYearOf(tire: Tire, lot: number, random: Random): number {
  if (lot > 0) return 2026 - ((pickNumber(random, '0:1 1:1 2:1') + lot) % 3);
  if (tire.model.options.includes('old')) return pickNumber(random, '2026:15 2025:45 2024:32 2023:8');
  return pickNumber(random, isWinter(tire) ? '2026:66 2025:28 2024:6' : '2026:52 2025:36 2024:11 2023:1');
}
