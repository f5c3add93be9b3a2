import { fullSize, type Tire, tireName } from '../tire/tire.ts';
import { diameterDifference, isLikelySet, tiresPerAxle } from './axles.ts';

const maxOffered = 8;

/**
 * Returns the tires among `tiresOfModel` that can be on the other axle of a car with `tire`, as rear or as front tires, the closest outer
 * diameter first. Of tires that differ by price or year only, the cheapest is returned.
 */
export function otherAxle(tiresOfModel: readonly Tire[], tire: Tire): { rears: Tire[]; fronts: Tire[] } {
  const sellable = tiresOfModel.filter(({ available }) => available >= tiresPerAxle);
  return {
    rears: closestInDiameter(
      sellable.filter((other) => isLikelySet(tire, other)),
      tire,
    ),
    fronts: closestInDiameter(
      sellable.filter((other) => isLikelySet(other, tire)),
      tire,
    ),
  };
}

function closestInDiameter(tires: readonly Tire[], tire: Tire): Tire[] {
  const difference = ({ size }: Tire) => diameterDifference(size, tire.size);
  const byVariant = new Map<string, Tire>();
  for (const other of tires.toSorted((a, b) => difference(a) - difference(b) || a.price - b.price)) {
    const variant = `${tireName(other)} ${fullSize(other)}`;
    if (!byVariant.has(variant)) byVariant.set(variant, other);
  }
  return [...byVariant.values()].slice(0, maxOffered);
}
