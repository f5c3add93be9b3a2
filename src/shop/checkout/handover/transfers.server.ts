import type { Selectable, Updateable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { type Hold, moveListedPieces, movePieces } from '../../order/holds.ts';
import { enqueueTransferMail } from '../../order/order-mails.server.ts';
import { changeBranchStock } from '../desk/branch-stock.server.ts';
import { leadDaysBetweenBranches } from '../place/allocate.ts';
import { changeHolds, readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { recordMovement } from './counted-tires.server.ts';
import { isPaidInFull } from './paid-in-full.server.ts';
import { makeReadyIfAllHere } from './ready.server.ts';
import { requestTransfers } from './request-transfers.server.ts';

type TransferRow = Selectable<Tables['transfers']>;

/** `cancelled`: the order no longer needs the transfer. `too-late`: the transfer was sent or has arrived. `changed`: the employee saw another count. */
export type TransferResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' | 'cancelled' | 'too-late' | 'not-sent' | 'changed' };

type LockedTransfer = { trx: Trx; order: LockedOrder; transfer: TransferRow; change: ChangeStamp };

async function changeTransfer(
  shop: ShopContext,
  id: number,
  { actor, seenCount }: { actor: string; seenCount: number | undefined },
  act: (locked: LockedTransfer) => Promise<TransferResult>,
): Promise<TransferResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<TransferResult> => {
    const unlocked = await trx.selectFrom('transfers').select('order_id').where('id', '=', id).executeTakeFirst();
    if (!unlocked) return { ok: false, reason: 'unknown' };
    const order = await lockOrder(trx, unlocked.order_id);
    const transfer = await trx.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (transfer.state === 'cancelled') return { ok: false, reason: 'cancelled' };
    if (transfer.state === 'arrived') return { ok: false, reason: 'too-late' };
    if (seenCount !== undefined && seenCount !== transfer.count) return { ok: false, reason: 'changed' };
    return act({ trx, order, transfer, change: { at: shop.now(), actor } });
  });
}

/** Books tires as sent. Refused if the count is not `seenCount`, because a request grows when tires of its order arrive at the sender. */
export async function markTransferSent(
  shop: ShopContext,
  id: number,
  actor: string,
  seenCount?: number,
): Promise<TransferResult> {
  return changeTransfer(shop, id, { actor, seenCount }, async ({ trx, order, transfer, change }) => {
    if (transfer.state === 'sent') return { ok: false, reason: 'too-late' };
    const isAtSender = ({ position, place, state }: Hold) =>
      position === transfer.position && place === transfer.from_branch && (state === 'held' || state === 'sold');
    await changeHoldsOrThrow(trx, order.id, (holds) =>
      movePieces(holds, isAtSender, { count: transfer.count, to: { state: 'in_transit' } }),
    );
    await setTransfer(trx, id, { state: 'sent', sent_at: change.at, sent_by: change.actor });
    await recordTransferEvent(trx, transfer, change, 'transfer-sent');
    return { ok: true };
  });
}

/** Books tires as arrived, also those that were not booked as sent. Tires of an ended order become free stock. The order becomes ready with its last tires. */
export async function markTransferArrived(
  shop: ShopContext,
  id: number,
  actor: string,
  seenCount?: number,
): Promise<TransferResult> {
  return changeTransfer(shop, id, { actor, seenCount }, async ({ trx, order, transfer, change }) => {
    const pieces = await piecesOfTransfer(trx, order.id, transfer);
    const orderCount = pieces.reduce((sum, piece) => sum + piece.count, 0);
    if (orderCount > 0) await moveToBranch(trx, order, pieces, transfer.to_branch);
    const freeCount = transfer.count - orderCount;
    if (freeCount > 0) await addFreeStock(trx, transfer, { branch: transfer.to_branch, count: freeCount }, change);
    await setTransfer(trx, id, { state: 'arrived', arrived_at: change.at, arrived_by: change.actor });
    if (orderCount > 0)
      await recordMovement(trx, order.id, 'arrived', new Map([[transfer.position, orderCount]]), change);
    await recordTransferEvent(trx, transfer, change, 'transfer-arrived');
    // The order may have moved to another branch meanwhile.
    if (orderCount > 0 && transfer.to_branch !== order.branch)
      await requestTransfers(trx, shop.enqueue, order, await readHolds(trx, order.id), change);
    await makeReadyIfAllHere(trx, shop, order, change);
    return { ok: true };
  });
}

/** Books tires that did not arrive as still at the sending branch, and requests those of the order again. */
export async function markTransferMissing(
  shop: ShopContext,
  id: number,
  actor: string,
  seenCount?: number,
): Promise<TransferResult> {
  return changeTransfer(shop, id, { actor, seenCount }, async ({ trx, order, transfer, change }) => {
    if (transfer.state === 'requested') return { ok: false, reason: 'not-sent' };
    const { from_branch: branch } = transfer;
    const pieces = await piecesOfTransfer(trx, order.id, transfer);
    const orderCount = pieces.reduce((sum, piece) => sum + piece.count, 0);
    const freeCount = transfer.count - orderCount;
    if (freeCount > 0) await addFreeStock(trx, transfer, { branch, count: freeCount }, change);
    await recordTransferEvent(trx, transfer, change, 'transfer-missing');
    if (orderCount === 0) {
      await setTransfer(trx, id, { state: 'cancelled' });
      return { ok: true };
    }
    const state = await heldOrSold(trx, order);
    await changeHoldsOrThrow(trx, order.id, (holds) => moveListedPieces(holds, pieces, { state }));
    if (transfer.to_branch !== order.branch) {
      await setTransfer(trx, id, { state: 'cancelled' });
      await requestTransfers(trx, shop.enqueue, order, await readHolds(trx, order.id), change);
      return { ok: true };
    }
    await requestAgain(trx, transfer, orderCount, change);
    await enqueueTransferMail(trx, shop.enqueue, order.id, branch, change.at);
    return { ok: true };
  });
}

async function piecesOfTransfer(trx: Trx, orderId: number, transfer: TransferRow): Promise<Hold[]> {
  const states = transfer.state === 'sent' ? ['in_transit'] : ['held', 'sold'];
  let remaining = transfer.count;
  return (await readHolds(trx, orderId))
    .filter(({ position, place }) => position === transfer.position && place === transfer.from_branch)
    .filter(({ state }) => states.includes(state))
    .flatMap((hold) => {
      const count = Math.min(remaining, hold.count);
      remaining -= count;
      return count > 0 ? [{ ...hold, count }] : [];
    });
}

export async function moveToBranch(
  trx: Trx,
  order: LockedOrder,
  pieces: readonly Hold[],
  place = order.branch,
): Promise<void> {
  const lead_days = place === order.branch ? 0 : leadDaysBetweenBranches;
  const to = { place, state: await heldOrSold(trx, order), lead_days };
  await changeHoldsOrThrow(trx, order.id, (holds) => moveListedPieces(holds, pieces, to));
}

async function heldOrSold(trx: Trx, order: LockedOrder): Promise<'held' | 'sold'> {
  return (await isPaidInFull(trx, order)) ? 'sold' : 'held';
}

/** Turns a sent transfer into a request again. If its order, reopened, already requests the same tires from the same branch, adds the count to that request and cancels the transfer. */
async function requestAgain(trx: Trx, transfer: TransferRow, count: number, { at }: ChangeStamp): Promise<void> {
  const { id, order_id, position, from_branch } = transfer;
  const added = await trx
    .updateTable('transfers')
    .set(({ eb, ref }) => ({ count: eb(ref('count'), '+', count) }))
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .where('from_branch', '=', from_branch)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  const isAdded = added.numUpdatedRows > 0n;
  const requested = { state: 'requested', count, requested_at: at, sent_at: null, sent_by: null } as const;
  await setTransfer(trx, id, isAdded ? { state: 'cancelled' } : requested);
}

async function changeHoldsOrThrow(trx: Trx, orderId: number, next: (holds: Hold[]) => Hold[] | null): Promise<void> {
  const changed = await changeHolds(trx, orderId, next, { movesTires: true });
  if (!changed) throw new Error(`order ${orderId} does not hold the pieces of its transfer`);
}

async function setTransfer(trx: Trx, id: number, row: Updateable<Tables['transfers']>): Promise<void> {
  await trx.updateTable('transfers').set(row).where('id', '=', id).execute();
}

async function recordTransferEvent(trx: Trx, transfer: TransferRow, change: ChangeStamp, type: string): Promise<void> {
  const { id, order_id, tire_id: tire, count, from_branch: from } = transfer;
  await recordEvent(trx, order_id, change, type, { transfer: id, tire, count, from });
}

async function addFreeStock(
  trx: Trx,
  { id, tire_id: tireId }: TransferRow,
  { branch, count }: { branch: string; count: number },
  change: ChangeStamp,
): Promise<void> {
  await changeBranchStock(trx, { tireId, branch, onHand: count }, { ...change, reason: `transfer ${id}` });
}
