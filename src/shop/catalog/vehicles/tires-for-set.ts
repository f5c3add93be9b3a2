import { emptyMoreFilters, listToUrl } from '../list/filter.ts';
import { roadLaw } from '../road/road-law.ts';
import type { SeasonCategory } from '../road/season.ts';
import { speedRank } from '../search/tire-index.ts';
import { isSameModel, isSameSize, tiresPerAxle } from '../sets/axles.ts';
import { singleLoadIndex } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';
import type { FitmentSet, FittedAxle } from './fitments.ts';

/** Seasons of tires for cars, in the order in which they are offered. */
export const carSeasons = [
  'summer',
  'winter_friction',
  'winter_studded',
  'winter_studdable',
  'all_season',
] as const satisfies readonly SeasonCategory[];
export type CarSeason = (typeof carSeasons)[number];

const winterSeasons: readonly CarSeason[] = ['winter_friction', 'winter_studded', 'winter_studdable'];

/** Returns the lowest speed symbol that a tire for the car may have; null: not known. Winter tires may have a lower one than others, down to Q (`roadLaw`). */
export function minSpeedIn(season: CarSeason, { minSpeed }: FittedAxle): string | null {
  const { minSymbol } = roadLaw.winterSpeed;
  const mayBeLower = winterSeasons.includes(season) && minSpeed !== null && speedRank(minSpeed) > speedRank(minSymbol);
  return mayBeLower ? minSymbol : minSpeed;
}

/** Whether a tire has the season, the size and the construction (XL, C) for an axle, and at least its load index and speed symbol. */
export function fitsAxle(tire: Tire, axle: FittedAxle, season: CarSeason): boolean {
  const minSpeed = minSpeedIn(season, axle);
  return (
    tire.season === season &&
    isSameSize(tire.size, axle.size) &&
    (axle.minLoad === null || singleLoadIndex(tire.loadIndex) >= axle.minLoad) &&
    (minSpeed === null || speedRank(tire.speedIndex) >= speedRank(minSpeed)) &&
    (!axle.xl || tire.marks.includes('XL')) &&
    tire.marks.includes('C') === axle.commercial
  );
}

export function tiresInSizes(tires: readonly Tire[], sets: readonly FitmentSet[]): Tire[] {
  const sizes = sets.flatMap(({ front, rear }) => [front.size, ...(rear ? [rear.size] : [])]);
  return tires.filter((tire) => sizes.some((size) => isSameSize(size, tire.size)));
}

/** Returns the query of the list of tires for an axle, with its `?`. */
export function listSearch(axle: FittedAxle, season: CarSeason): string {
  return listToUrl({
    filter: { ...axle.size, season, manufacturer: null },
    more: { ...emptyMoreFilters, load: axle.minLoad, speed: minSpeedIn(season, axle), xl: axle.xl },
  });
}

export type TirePair = { front: Tire; rear: Tire };

const maxPairs = 12;

/** Returns pairs of front and rear tires of one model for a car with different sizes, the cheapest set first. None if both axles have the same tires. */
export function pairsFor(tires: readonly Tire[], { front, rear }: FitmentSet, season: CarSeason): TirePair[] {
  if (!rear) return [];
  const availableFor = (axle: FittedAxle) =>
    tires.filter((tire) => tire.available >= tiresPerAxle && fitsAxle(tire, axle, season));
  const rears = Map.groupBy(availableFor(rear), ({ model }) => model);
  return availableFor(front)
    .flatMap((tire) =>
      (rears.get(tire.model) ?? [])
        .filter((other) => isSameModel(tire, other))
        .map((other) => ({ front: tire, rear: other })),
    )
    .sort((a, b) => a.front.price + a.rear.price - b.front.price - b.rear.price)
    .slice(0, maxPairs);
}
