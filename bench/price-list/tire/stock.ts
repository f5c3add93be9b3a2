import { between, pickNumber, type Random } from '../random.ts';
import { isWinter, type Tire } from './tire.ts';

/** Probability that the larger branch stocks a winter tire, by popularity of the size. */
const shelfChance: Record<number, number> = { 1: 0.003, 2: 0.009, 3: 0.02, 4: 0.05, 5: 0.1, 6: 0.15, 7: 0.28 };

function shelf(chance: number, random: Random): number {
  if (random() >= chance) return 0;
  if (random() < 0.2) return between(random, 1, 3);
  return pickNumber(random, '4:10 6:3 7:1 8:6 10:2 11:1 12:3 16:2 20:1');
}

function warehouse(tire: Tire, random: Random): number {
  const chance = random();
  if (chance < 0.05) return 0;
  if (chance < 0.1) return between(random, 1, 3);
  if (tire.size.popularity < 4) return between(random, 8, 40);
  return between(random, 12, random() < 0.3 ? 160 : 60);
}

/** Pieces at the two branches and the wholesaler. Annelinn, the smaller branch, stocks no truck tires. */
export function stockOf(tire: Tire, random: Random) {
  if (random() < 0.05) return { ringtee: 0, annelinn: 0, supplier: 0 };
  const chance = (shelfChance[tire.size.popularity] ?? 0) * (isWinter(tire) ? 1 : 0.45);
  return {
    ringtee: shelf(chance, random),
    annelinn: tire.size.vehicle === 'truck' ? 0 : shelf(chance * 0.8, random),
    supplier: warehouse(tire, random),
  };
}
