import { nameAndSize, type Tire } from '../tire/tire.ts';
import { firstOfEach } from '../tire/variants.ts';
import { diameterDifference, isLikelySet, tiresPerAxle } from './axles.ts';

const maxOffered = 8;

/** Returns the tires among `tiresOfModel` for the other axle of a car with `tire`: `rears` if that is in front, `fronts` if it is at the
 * rear. The closest outer diameter comes first. Of tires that differ by price or year only, the cheapest is returned. */
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
  const closestFirst = tires.toSorted((a, b) => difference(a) - difference(b) || a.price - b.price);
  return firstOfEach(closestFirst, nameAndSize).slice(0, maxOffered);
}
