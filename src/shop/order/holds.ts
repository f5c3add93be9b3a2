import { isSupplier } from '../catalog/stock-location.ts';

/** `ordered`: in a purchase, paid or not. `in_transit`: to the order’s branch. `missing`: `place` does not send it. */
export type HoldState =
  | 'held'
  | 'sold'
  | 'ordered'
  | 'in_transit'
  | 'missing'
  | 'handed_over'
  | 'returned'
  | 'released';

/** `reserved`: at another branch or a supplier, not requested yet. `asked`: another branch is asked to send them. */
export type PieceState = 'here' | 'reserved' | 'asked' | 'sent' | 'ordered' | 'missing' | 'handed-over' | 'returned';

export type Hold = {
  position: number;
  tire_id: string;
  place: string;
  count: number;
  lead_days: number;
  state: HoldState;
};

export function heldAndSold({ state, count }: Hold): { held: number; sold: number } {
  return { held: state === 'held' ? count : 0, sold: state === 'sold' ? count : 0 };
}

function updateAllHolds(holds: readonly Hold[], next: (hold: Hold) => Partial<Pick<Hold, 'state' | 'place'>>): Hold[] {
  return joinHolds(holds.map((hold) => ({ ...hold, ...next(hold) })));
}

type Move = { count: number; to: Partial<Pick<Hold, 'state' | 'place' | 'lead_days'>> };

/** Moves `count` pieces out of the holds that `isSource` accepts, first holds first. Null: they have fewer pieces. */
export function movePieces(
  holds: readonly Hold[],
  isSource: (hold: Hold) => boolean,
  { count, to }: Move,
): Hold[] | null {
  let remaining = count;
  const moved = holds.flatMap((hold) => {
    const taken = isSource(hold) ? Math.min(remaining, hold.count) : 0;
    remaining -= taken;
    return [
      { ...hold, count: hold.count - taken },
      { ...hold, ...to, count: taken },
    ];
  });
  return remaining > 0 ? null : joinHolds(moved);
}

export function joinHolds(holds: readonly Hold[]): Hold[] {
  const byKey = new Map<string, Hold>();
  for (const hold of holds) {
    if (hold.count === 0) continue;
    const key = `${hold.position} ${hold.place} ${hold.state}`;
    const joined = byKey.get(key);
    byKey.set(key, joined ? { ...joined, count: joined.count + hold.count } : hold);
  }
  return [...byKey.values()];
}

/** Held pieces at suppliers become `ordered`; held pieces at branches become `sold` if they are paid. */
export function holdsAfterConfirmation(holds: readonly Hold[], isPaid: boolean): Hold[] {
  return updateAllHolds(holds, ({ place, state }) => {
    if (state !== 'held') return {};
    if (isSupplier(place)) return { state: 'ordered' };
    return isPaid ? { state: 'sold' } : {};
  });
}

export function holdsAfterRelease(holds: readonly Hold[], states: readonly HoldState[]): Hold[] {
  return updateAllHolds(holds, ({ state }) => (states.includes(state) ? { state: 'released' } : {}));
}

/** Hands over all pieces that the buyer does not have yet, also those whose arrival was not recorded. */
export function holdsAfterHandOver(holds: readonly Hold[]): Hold[] {
  return updateAllHolds(holds, (hold) => (isOpen(hold) ? { state: 'handed_over' } : {}));
}

const openStates: readonly HoldState[] = ['held', 'sold', 'ordered', 'in_transit', 'missing'];

export const isOpen = ({ state }: Pick<Hold, 'state'>): boolean => openStates.includes(state);

export const isWithBuyer = ({ state }: Pick<Hold, 'state'>): boolean => state === 'handed_over';

export function isHere({ place, state }: Pick<Hold, 'place' | 'state'>, branch: string): boolean {
  return place === branch && (state === 'held' || state === 'sold');
}

export function areAllHere(holds: readonly Hold[], branch: string): boolean {
  const open = holds.filter(isOpen);
  return open.length > 0 && open.every((hold) => isHere(hold, branch));
}

const arrivalOrder: readonly HoldState[] = ['in_transit', 'sold', 'held', 'ordered', 'missing'];

/** Returns at most `count` pieces that have not arrived: those in transit first, ordered and missing ones last. */
export function arrivingPieces(
  holds: readonly Hold[],
  { position, count, place }: { position: number; count: number; place?: string | undefined },
  branch: string,
): Hold[] {
  let remaining = count;
  return holds
    .filter((hold) => hold.position === position && isOpen(hold) && !isHere(hold, branch))
    .filter((hold) => place === undefined || hold.place === place)
    .sort((a, b) => arrivalOrder.indexOf(a.state) - arrivalOrder.indexOf(b.state))
    .flatMap((hold) => {
      const taken = Math.min(remaining, hold.count);
      remaining -= taken;
      return taken > 0 ? [{ ...hold, count: taken }] : [];
    });
}

/** Moves `pieces` to another state or place. Null: the holds do not have these pieces. */
export function moveListedPieces(holds: readonly Hold[], pieces: readonly Hold[], to: Move['to']): Hold[] | null {
  return pieces.reduce<Hold[] | null>(
    (moved, piece) => moved && movePieces(moved, (hold) => isSameHold(hold, piece), { count: piece.count, to }),
    [...holds],
  );
}

function isSameHold(a: Hold, b: Hold): boolean {
  return a.position === b.position && a.place === b.place && a.state === b.state;
}
