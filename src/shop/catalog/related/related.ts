import { z } from 'zod';
import { type IndexedTires, oncePerIndex } from '../catalogue.ts';
import { product } from '../list/product-query.ts';
import { positionsOfSize } from '../list/sizes-on-sale.ts';
import { otherAxle } from '../sets/other-axle.ts';
import { availabilityRank, defaultCount } from '../tire/availability-rank.ts';
import { byPrice, type EuLabel, idPattern, nameAndSize, type Tire, tireName } from '../tire/tire.ts';
import { firstOfEach } from '../tire/variants.ts';
import { canReplace } from './can-replace.ts';

export const relatedQuery = z.strictObject({ id: z.string().regex(idPattern) });

export const relatedTires = z
  .object({
    sizes: z.array(product),
    rears: z.array(product),
    fronts: z.array(product),
    cheaper: z.array(product),
    betterInWet: z.array(product),
    quieter: z.array(product),
    sooner: z.array(product),
  })
  .meta({ id: 'RelatedTires' });

export type RelatedTires = z.infer<typeof relatedTires>;

const maxResults = { sizes: 24, cheaper: 3, others: 2 };

/** Returns other sizes of the tire's model and season, among these the sizes for the other axle of a car, and tires that can replace `tire`: cheaper, better in the wet, quieter or available sooner. */
export function findRelated(indexedTires: IndexedTires, tire: Tire): RelatedTires {
  const sellable = (positions: readonly number[] = []) =>
    positions.flatMap((position) => indexedTires.tires[position] ?? []).filter(({ available }) => available > 0);
  const alternatives = sellable(positionsOfSize(indexedTires, tire.size)).filter(
    (other) => other.available >= defaultCount && canReplace(other, tire),
  );
  const sameModel = sellable(positionsByModel(indexedTires).get(tire.model)).filter(({ manufacturer, season }) => {
    return manufacturer.id === tire.manufacturer.id && season === tire.season;
  });
  // With fewer than four pieces, a tire ranks after every alternative, even after one that is available later.
  const hasComparableRank = tire.available >= defaultCount;
  return {
    sizes: closestSizes(sameModel, tire),
    ...otherAxle(sameModel, tire),
    cheaper: cheaperAlternatives(alternatives, tire),
    betterInWet: bestOf(alternatives, tire, ({ label }) => label?.wet ?? null),
    quieter: bestOf(alternatives, tire, ({ label }) => label?.noiseDb ?? null),
    sooner: hasComparableRank ? bestOf(alternatives, tire, availabilityRank) : [],
  };
}

const positionsByModel = oncePerIndex((tires) =>
  Map.groupBy(tires.keys(), (position) => (tires[position] as Tire).model),
);

function variantOf(tire: Tire): string {
  return `${nameAndSize(tire)} ${tire.marks}`;
}

function closestSizes(sameModel: readonly Tire[], tire: Tire): Tire[] {
  const others = firstOfEach([...sameModel].sort(byPrice), variantOf).filter(
    (other) => variantOf(other) !== variantOf(tire),
  );
  const wanted = dimensions(tire);
  const distance = (other: Tire) => dimensions(other).map((measure, i) => Math.abs(measure - (wanted[i] ?? 0)));
  return others
    .sort((a, b) => compareInOrder(distance(a), distance(b)))
    .slice(0, maxResults.sizes)
    .sort((a, b) => compareInOrder(dimensions(a), dimensions(b)) || byPrice(a, b));
}

function dimensions({ size }: Tire): number[] {
  return [size.diameter, size.treadWidth, size.profile];
}

function compareInOrder(a: readonly number[], b: readonly number[]): number {
  return a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

const sortsAfterEveryClass = 'Z';

function cheaperAlternatives(alternatives: readonly Tire[], tire: Tire): Tire[] {
  const cheaper = alternatives.filter(({ price }) => price < tire.price).sort(byPrice);
  const sameLabelOrBetter = cheaper.find((other) => isNowhereWorse(other, tire));
  const bestGrip = cheaper.map(({ label }) => label?.wet ?? sortsAfterEveryClass).sort()[0];
  const grippiest = cheaper.find(({ label }) => label?.wet === bestGrip);
  const chosenByLabel = [sameLabelOrBetter, grippiest];
  const [cheapest, median, dearest] = [cheaper[0], cheaper[Math.floor(cheaper.length / 2)], cheaper.at(-1)];
  const byPreference = [cheapest, ...chosenByLabel, median, dearest, ...cheaper].filter((other) => other !== undefined);
  return firstOfEach(byPreference, tireName).slice(0, maxResults.cheaper).sort(byPrice);
}

function isNowhereWorse({ label: other }: Tire, { label }: Tire): boolean {
  if (!isComparable(other) || !isComparable(label)) return false;
  return other.fuel <= label.fuel && other.wet <= label.wet && other.noiseDb <= label.noiseDb;
}

type ComparableLabel = { [K in 'fuel' | 'wet' | 'noiseDb']: NonNullable<EuLabel[K]> };

function isComparable(label: EuLabel | null): label is EuLabel & ComparableLabel {
  return label !== null && label.fuel !== null && label.wet !== null && label.noiseDb !== null;
}

/** Returns the tires with the lowest values, each lower than the value of `tire`. Unknown values (null) are not compared. */
function bestOf<T extends string | number>(
  alternatives: readonly Tire[],
  tire: Tire,
  read: (tire: Tire) => T | null,
): Tire[] {
  const ownValue = read(tire);
  if (ownValue === null) return [];
  const better = alternatives.flatMap((other) => {
    const value = read(other);
    return value !== null && value < ownValue ? { other, value } : [];
  });
  const byValue = (a: T, b: T) => Number(a > b) - Number(a < b);
  better.sort((a, b) => byValue(a.value, b.value) || byPrice(a.other, b.other));
  return firstOfEach(
    better.map(({ other }) => other),
    tireName,
  ).slice(0, maxResults.others);
}
