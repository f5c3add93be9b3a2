import { isSupplier } from '../catalog/stock-location.ts';

/**
 * `ordered`: in a purchase from the supplier, paid or not. `in_transit`: sent from `place` to the order's branch. `missing`:
 * the supplier `place` does not send them, and they are not replaced yet.
 */
export type HoldState =
  | 'held'
  | 'sold'
  | 'ordered'
  | 'in_transit'
  | 'missing'
  | 'handed_over'
  | 'returned'
  | 'released';

/**
 * `reserved`: at another branch or a supplier, and not requested from it yet. `asked`: another branch is asked to send them. `missing`: the
 * supplier does not send them, and they are not replaced yet.
 */
export type PieceState = 'here' | 'reserved' | 'asked' | 'sent' | 'ordered' | 'missing' | 'handed-over' | 'returned';

/** Pieces of an order line at one stock location in one state. `position`: that of the line. */
export type Hold = {
  position: number;
  tire_id: string;
  place: string;
  count: number;
  lead_days: number;
  state: HoldState;
};

/** Returns how many of the pieces count as held and as sold in their stock row. */
export function promisedIn({ state, count }: Hold): { held: number; sold: number } {
  return { held: state === 'held' ? count : 0, sold: state === 'sold' ? count : 0 };
}

/** Returns the holds with the changes that `next` returns for each. */
export function moveAll(holds: readonly Hold[], next: (hold: Hold) => Partial<Pick<Hold, 'state' | 'place'>>): Hold[] {
  return joinHolds(holds.map((hold) => ({ ...hold, ...next(hold) })));
}

type Move = { count: number; to: Partial<Pick<Hold, 'state' | 'place' | 'lead_days'>> };

/** Moves `count` pieces out of the holds that `isFrom` accepts, in their order. Null if there are fewer. */
export function movePieces(
  holds: readonly Hold[],
  isFrom: (hold: Hold) => boolean,
  { count, to }: Move,
): Hold[] | null {
  let missing = count;
  const moved = holds.flatMap((hold) => {
    const taken = isFrom(hold) ? Math.min(missing, hold.count) : 0;
    missing -= taken;
    return [
      { ...hold, count: hold.count - taken },
      { ...hold, ...to, count: taken },
    ];
  });
  return missing > 0 ? null : joinHolds(moved);
}

/** Joins holds of the same line, place and state, and drops empty ones. */
export function joinHolds(holds: readonly Hold[]): Hold[] {
  const byKey = new Map<string, Hold>();
  for (const hold of holds) {
    if (hold.count === 0) continue;
    const key = `${hold.position} ${hold.place} ${hold.state}`;
    const same = byKey.get(key);
    byKey.set(key, same ? { ...same, count: same.count + hold.count } : hold);
  }
  return [...byKey.values()];
}

/** Returns the holds of a confirmed order: pieces at suppliers are ordered, paid pieces at branches are sold. */
export function confirmed(holds: readonly Hold[], isPaid: boolean): Hold[] {
  return moveAll(holds, ({ place, state }) => {
    if (state !== 'held') return {};
    if (isSupplier(place)) return { state: 'ordered' };
    return isPaid ? { state: 'sold' } : {};
  });
}

/** Returns the holds after the claims to pieces in these states have ended. */
export function released(holds: readonly Hold[], states: readonly HoldState[]): Hold[] {
  return moveAll(holds, ({ state }) => (states.includes(state) ? { state: 'released' } : {}));
}

/** Returns the holds after the hand-over of all pieces that the buyer does not have yet, wherever the shop counted them. */
export function handedOver(holds: readonly Hold[]): Hold[] {
  return moveAll(holds, (hold) => (isOpen(hold) ? { state: 'handed_over' } : {}));
}

/** States of pieces that the buyer does not have yet. */
const openStates: readonly HoldState[] = ['held', 'sold', 'ordered', 'in_transit', 'missing'];

export const isOpen = ({ state }: Pick<Hold, 'state'>): boolean => openStates.includes(state);

export const isWithBuyer = ({ state }: Pick<Hold, 'state'>): boolean => state === 'handed_over';

/** Returns whether the pieces are at this branch and can be handed over there. */
export function isHere({ place, state }: Pick<Hold, 'place' | 'state'>, branch: string): boolean {
  return place === branch && (state === 'held' || state === 'sold');
}

/** Returns whether the buyer still gets pieces, and all of these are at this branch. */
export function allHere(holds: readonly Hold[], branch: string): boolean {
  const open = holds.filter(isOpen);
  return open.length > 0 && open.every((hold) => isHere(hold, branch));
}

const arrivalOrder: readonly HoldState[] = ['in_transit', 'sold', 'held', 'ordered', 'missing'];

/**
 * Returns which pieces of a line arrive at a branch when `count` pieces do: those in transit first, those ordered from suppliers and
 * missing ones last. `place`: only pieces from there. Returns fewer if fewer have not arrived.
 */
export function arriving(
  holds: readonly Hold[],
  { position, count, place }: { position: number; count: number; place?: string | undefined },
  branch: string,
): Hold[] {
  let missing = count;
  return holds
    .filter((hold) => hold.position === position && isOpen(hold) && !isHere(hold, branch))
    .filter((hold) => place === undefined || hold.place === place)
    .sort((a, b) => arrivalOrder.indexOf(a.state) - arrivalOrder.indexOf(b.state))
    .flatMap((hold) => {
      const taken = Math.min(missing, hold.count);
      missing -= taken;
      return taken > 0 ? [{ ...hold, count: taken }] : [];
    });
}

/** Returns the holds after these pieces moved. Null if the holds do not have them. */
export function moveParts(holds: readonly Hold[], parts: readonly Hold[], to: Move['to']): Hold[] | null {
  return parts.reduce<Hold[] | null>(
    (moved, part) => moved && movePieces(moved, (hold) => isSameHold(hold, part), { count: part.count, to }),
    [...holds],
  );
}

function isSameHold(a: Hold, b: Hold): boolean {
  return a.position === b.position && a.place === b.place && a.state === b.state;
}
