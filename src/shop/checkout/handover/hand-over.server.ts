import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { changeStatus, type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { type Hold, holdsAfterHandOver, isHere, isOpen, isWithBuyer } from '../../order/holds.ts';
import { putAsideByLine } from '../../order/order-pieces.server.ts';
import { receiveForOrder } from '../../purchasing/order-parts.server.ts';
import { bookAgainAtDesk } from '../fitting/review-booking.server.ts';
import { changeHolds, readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import {
  type CountedTires,
  type CountResult,
  countsByPosition,
  handOverRefusal,
  isConfirmedOrReady,
  moveCountedTires,
  recordMovement,
} from './counted-tires.server.ts';
import { endTransfers } from './request-transfers.server.ts';

/** Hands over all tires of an order, even if their arrival was not booked, so that the buyer at the counter need not wait for that entry. */
export async function handOverAll(trx: Trx, order: LockedOrder, change: ChangeStamp): Promise<void> {
  const changed = await changeHolds(trx, order.id, holdsAfterHandOver, { movesTires: true });
  if (!changed) return;
  const handedOver = changed.before.filter(isOpen);
  const ordered = handedOver.filter(({ state }) => state === 'ordered');
  await receiveForOrder(trx, order, ordered, change);
  await endTransfers(trx, order.id, change);
  const counts = countsByPosition(handedOver);
  if (counts) await recordMovement(trx, order.id, 'handed_over', counts, change);
}

export const maxDotLength = 100;

/** Hands over tires, by default all that are at the branch. The last tire completes the order. `dot`: the DOT codes (production weeks) of the tires. */
export async function handOver(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires, dot = '' }: { tires?: CountedTires | undefined; dot?: string } = {},
): Promise<CountResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CountResult> => {
    const order = await lockOrder(trx, orderId);
    const refusal = await handOverRefusal(trx, order);
    if (refusal) return { ok: false, reason: refusal };
    const holds = await readHolds(trx, orderId);
    const isAtBranch = (hold: Hold) => isHere(hold, order.branch);
    const counts = countsByPosition(holds.filter(isAtBranch), tires);
    if (!counts) return { ok: false, reason: 'not-here' };
    const change = { at: shop.now(), actor };
    const to = { state: 'handed_over', place: order.branch, lead_days: 0 } as const;
    const holdsAfter = await moveCountedTires(trx, order.id, counts, isAtBranch, to, { movesTires: true });
    await recordMovement(trx, orderId, 'handed_over', counts, change, { dot: dot.trim() || null });
    if (!holdsAfter.some(isOpen)) await changeStatus(trx, order, 'completed', change);
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true };
  });
}

/** Undoes a hand-over: the tires are sold and at the branch again, a completed order is ready again. Refused if the buyer's data are erased. */
export async function undoHandOver(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires }: { tires?: CountedTires | undefined } = {},
): Promise<CountResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CountResult> => {
    const order = await lockOrder(trx, orderId);
    const isOpenOrCompleted = isConfirmedOrReady(order) || order.status === 'completed';
    if (!isOpenOrCompleted || order.contact_erased_at) return { ok: false, reason: 'too-late' };
    const holds = await readHolds(trx, orderId);
    const counts = countsByPosition(holds.filter(isWithBuyer), tires);
    if (!counts) return { ok: false, reason: 'not-handed-over' };
    const change = { at: shop.now(), actor };
    const to = { state: 'sold', place: order.branch, lead_days: 0 } as const;
    await moveCountedTires(trx, order.id, counts, isWithBuyer, to, { movesTires: true });
    await recordMovement(trx, orderId, 'handed_over', counts, change, { sign: -1 });
    if (order.status === 'completed') {
      await changeStatus(trx, order, 'ready', change);
      await bookAgainAtDesk(trx, shop, order, change);
    }
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true };
  });
}

export const maxShelfLength = 20;

/** Moves tires to `shelf`, by default all that are at the branch, also those on another shelf. The buyer gets no mail. */
export async function putAside(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires, shelf }: { tires?: CountedTires | undefined; shelf: string },
): Promise<CountResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CountResult> => {
    const order = await lockOrder(trx, orderId);
    if (!isConfirmedOrReady(order)) return { ok: false, reason: 'too-late' };
    const here = (await readHolds(trx, orderId)).filter((hold) => isHere(hold, order.branch));
    const counts = countsByPosition(here, tires);
    if (!counts) return { ok: false, reason: 'not-here' };
    const putAsideBefore = await putAsideByLine(trx, orderId);
    const change = { at: shop.now(), actor };
    for (const [position, count] of counts) {
      const previous = putAsideBefore.get(position);
      const countHere = here.filter((hold) => hold.position === position).reduce((sum, hold) => sum + hold.count, 0);
      // Of the tires to put aside, those on no shelf count first. Only the rest leaves the previous shelf.
      const countOnNoShelf = Math.max(0, countHere - (previous?.count ?? 0));
      const countFromShelf = count - countOnNoShelf;
      if (countFromShelf <= 0) continue;
      const removal = { sign: -1, shelf: previous?.shelf ?? null } as const;
      await recordMovement(trx, orderId, 'put_aside', new Map([[position, countFromShelf]]), change, removal);
    }
    await recordMovement(trx, orderId, 'put_aside', counts, change, { shelf });
    return { ok: true };
  });
}
