import {
  axleCount,
  diameterDifference,
  isLikelySet,
  isRearSize,
  isSameModel,
  isSameSize,
  isSet,
  maxDifferencePercent,
} from '../catalog/sets/axles.ts';
import type { CartItem } from './cart.ts';

/** `set`: front and rear tires of a car. `half`: one half of a set is sold out. `counts`: its halves differ in count. `mixed`: a pair of each of two models. */
export type PairInCart = { kind: 'set' | 'half' | 'counts' | 'mixed'; front: CartItem; rear: CartItem };

/** Derives the sets of a cart. Each line is in one pair at most. */
export function setsInCart(items: readonly CartItem[]): PairInCart[] {
  const free = new Set(items);
  const pairs: PairInCart[] = [];
  for (const kindOf of [setWithEqualCounts, setWithOtherCounts, pairOfOtherModels]) {
    for (const front of items) {
      const found = [...free]
        .filter((rear) => rear !== front)
        .map((rear) => ({ rear, kind: kindOf(front, rear) }))
        .sort((a, b) => diameterDifference(front.size, a.rear.size) - diameterDifference(front.size, b.rear.size))
        .find(({ kind }) => kind !== null);
      if (!found?.kind || !free.has(front)) continue;
      free.delete(front);
      free.delete(found.rear);
      pairs.push({ kind: found.kind, front, rear: found.rear });
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

/** Sizes whose diameters differ more than those of most cars are a set only as long as no axle has more than its two tires. */
function setWithOtherCounts(front: CartItem, rear: CartItem): 'counts' | null {
  const isPair =
    isLikelySet(front, rear) || (isSet(front, rear) && [front, rear].every(({ count }) => count <= axleCount));
  return isPair && [front, rear].every(({ available }) => available > 0) ? 'counts' : null;
}

function pairOfOtherModels(front: CartItem, rear: CartItem): 'mixed' | null {
  if (
    isSameModel(front, rear) ||
    [front, rear].some(({ count, available }) => count !== axleCount || available === 0)
  ) {
    return null;
  }
  const isAxleOfSameCar =
    isRearSize(front.size, rear.size) && diameterDifference(front.size, rear.size) <= maxDifferencePercent;
  return isAxleOfSameCar || isSameSize(front.size, rear.size) ? 'mixed' : null;
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
