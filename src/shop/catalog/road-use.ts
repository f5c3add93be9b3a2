import { isWithin, roadLaw } from './road-law.ts';
import type { Product } from './tire.ts';

type LawfulTire = Pick<Product, 'season' | 'marks'>;

/** Which rule a tire falls under. `unmarked`: without the mark by which a tire without studs counts as a winter tire. */
export type RoadRule = 'summer' | 'winter' | 'unmarked' | 'studded' | 'truck' | 'racing';

/** What one may do with a tire on Estonian roads. `today` is null where the calendar does not decide. */
export type RoadUse = { rule: RoadRule; today: 'allowed' | 'wintryOnly' | 'notAllowed' | null };

/**
 * What Estonian law says of a tire on a day in Tallinn (`2026-11-21`), from `roadLaw`. It speaks of cars and vans up to
 * 3.5 t; trucks and heavier vans have rules of their own, and a racing tire needs a type approval that no list names.
 */
export function roadUseOn(tire: LawfulTire, day: string): RoadUse {
  const rule = ruleOf(tire);
  if (rule === 'truck' || rule === 'racing') return { rule, today: null };
  if (rule === 'winter') return { rule, today: 'allowed' };
  if (rule === 'studded') {
    if (isWithin(day, roadLaw.studs.allowed)) return { rule, today: 'allowed' };
    return { rule, today: isWithin(day, roadLaw.studs.inWintryConditions) ? 'wintryOnly' : 'notAllowed' };
  }
  return { rule, today: isWithin(day, roadLaw.winterTires.obligatory) ? 'notAllowed' : 'allowed' };
}

function ruleOf({ season, marks }: LawfulTire): RoadRule {
  if (season === 'truck' || season === 'racing' || season === 'summer') return season;
  if (season === 'winter_studded') return 'studded';
  const { mark, exempt } = roadLaw.snowMark;
  // A studdable tire is sold without studs, and counts as what it is.
  return marks.includes(mark) || (marks.includes(exempt) && marks.includes('M+S')) ? 'winter' : 'unmarked';
}

/** From here on a summer tire in a cart deserves a word: two months before winter tires become obligatory. */
const summerMatters = { from: { month: 10, day: 1 }, to: roadLaw.winterTires.obligatory.to };

/** What a buyer should hear of a tire in the cart; null where there is nothing to mind. */
export function cautionOn(tire: LawfulTire, day: string): 'summer' | 'unmarked' | 'studded' | null {
  const { rule } = roadUseOn(tire, day);
  if (rule === 'summer') return isWithin(day, summerMatters) ? rule : null;
  return rule === 'unmarked' || rule === 'studded' ? rule : null;
}

/** How many studded tires are among these, where they cannot be for all wheels of cars; 0 where there is nothing to mind. */
export function oddStudded(items: readonly (LawfulTire & { count: number })[]): number {
  const studded = items.filter((item) => ruleOf(item) === 'studded').reduce((sum, { count }) => sum + count, 0);
  return studded % roadLaw.studs.wheels === 0 ? 0 : studded;
}
