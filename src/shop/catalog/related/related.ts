import { z } from 'zod';
import { product } from '../list/product-query.ts';
import type { Searchable } from '../search/search-tires.ts';
import type { TireIndex } from '../search/tire-index.ts';
import { byPrice, fullSize, idPattern, type Tire, tireName } from '../tire/tire.ts';
import { canReplace } from './can-replace.ts';

export const relatedQuery = z.strictObject({ id: z.string().regex(idPattern) });

export const relatedTires = z
  .object({ sizes: z.array(product), cheaper: z.array(product), quieter: z.array(product) })
  .meta({ id: 'RelatedTires' });

export type RelatedTires = z.infer<typeof relatedTires>;

const limits = { sizes: 24, alternatives: 3 };

/** An alternative must be in stock for all wheels of a car. */
const wheels = 4;

type Stock = Pick<Searchable, 'tires' | 'index'>;

export function findRelated(stock: Stock, tire: Tire): RelatedTires {
  const { bySize, byModel } = relatedIndex(stock);
  const sellable = (positions: readonly number[] = []) =>
    positions.flatMap((position) => stock.tires[position] ?? []).filter(({ available }) => available > 0);
  const alternatives = sellable(bySize.get(sizeKey(tire))).filter(
    (other) => other.available >= wheels && canReplace(other, tire),
  );
  const ofModel = sellable(byModel.get(tire.model)).filter(({ manufacturer, season }) => {
    return manufacturer.id === tire.manufacturer.id && season === tire.season;
  });
  return {
    sizes: nearestSizes(ofModel, tire),
    cheaper: mostHelpful(alternatives, tire),
    quieter: quietest(alternatives, tire),
  };
}

type RelatedIndex = { bySize: ReadonlyMap<number, number[]>; byModel: ReadonlyMap<string, number[]> };

const relatedIndexCache = new WeakMap<TireIndex, RelatedIndex>();

function relatedIndex({ tires, index }: Stock): RelatedIndex {
  const cached = relatedIndexCache.get(index);
  if (cached) return cached;
  const positions = tires.map((_, position) => position);
  const at = (position: number) => tires[position] as Tire;
  const made = {
    bySize: Map.groupBy(positions, (position) => sizeKey(at(position))),
    byModel: Map.groupBy(positions, (position) => at(position).model),
  };
  relatedIndexCache.set(index, made);
  return made;
}

/** One number for the three measures: profiles have two digits, diameters may be half inches. */
function sizeKey({ size }: Tire): number {
  return (size.treadWidth * 100 + size.profile) * 1000 + size.diameter * 10;
}

function firstOfEach(tires: readonly Tire[], name: (tire: Tire) => string): Tire[] {
  const named = new Map<string, Tire>();
  for (const tire of tires) if (!named.has(name(tire))) named.set(name(tire), tire);
  return [...named.values()];
}

function kindOf(tire: Tire): string {
  return `${tireName(tire)} ${fullSize(tire)} ${tire.marks}`;
}

function nearestSizes(ofModel: readonly Tire[], tire: Tire): Tire[] {
  const others = firstOfEach([...ofModel].sort(byPrice), kindOf).filter((other) => kindOf(other) !== kindOf(tire));
  const own = measures(tire);
  const distance = (other: Tire) => measures(other).map((measure, i) => Math.abs(measure - (own[i] ?? 0)));
  return others
    .sort((a, b) => firstDifference(distance(a), distance(b)))
    .slice(0, limits.sizes)
    .sort((a, b) => firstDifference(measures(a), measures(b)) || byPrice(a, b));
}

function measures({ size }: Tire): number[] {
  return [size.diameter, size.treadWidth, size.profile];
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  return a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The cheapest, the cheapest with a label nowhere worse or the best wet grip; to fill up: the median and highest price. */
function mostHelpful(alternatives: readonly Tire[], tire: Tire): Tire[] {
  const cheaper = alternatives.filter(({ price }) => price < tire.price).sort(byPrice);
  const asGood = cheaper.find((other) => isNowhereWorse(other, tire));
  const grip = cheaper.map(({ label }) => label?.wet ?? 'Z').sort()[0];
  const grippiest = cheaper.find(({ label }) => label?.wet === grip);
  const spread = [cheaper[cheaper.length >> 1], cheaper.at(-1), ...cheaper];
  const chosen = [cheaper[0], asGood, grippiest, ...spread].filter((other) => other !== undefined);
  return firstOfEach(chosen, tireName).slice(0, limits.alternatives).sort(byPrice);
}

function isNowhereWorse({ label: other }: Tire, { label }: Tire): boolean {
  if (!other?.fuel || !other.wet || !other.noiseDb || !label?.fuel || !label.wet || !label.noiseDb) return false;
  return other.fuel <= label.fuel && other.wet <= label.wet && other.noiseDb <= label.noiseDb;
}

function quietest(alternatives: readonly Tire[], tire: Tire): Tire[] {
  const noise = ({ label }: Tire) => label?.noiseDb ?? Number.POSITIVE_INFINITY;
  if (noise(tire) === Number.POSITIVE_INFINITY) return [];
  const quieter = alternatives
    .filter((other) => noise(other) < noise(tire))
    .sort((a, b) => noise(a) - noise(b) || byPrice(a, b));
  return firstOfEach(quieter, tireName).slice(0, limits.alternatives);
}
