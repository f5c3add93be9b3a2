import { canReplace } from './can-replace.ts';
import { relatedIndex } from './related-index.ts';
import type { RelatedTires } from './related-query.ts';
import { fullSize, type Product, tireName } from './tire.ts';

/** As many as help to choose. */
const most = { sizes: 24, alternatives: 3 };

/** An alternative must be there for all wheels of a car. */
const wheels = 4;

/** What else somebody who looks at a tire may want. All of it can be bought. */
export function findRelated(tires: readonly Product[], tire: Product): RelatedTires {
  const index = relatedIndex(tires);
  const fitting = index.ofSize(tire.size).filter((other) => other.available >= wheels && canReplace(other, tire));
  const alternatives = onceEach(fitting);
  const cheaper = alternatives.filter(({ price }) => price < tire.price);
  const ofModel = index.ofModel(tire.model).filter(({ manufacturer, season }) => {
    return manufacturer.id === tire.manufacturer.id && season === tire.season;
  });
  return {
    sizes: nearestSizes(ofModel, tire),
    cheaper: mostHelpful(cheaper, tire),
    quieter: quietest(alternatives, tire),
  };
}

/** Of tires that are the same but for their supplier the cheapest; by price. */
function onceEach(tires: readonly Product[]): Product[] {
  const kinds = new Map<string, Product>();
  for (const tire of [...tires].sort(byPrice)) if (!kinds.has(kindOf(tire))) kinds.set(kindOf(tire), tire);
  return [...kinds.values()];
}

function kindOf(tire: Product): string {
  return `${tireName(tire)} ${fullSize(tire)} ${tire.marks}`;
}

/** In the order in which sizes are read; where there are more than fit, those nearest to the tire's own. */
function nearestSizes(ofModel: readonly Product[], tire: Product): Product[] {
  const others = onceEach(ofModel).filter((other) => kindOf(other) !== kindOf(tire));
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
 * The three that help most, by price: the cheapest; the cheapest whose label is nowhere worse; the cheapest of the best
 * wet grip. Where one of them is missing or counts twice, the next cheapest.
 */
function mostHelpful(cheaper: readonly Product[], tire: Product): Product[] {
  const asGood = cheaper.find((other) => isNowhereWorse(other, tire));
  const grip = cheaper.map(({ label }) => label?.wet ?? 'Z').sort()[0];
  const grippiest = cheaper.find(({ label }) => label?.wet === grip);
  const chosen = new Set([asGood, grippiest, ...cheaper].filter((other) => other !== undefined));
  return [...chosen].slice(0, most.alternatives).sort(byPrice);
}

function isNowhereWorse({ label: other }: Product, { label }: Product): boolean {
  if (!other?.fuel || !other.wet || !other.noiseDb || !label?.fuel || !label.wet || !label.noiseDb) return false;
  return other.fuel <= label.fuel && other.wet <= label.wet && other.noiseDb <= label.noiseDb;
}

function quietest(alternatives: readonly Product[], tire: Product): Product[] {
  const noise = ({ label }: Product) => label?.noiseDb ?? Number.POSITIVE_INFINITY;
  if (noise(tire) === Number.POSITIVE_INFINITY) return [];
  return alternatives
    .filter((other) => noise(other) < noise(tire))
    .sort((a, b) => noise(a) - noise(b) || byPrice(a, b))
    .slice(0, most.alternatives);
}

function byPrice(a: Product, b: Product): number {
  return a.price - b.price || (a.id < b.id ? -1 : 1);
}
