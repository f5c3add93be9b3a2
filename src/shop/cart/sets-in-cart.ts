import {
  diameterDifference,
  isLikelySet,
  isRearSize,
  isSameModel,
  isSameSize,
  isSet,
  maxDifferencePercent,
  tiresPerAxle,
} from '../catalog/sets/axles.ts';
import type { CartItem } from './cart.ts';

/** `half`: one half is sold out. `counts`: the halves differ in count. `mixed`: two tires of each of two models. */
type PairInCart = { kind: 'set' | 'half' | 'counts' | 'mixed'; front: CartItem; rear: CartItem };

/** Derives the sets of a cart. Each line is in one pair at most. */
export function setsInCart(items: readonly CartItem[]): PairInCart[] {
  const unpaired = new Set(items);
  const pairs: PairInCart[] = [];
  for (const kindOf of [setWithEqualCounts, setWithUnequalCounts, pairOfOtherModels]) {
    for (const front of items) {
      if (!unpaired.has(front)) continue;
      const [closest] = [...unpaired]
        .flatMap((rear) => {
          const kind = rear === front ? null : kindOf(front, rear);
          return kind ? [{ kind, front, rear }] : [];
        })
        .sort((a, b) => diameterDifference(front.size, a.rear.size) - diameterDifference(front.size, b.rear.size));
      if (!closest) continue;
      unpaired.delete(front);
      unpaired.delete(closest.rear);
      pairs.push(closest);
    }
  }
  return pairs;
}

function setWithEqualCounts(front: CartItem, rear: CartItem): 'set' | 'half' | null {
  if (front.count !== rear.count || !isSet(front, rear)) return null;
  const sellable = [front, rear].filter(({ available }) => available > 0);
  if (sellable.length === 0) return null;
  return sellable.length === 2 ? 'set' : 'half';
}

/** Tires whose diameters differ by more than `maxDifferencePercent` are taken for a set only if each line fits on one axle. */
function setWithUnequalCounts(front: CartItem, rear: CartItem): 'counts' | null {
  const areTakenForSet =
    isLikelySet(front, rear) || (isSet(front, rear) && [front, rear].every(({ count }) => count <= tiresPerAxle));
  return areTakenForSet && [front, rear].every(({ available }) => available > 0) ? 'counts' : null;
}

function pairOfOtherModels(front: CartItem, rear: CartItem): 'mixed' | null {
  const haveTwoEach = [front, rear].every(({ count, available }) => count === tiresPerAxle && available > 0);
  if (!haveTwoEach || isSameModel(front, rear)) return null;
  const fitOneCar =
    isRearSize(front.size, rear.size) && diameterDifference(front.size, rear.size) <= maxDifferencePercent;
  return fitOneCar || isSameSize(front.size, rear.size) ? 'mixed' : null;
}

/** Returns the line of `items` that made a set with `removed`, or null. */
export function otherHalf(removed: CartItem, items: readonly CartItem[]): CartItem | null {
  const others = items.filter(({ id }) => id !== removed.id);
  const pair = setsInCart([...others, removed]).find(
    ({ kind, front, rear }) => kind === 'set' && [front.id, rear.id].includes(removed.id),
  );
  if (!pair) return null;
  return pair.front.id === removed.id ? pair.rear : pair.front;
}
