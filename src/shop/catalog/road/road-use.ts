import type { Tire } from '../tire/tire.ts';
import { isWithin, roadLaw } from './road-law.ts';

type LawfulTire = Pick<Tire, 'season' | 'marks'>;

export type RoadRule = 'summer' | 'winter' | 'unmarked' | 'studded' | 'truck' | 'racing';

/** `today` is null where the rule does not depend on the calendar. */
export type RoadUse = { rule: RoadRule; today: 'allowed' | 'wintryOnly' | 'notAllowed' | null };

/** By `roadLaw`, for cars and vans up to 3.5 t; `day` in Tallinn (`2026-11-21`). Racing tires need a type approval. */
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
  // A studdable tire is sold without studs and counts as one without.
  return marks.includes(mark) || (marks.includes(exempt) && marks.includes('M+S')) ? 'winter' : 'unmarked';
}

/** The cart warns of summer tires from two months before winter tires become obligatory. */
const summerMatters = { from: { month: 10, day: 1 }, to: roadLaw.winterTires.obligatory.to };

export function cautionOn(tire: LawfulTire, day: string): 'summer' | 'unmarked' | 'studded' | null {
  const { rule } = roadUseOn(tire, day);
  if (rule === 'summer') return isWithin(day, summerMatters) ? rule : null;
  return rule === 'unmarked' || rule === 'studded' ? rule : null;
}

/** The number of studded tires when it is not enough for all wheels of whole cars; otherwise 0. */
export function oddStudded(items: readonly (LawfulTire & { count: number })[]): number {
  const studded = items.filter((item) => ruleOf(item) === 'studded').reduce((sum, { count }) => sum + count, 0);
  return studded % roadLaw.studs.wheels === 0 ? 0 : studded;
}
