import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { isWithBuyer } from '../../order/holds.ts';
import { changeBranchStock, lockBranchStock } from '../desk/branch-stock.server.ts';
import { type CountedTires, countsByPosition, inLockOrder, recordMovement } from '../handover/counted-tires.server.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { countsTakenBack } from './taken-back.server.ts';

/** `branch`: the branch at which the buyer exchanges the faulty tires for new ones of the same kind. `reason`: the fault. */
export type WarrantySwap = { tires: CountedTires; branch: string; reason: string };

export type SwapResult =
  | { ok: true }
  /** `not-handed-over`: the buyer has fewer tires than requested. `not-swapped`: fewer were swapped at the branch. */
  | { ok: false; reason: 'not-handed-over' | 'not-swapped' }
  /** `not-free`: fewer than requested are free at the branch. `moved-on`: fewer faulty ones than requested are still there. */
  | { ok: false; reason: 'not-free' | 'moved-on'; tire: string; available: number };

/** Replaces faulty tires from the branch's free stock. The faulty tires are set apart and no longer belong to the order. No money moves. */
export async function swapUnderWarranty(
  shop: ShopContext,
  orderId: number,
  actor: string,
  swap: WarrantySwap,
): Promise<SwapResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<SwapResult> => {
    const order = await lockOrder(trx, orderId);
    const handedOver = (await readHolds(trx, orderId)).filter(isWithBuyer);
    const counts = countsByPosition(handedOver, swap.tires);
    if (!counts) return { ok: false, reason: 'not-handed-over' };
    const lackingStock = (await lockBranchStock(trx, [...swap.tires.keys()], swap.branch)).find(
      ({ tireId, free }) => free < (swap.tires.get(tireId) ?? 0),
    );
    if (lackingStock)
      return { ok: false, reason: 'not-free', tire: lackingStock.tireId, available: Math.max(0, lackingStock.free) };
    const change = { at: shop.now(), actor };
    await bookSwap(trx, order, counts, swap, 'swap', change);
    return { ok: true };
  });
}

export async function undoSwap(
  shop: ShopContext,
  orderId: number,
  actor: string,
  swap: WarrantySwap,
): Promise<SwapResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<SwapResult> => {
    const order = await lockOrder(trx, orderId);
    const counts = countsByPosition(
      await countsTakenBack(trx, orderId, { condition: 'faulty', place: swap.branch }),
      swap.tires,
    );
    if (!counts) return { ok: false, reason: 'not-swapped' };
    const lackingStock = (await lockBranchStock(trx, [...swap.tires.keys()], swap.branch)).find(
      ({ tireId, apart }) => apart < (swap.tires.get(tireId) ?? 0),
    );
    if (lackingStock)
      return { ok: false, reason: 'moved-on', tire: lackingStock.tireId, available: lackingStock.apart };
    await bookSwap(trx, order, counts, swap, 'undo', { at: shop.now(), actor });
    return { ok: true };
  });
}

async function bookSwap(
  trx: Trx,
  { id, number }: { id: number; number: string },
  counts: ReadonlyMap<number, number>,
  { tires, branch, reason }: WarrantySwap,
  act: 'swap' | 'undo',
  change: ChangeStamp,
): Promise<void> {
  const isUndone = act === 'undo';
  const sign = isUndone ? -1 : 1;
  const stockReason = `${isUndone ? 'warranty undone' : 'warranty'}: ${number}`;
  for (const [tireId, count] of inLockOrder(tires)) {
    const deltas = { onHand: -sign * count, apart: sign * count };
    await changeBranchStock(trx, { tireId, branch, ...deltas }, { ...change, reason: stockReason });
  }
  await recordMovement(trx, id, 'taken_back', counts, change, { condition: 'faulty', place: branch, sign });
  await recordMovement(trx, id, 'handed_over', counts, change, { sign });
  const data = { tires: Object.fromEntries(tires), branch, ...(reason && { reason }) };
  await recordEvent(trx, id, change, isUndone ? 'warranty-swap-undone' : 'warranty-swap', data);
}
