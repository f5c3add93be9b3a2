import type { Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import { isSupplier, supplierAt } from '../../catalog/stock-location.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { type Hold, movePieces } from '../../order/holds.ts';
import { type OrderPiece, piecesOf } from '../../order/order-pieces.server.ts';
import { removeFromPurchases } from '../../purchasing/order-parts.server.ts';
import { requestPieces } from '../change/request-pieces.server.ts';
import { type AllocatedPart, allocate, promisedDay, type Supply } from '../place/allocate.ts';
import { lockOffers } from '../place/offers.server.ts';
import { changeHolds, readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `to`: the supplier or branch from which the pieces now come, in place of `from`. `day`: the day on which they arrive at the order's branch. */
export type ReplacedPieces = { tire: string; count: number; from: string; to: string; day: Day };

/** Replaces pieces that are late, or that their supplier lacks (`missing`). If not all such pieces of a line can come by the promised day, replaces only its missing ones. The order must be locked and confirmed. */
export async function replaceLatePieces(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<ReplacedPieces[]> {
  const lateHolds = lateOrMissingHolds(
    await readHolds(trx, order.id),
    await piecesOf(trx, shop.shopConfig, order.id),
    order.promised_on,
  );
  if (lateHolds.length === 0) return [];
  const tireIds = [...new Set(lateHolds.map(({ tire_id }) => tire_id))];
  const offers = await lockOffers(trx, tireIds);
  const dayOf = (part: AllocatedPart) => promisedDay([part], change.at, shop.shopConfig, order.branch);
  const isInTime = (part: AllocatedPart) => dayOf(part) <= order.promised_on;
  const branchIds = shop.shopConfig.branches.map(({ id }) => id);
  const replacedPieces: ReplacedPieces[] = [];
  for (const lineHolds of Map.groupBy(lateHolds, ({ position }) => position).values()) {
    // Only places that are late are left out: a supplier that lacked pieces is asked again if its list has them now.
    const latePlaces = lineHolds.filter(({ state }) => state === 'ordered').map(({ place }) => place);
    const offer = offers.get(lineHolds[0]?.tire_id ?? '');
    const supplies = offer?.supplies.filter(({ place }) => !latePlaces.includes(place)) ?? [];
    const { holds, parts } = reallocationOf(lineHolds, supplies, isInTime, order.branch, branchIds);
    for (const move of pairHoldsWithParts(holds, parts)) {
      await moveToNewPlace(trx, order, move, change);
      replacedPieces.push({ ...move.replaced, day: dayOf(move.part) });
    }
  }
  if (replacedPieces.length === 0) return [];
  await requestPieces(trx, shop, order, change);
  for (const piece of replacedPieces) await storeLaterDay(trx, order, piece);
  await recordEvent(trx, order.id, change, 'found-elsewhere', { tires: replacedPieces });
  return replacedPieces;
}

/** Returns the missing pieces. If a supplier is late with pieces of a line, also returns all pieces of the line ordered from it. */
function lateOrMissingHolds(holds: readonly Hold[], pieces: readonly OrderPiece[], promisedOn: Day): Hold[] {
  const isLate = ({ position, place }: Hold) =>
    pieces.some(
      (piece) => piece.position === position && piece.place === place && (piece.day === null || piece.day > promisedOn),
    );
  return holds.filter(
    (hold) => hold.state === 'missing' || (hold.state === 'ordered' && isSupplier(hold.place) && isLate(hold)),
  );
}

type Reallocation = { holds: readonly Hold[]; parts: readonly AllocatedPart[] };

function reallocationOf(
  lateHolds: readonly Hold[],
  supplies: readonly Supply[],
  isInTime: (part: AllocatedPart) => boolean,
  branch: string,
  branchIds: readonly string[],
): Reallocation {
  const countOf = (holds: readonly Hold[]) => holds.reduce((sum, { count }) => sum + count, 0);
  const allocatePieces = (count: number) => allocate(count, supplies, branch, branchIds);
  const allAllocated = allocatePieces(countOf(lateHolds));
  if (allAllocated.missing === 0 && allAllocated.parts.every(isInTime))
    return { holds: lateHolds, parts: allAllocated.parts };
  const missingHolds = lateHolds.filter(({ state }) => state === 'missing');
  return { holds: missingHolds, parts: allocatePieces(countOf(missingHolds)).parts };
}

type PieceMove = { hold: Hold; part: AllocatedPart; replaced: Omit<ReplacedPieces, 'day'> };

function pairHoldsWithParts(holds: readonly Hold[], parts: readonly AllocatedPart[]): PieceMove[] {
  const remaining = parts.map((part) => ({ ...part }));
  const moves: PieceMove[] = [];
  for (const hold of holds) {
    let needed = hold.count;
    for (const part of remaining) {
      const count = Math.min(needed, part.count);
      needed -= count;
      part.count -= count;
      const replaced = { tire: hold.tire_id, count, from: hold.place, to: part.place };
      if (count > 0) moves.push({ hold, part: { ...part, count }, replaced });
    }
  }
  return moves;
}

async function moveToNewPlace(
  trx: Trx,
  order: LockedOrder,
  { hold, part, replaced: { count } }: PieceMove,
  change: ChangeStamp,
) {
  const isThisHold = ({ position, place, state }: Hold) =>
    position === hold.position && place === hold.place && state === hold.state;
  const to = { place: part.place, state: 'held' as const, lead_days: part.leadDays };
  const changed = await changeHolds(trx, order.id, (holds) => movePieces(holds, isThisHold, { count, to }));
  if (!changed) throw new Error(`order ${order.id} has fewer pieces than are to be replaced`);
  if (hold.state === 'ordered') await removeFromPurchases(trx, order.id, [{ ...hold, count }], change);
}

/** If the new pieces arrive later than promised, stores their day in the draft of the purchase, because its supplier has named no day yet. */
async function storeLaterDay(trx: Trx, order: LockedOrder, { tire, to, day }: ReplacedPieces): Promise<void> {
  if (!isSupplier(to) || day <= order.promised_on) return;
  await trx
    .updateTable('purchase_for')
    .set({ expected_on: day })
    .where('order_id', '=', order.id)
    .where('line_id', 'in', (lines) =>
      lines
        .selectFrom('purchase_lines as line')
        .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
        .select('line.id')
        .where('purchase.state', '=', 'draft')
        .where('purchase.supplier', '=', supplierAt(to))
        .where('line.tire_id', '=', tire),
    )
    .execute();
}
