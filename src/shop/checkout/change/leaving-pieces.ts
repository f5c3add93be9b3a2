import { isSupplier } from '../../catalog/stock-location.ts';
import { type Hold, isHere, isOpen } from '../../order/holds.ts';

/** Returns how many pieces of a line are in purchase drafts, which are not sent to the supplier. */
export type CountInDrafts = (hold: Pick<Hold, 'position' | 'place'>) => number;

/** Where pieces are. Those with the first origin leave an order first. */
const origins = ['not-ordered', 'draft', 'other-branch', 'here', 'in-transit', 'sent-purchase'] as const;

type Origin = (typeof origins)[number];

/** Chooses the pieces that cause the least work; those of a sent purchase last, because the supplier delivers them anyway. Null: the line has fewer open pieces. */
export function leavingPieces(
  holds: readonly Hold[],
  { position, count }: { position: number; count: number },
  branch: string,
  countInDrafts: CountInDrafts,
): Hold[] | null {
  const open = holds.filter((hold) => hold.position === position && isOpen(hold));
  const sortedByOrigin = open
    .flatMap((hold) => splitByOrigin(hold, branch, countInDrafts))
    .sort((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin))
    .map(({ hold }) => hold);
  let remaining = count;
  const leaving = sortedByOrigin.map((hold) => {
    const taken = Math.min(remaining, hold.count);
    remaining -= taken;
    return { ...hold, count: taken };
  });
  return remaining > 0 ? null : leaving.filter((hold) => hold.count > 0);
}

function splitByOrigin(hold: Hold, branch: string, countInDrafts: CountInDrafts): { hold: Hold; origin: Origin }[] {
  const { state, place, count } = hold;
  if (state === 'ordered') {
    const drafted = Math.min(count, countInDrafts(hold));
    return [
      { hold: { ...hold, count: drafted }, origin: 'draft' },
      { hold: { ...hold, count: count - drafted }, origin: 'sent-purchase' },
    ];
  }
  if (state === 'in_transit') return [{ hold, origin: 'in-transit' }];
  if (isHere(hold, branch)) return [{ hold, origin: 'here' }];
  return [{ hold, origin: isSupplier(place) ? 'not-ordered' : 'other-branch' }];
}

export function withoutPieces(holds: readonly Hold[], leaving: readonly Hold[]): Hold[] {
  const left = holds.map((hold) => ({ ...hold }));
  for (const piece of leaving) {
    const hold = left.find(
      ({ position, place, state }) => position === piece.position && place === piece.place && state === piece.state,
    );
    if (!hold || hold.count < piece.count) throw new Error('an order does not have the pieces that leave it');
    hold.count -= piece.count;
  }
  return left.filter(({ count }) => count > 0);
}
