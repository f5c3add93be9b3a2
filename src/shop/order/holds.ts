import { isSupplier } from '../catalog/stock-location.ts';

/** `ordered`: in a purchase from the supplier, paid or not. `in_transit`: sent from `place` to the order's branch. */
export type HoldState = 'held' | 'sold' | 'ordered' | 'in_transit' | 'handed_over' | 'returned' | 'released';

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

/** Gives each hold what `next` changes of it. */
export function moveAll(holds: readonly Hold[], next: (hold: Hold) => Partial<Pick<Hold, 'state' | 'place'>>): Hold[] {
  return joined(holds.map((hold) => ({ ...hold, ...next(hold) })));
}

type Move = { count: number; to: Partial<Pick<Hold, 'state' | 'place'>> };

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
  return missing > 0 ? null : joined(moved);
}

/** Joins holds of the same line, place and state, and drops empty ones. */
function joined(holds: readonly Hold[]): Hold[] {
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

/** Ends the claims to pieces in these states. */
export function released(holds: readonly Hold[], states: readonly HoldState[]): Hold[] {
  return moveAll(holds, ({ state }) => (states.includes(state) ? { state: 'released' } : {}));
}

/** Hands over all pieces that the buyer does not have yet, wherever they were last counted. */
export function handedOver(holds: readonly Hold[]): Hold[] {
  const open: readonly HoldState[] = ['held', 'sold', 'ordered', 'in_transit'];
  return moveAll(holds, ({ state }) => (open.includes(state) ? { state: 'handed_over' } : {}));
}
