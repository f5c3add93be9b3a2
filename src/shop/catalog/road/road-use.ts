import type { EuLabel, Tire } from '../tire/tire.ts';
import { isWithin, roadLaw } from './road-law.ts';

type RoadTire = Pick<Tire, 'season' | 'marks'> & { label?: Pick<EuLabel, 'snow'> | null };

/** `unmarked`: a tire without studs that has no snow mark; `unknown`: neither the price list nor the EU label says whether it has the mark. */
export type RoadRule = 'summer' | 'winter' | 'unmarked' | 'unknown' | 'studded' | 'truck' | 'racing';

/** `today` null: `roadLaw` has no rule for truck and racing tires, or it is not known whether the tire has the required snow mark. */
export type RoadUse = { rule: RoadRule; today: 'allowed' | 'wintryOnly' | 'notAllowed' | null };

/** Applies `roadLaw` to cars and vans up to 3.5 t on a day in Tallinn (`2026-11-21`). */
export function roadUseOn(tire: RoadTire, day: string): RoadUse {
  const rule = ruleOf(tire);
  if (rule === 'truck' || rule === 'racing') return { rule, today: null };
  if (rule === 'winter') return { rule, today: 'allowed' };
  if (rule === 'studded') {
    if (isWithin(day, roadLaw.studs.allowed)) return { rule, today: 'allowed' };
    return { rule, today: isWithin(day, roadLaw.studs.inWintryConditions) ? 'wintryOnly' : 'notAllowed' };
  }
  if (!isWithin(day, roadLaw.winterTires.obligatory)) return { rule, today: 'allowed' };
  return { rule, today: rule === 'unknown' ? null : 'notAllowed' };
}

/** Whether the tire has the mark 3PMSF; null: not known. If neither the marks nor the label has it, summer tires and tires marked M+S count as tires without it. */
export function hasSnowflake({ season, marks, label }: RoadTire): boolean | null {
  if (marks.includes(roadLaw.snowMark.mark) || label?.snow) return true;
  if (season === 'summer' || marks.includes('M+S')) return false;
  return label?.snow ?? null;
}

function ruleOf(tire: RoadTire): RoadRule {
  const { season, marks } = tire;
  if (season === 'truck' || season === 'racing' || season === 'summer') return season;
  if (season === 'winter_studded') return 'studded';
  const isExemptOffRoadTire = marks.includes(roadLaw.snowMark.exempt) && marks.includes('M+S');
  if (isExemptOffRoadTire) return 'winter';
  // Studdable tires are sold without studs, so the rule for tires without studs applies to them.
  const hasMark = hasSnowflake(tire);
  if (hasMark === null) return 'unknown';
  return hasMark ? 'winter' : 'unmarked';
}

/** The cart warns about summer tires from two months before winter tires become obligatory. */
const summerWarningPeriod = { from: { month: 10, day: 1 }, to: roadLaw.winterTires.obligatory.to };

export function cartWarningOn(tire: RoadTire, day: string): Exclude<RoadRule, 'winter' | 'truck' | 'racing'> | null {
  const { rule } = roadUseOn(tire, day);
  if (rule === 'summer') return isWithin(day, summerWarningPeriod) ? rule : null;
  return rule === 'winter' || rule === 'truck' || rule === 'racing' ? null : rule;
}

/** Returns the number of studded tires if it is not a multiple of four (law: all wheels or none), otherwise 0. */
export function studdedCountOfIncompleteSet(items: readonly (RoadTire & { count: number })[]): number {
  const studded = items.filter((item) => ruleOf(item) === 'studded').reduce((sum, { count }) => sum + count, 0);
  return studded % roadLaw.studs.wheels === 0 ? 0 : studded;
}
