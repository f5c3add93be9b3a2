import { tallinnDate } from '../../tallinn-date.ts';

export const seasonFilterIds = [
  'summer',
  'winter_friction',
  'winter_studded',
  'winter_studdable',
  'all_season',
  'runflat',
  'truck',
  'racing',
] as const;

export type SeasonFilter = (typeof seasonFilterIds)[number];

/** Every tire has one category. Truck and racing tires have their own, whatever their season. `runflat` is not a category, because tires of any category can be run-flat. */
export type SeasonCategory = Exclude<SeasonFilter, 'runflat'>;

export type SeasonFacts = {
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  vehicle: 'car' | 'van' | 'truck';
  competition: boolean;
};

export function seasonOf(facts: SeasonFacts): SeasonCategory {
  if (facts.competition) return 'racing';
  if (facts.vehicle === 'truck') return 'truck';
  if (facts.season !== 'winter') return facts.season;
  if (facts.studs === 'studded') return 'winter_studded';
  return facts.studs === 'studdable' ? 'winter_studdable' : 'winter_friction';
}

export function isSeasonFilter(value: unknown): value is SeasonFilter {
  return (seasonFilterIds as readonly unknown[]).includes(value);
}

export function isSeasonCategory(value: unknown): value is SeasonCategory {
  return isSeasonFilter(value) && value !== 'runflat';
}

/** Returns `summer` from March to August in Tallinn, otherwise `winter_friction`. */
export function defaultSeason(now: Date): SeasonFilter {
  const month = Number(tallinnDate(now).slice(5, 7));
  return month >= 3 && month <= 8 ? 'summer' : 'winter_friction';
}
