import { tallinnDate } from '../tallinn-date.ts';

/** The season values of the specification, in the order in which they are offered. */
export const seasonIds = [
  'summer',
  'winter_friction',
  'winter_studded',
  'winter_studdable',
  'all_season',
  'runflat',
  'truck',
  'racing',
] as const;

/** What the season filter can ask for. */
export type SeasonFilter = (typeof seasonIds)[number];

/** What one tire is: every filter value but `runflat`, which is a mark that tires of any season can have. */
export type Season = Exclude<SeasonFilter, 'runflat'>;

export type SeasonFacts = {
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  vehicle: 'car' | 'van' | 'truck';
  competition: boolean;
};

/** The one season value under which a tire is sold: the first that fits. */
export function seasonOf(facts: SeasonFacts): Season {
  if (facts.competition) return 'racing';
  if (facts.vehicle === 'truck') return 'truck';
  if (facts.season !== 'winter') return facts.season;
  if (facts.studs === 'studded') return 'winter_studded';
  return facts.studs === 'studdable' ? 'winter_studdable' : 'winter_friction';
}

export function isSeasonFilter(value: unknown): value is SeasonFilter {
  return (seasonIds as readonly unknown[]).includes(value);
}

/** The season shown first: summer from March to August by the calendar in Tallinn, otherwise winter_friction. */
export function defaultSeason(now: Date): SeasonFilter {
  const month = Number(tallinnDate(now).slice(5, 7));
  return month >= 3 && month <= 8 ? 'summer' : 'winter_friction';
}
