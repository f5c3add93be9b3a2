import { canReplace } from './can-replace.ts';
import { relatedTo } from './related-index.ts';
import type { RelatedTires } from './related-query.ts';
import type { Searchable } from './search/search-tires.ts';
import { fullSize, type Product, tireName } from './tire.ts';

/** As many as help to choose. */
const most = { sizes: 24, alternatives: 3 };

/** An alternative must be there for all wheels of a car. */
const wheels = 4;

/** What else somebody who looks at a tire may want. All of it can be bought. */
export function findRelated(catalogue: Pick<Searchable, 'tires' | 'index'>, tire: Product): RelatedTires {
  const index = relatedTo(catalogue);
  const alternatives = index.ofSize(tire.size).filter((other) => other.available >= wheels && canReplace(other, tire));
  const ofModel = index.ofModel(tire.model).filter(({ manufacturer, season }) => {
    return manufacturer.id === tire.manufacturer.id && season === tire.season;
  });
  return {
    sizes: nearestSizes(ofModel, tire),
    cheaper: mostHelpful(alternatives, tire),
    quieter: quietest(alternatives, tire),
  };
}

/** The first tire of each name. */
function firstOfEach(tires: readonly Product[], name: (tire: Product) => string): Product[] {
  const named = new Map<string, Product>();
  for (const tire of tires) if (!named.has(name(tire))) named.set(name(tire), tire);
  return [...named.values()];
}

/** What tires that only their supplier tells apart have in common. */
function kindOf(tire: Product): string {
  return `${tireName(tire)} ${fullSize(tire)} ${tire.marks}`;
}

/** In the order in which sizes are read; where there are more than fit, those nearest to the tire's own. */
function nearestSizes(ofModel: readonly Product[], tire: Product): Product[] {
  const others = firstOfEach([...ofModel].sort(byPrice), kindOf).filter((other) => kindOf(other) !== kindOf(tire));
  const own = measures(tire);
  const away = (other: Product) => measures(other).map((measure, i) => Math.abs(measure - (own[i] ?? 0)));
  return others
    .sort((a, b) => firstDifference(away(a), away(b)))
    .slice(0, most.sizes)
    .sort((a, b) => firstDifference(measures(a), measures(b)) || byPrice(a, b));
}

function measures({ size }: Product): number[] {
  return [size.diameter, size.treadWidth, size.profile];
}

function firstDifference(a: readonly number[], b: readonly number[]): number {
  return a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/**
 * The three that help most, by price, each of another model: the cheapest; the cheapest whose label is nowhere worse;
 * the cheapest of the best wet grip. Where one of them is missing or counts twice, one of a price half way, then the
 * next below this one, so that not all are of the simplest kind.
 */
function mostHelpful(alternatives: readonly Product[], tire: Product): Product[] {
  const cheaper = alternatives.filter(({ price }) => price < tire.price).sort(byPrice);
  const asGood = cheaper.find((other) => isNowhereWorse(other, tire));
  const grip = cheaper.map(({ label }) => label?.wet ?? 'Z').sort()[0];
  const grippiest = cheaper.find(({ label }) => label?.wet === grip);
  const spread = [cheaper[cheaper.length >> 1], cheaper.at(-1), ...cheaper];
  const chosen = [cheaper[0], asGood, grippiest, ...spread].filter((other) => other !== undefined);
  return firstOfEach(chosen, tireName).slice(0, most.alternatives).sort(byPrice);
}

function isNowhereWorse({ label: other }: Product, { label }: Product): boolean {
  if (!other?.fuel || !other.wet || !other.noiseDb || !label?.fuel || !label.wet || !label.noiseDb) return false;
  return other.fuel <= label.fuel && other.wet <= label.wet && other.noiseDb <= label.noiseDb;
}

/** The quietest three, each of another model. */
function quietest(alternatives: readonly Product[], tire: Product): Product[] {
  const noise = ({ label }: Product) => label?.noiseDb ?? Number.POSITIVE_INFINITY;
  if (noise(tire) === Number.POSITIVE_INFINITY) return [];
  const quieter = alternatives
    .filter((other) => noise(other) < noise(tire))
    .sort((a, b) => noise(a) - noise(b) || byPrice(a, b));
  return firstOfEach(quieter, tireName).slice(0, most.alternatives);
}

function byPrice(a: Product, b: Product): number {
  return a.price - b.price || (a.id < b.id ? -1 : 1);
}
