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

/** What the season filter calls a tire: one of these for each tire. Truck and racing tires are kinds of their own, whatever their season; `runflat` is only a filter, because tires of any kind can have it. */
export type Season = Exclude<SeasonFilter, 'runflat'>;

export type SeasonFacts = {
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  vehicle: 'car' | 'van' | 'truck';
  competition: boolean;
};

export function seasonOf(facts: SeasonFacts): Season {
  if (facts.competition) return 'racing';
  if (facts.vehicle === 'truck') return 'truck';
  if (facts.season !== 'winter') return facts.season;
  if (facts.studs === 'studded') return 'winter_studded';
  return facts.studs === 'studdable' ? 'winter_studdable' : 'winter_friction';
}

export function isSeasonFilter(value: unknown): value is SeasonFilter {
  return (seasonFilterIds as readonly unknown[]).includes(value);
}

/** Summer from March to August in Tallinn, otherwise `winter_friction`. */
export function defaultSeason(now: Date): SeasonFilter {
  const month = Number(tallinnDate(now).slice(5, 7));
  return month >= 3 && month <= 8 ? 'summer' : 'winter_friction';
}
