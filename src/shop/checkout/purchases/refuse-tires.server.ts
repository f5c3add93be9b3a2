import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { supplierLocation } from '../../catalog/stock-location.ts';
import type { ChangeStamp } from '../../history.server.ts';
import {
  closeIfComplete,
  countByLine,
  linesOf,
  type PurchaseLine,
  type PurchaseRefusal,
  type PurchaseResult,
  type TireCount,
  writeQuantities,
} from '../../purchasing/answer-purchase.server.ts';
import { changeOwed, recordPurchaseEvent } from '../../purchasing/draft-purchase.server.ts';
import { outstandingOf, refusePieces } from '../../purchasing/quantities.ts';
import type { Purchase } from '../../purchasing/send-purchase.server.ts';
import { type DelayOutcome, handleDelays } from '../delays/handle-delays.server.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type LockedOrders, lockSentPurchase, takeRefusedFromOrders } from './waiting-orders.server.ts';

export type RefuseResult = { ok: true; delays: DelayOutcome[] } | PurchaseRefusal;

/** Books a refusal, and sets the supplier's stock of the tire to 0. It stays 0 until a price list is imported in which any row has changed. */
export async function refuseTires(
  shop: ShopContext,
  number: string,
  refused: TireCount,
  change: ChangeStamp,
): Promise<RefuseResult> {
  let orderIdsLackingTires: number[] = [];
  const result = await commitIfOkWithRetry(shop.db, async (trx): Promise<PurchaseResult> => {
    // Reset, because a retry runs the transaction again.
    orderIdsLackingTires = [];
    const locked = await lockSentPurchase(trx, number);
    if (!locked.ok) return locked;
    const { purchase, orders, tireIds } = locked;
    const counted = countByLine(await linesOf(trx, purchase.id), [refused], outstandingOf);
    if (!counted.ok) return counted;
    for (const [line, count] of counted.counts)
      orderIdsLackingTires.push(...(await refuseOnLine(trx, purchase, orders, { line, count }, change)));
    await notifyStockChange(trx, tireIds);
    await closeIfComplete(trx, purchase.id, change);
    return { ok: true };
  });
  return result.ok ? { ok: true, delays: await handleDelays(shop, orderIdsLackingTires, change.actor) } : result;
}

/** As `refuseTires`, for a line of a locked purchase. Returns the ids of the orders that now lack tires. Refused pieces no longer count as owed: ordered, but not deducted in the supplier's list yet. */
export async function refuseOnLine(
  trx: Trx,
  purchase: Purchase,
  orders: LockedOrders,
  { line, count }: { line: PurchaseLine; count: number },
  change: ChangeStamp,
): Promise<number[]> {
  const after = refusePieces(line, count);
  await writeQuantities(trx, line.id, after);
  await changeOwed(trx, purchase.supplier, line.tire_id, after.owed - line.owed);
  await setListedCountToZero(trx, purchase, line.tire_id, change);
  const missingByOrder = await takeRefusedFromOrders(trx, purchase, orders, { ...line, ...after }, change);
  const numberOf = (orderId: number) => orders.get(orderId)?.number ?? orderId;
  const missing = Object.fromEntries([...missingByOrder].map(([orderId, pieces]) => [numberOf(orderId), pieces]));
  await recordPurchaseEvent(trx, purchase.id, change, 'refused', { tire: line.tire_id, count, missing });
  return [...missingByOrder.keys()];
}

/** Records the count 0 even if it was 0 before, so that undoing an import does not restore an earlier count. `counted`: the count is set, not changed by a number of pieces. */
async function setListedCountToZero(
  trx: Trx,
  { supplier, number }: Purchase,
  tire_id: string,
  { at, actor }: ChangeStamp,
): Promise<void> {
  const place = supplierLocation(supplier);
  const { on_hand: before } = await trx
    .selectFrom('stock')
    .select('on_hand')
    .where('tire_id', '=', tire_id)
    .where('place', '=', place)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('stock')
    .set({ on_hand: 0 })
    .where('tire_id', '=', tire_id)
    .where('place', '=', place)
    .execute();
  const reason = `refused: ${number}`;
  await trx
    .insertInto('stock_changes')
    .values({ tire_id, place, before, after: 0, at, actor, reason, counted: true })
    .execute();
}
