import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { supplierLocation } from '../../catalog/stock-location.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { type Hold, movePieces } from '../../order/holds.ts';
import {
  findPurchase,
  linesOf,
  type PurchaseLine,
  type PurchaseRefusal,
} from '../../purchasing/answer-purchase.server.ts';
import { lockStockRows } from '../../purchasing/draft-purchase.server.ts';
import { shrinkPart } from '../../purchasing/order-parts.server.ts';
import { distribute, outstandingOf } from '../../purchasing/quantities.ts';
import { lockPurchase, type Purchase } from '../../purchasing/send-purchase.server.ts';
import { changeHolds } from '../settle/holds.server.ts';

/** Orders by id, the oldest first. */
export type LockedOrders = ReadonlyMap<number, LockedOrder>;

type PurchaseAndOrders = { ok: true; purchase: Purchase; orders: LockedOrders; tireIds: string[] };

/** Locks the waiting orders, the supplier's stock and the purchase. `withBranchStock`: also the stock of the branch that gets the tires. */
export function lockSentPurchase(
  trx: Trx,
  number: string,
  { withBranchStock = false } = {},
): Promise<PurchaseAndOrders | PurchaseRefusal> {
  return lockPurchaseInState(trx, number, ['sent'], { withBranchStock });
}

export async function lockPurchaseInState(
  trx: Trx,
  number: string,
  states: readonly Purchase['state'][],
  { withBranchStock = false } = {},
): Promise<PurchaseAndOrders | PurchaseRefusal> {
  const unlocked = await findPurchase(trx, number);
  if (!unlocked) return { ok: false, reason: 'unknown-purchase' };
  const orders = await lockOrdersOf(trx, unlocked.id);
  const tireIds = (await linesOf(trx, unlocked.id)).map(({ tire_id }) => tire_id);
  await lockStockRows(trx, tireIds, [
    ...(withBranchStock ? [unlocked.branch] : []),
    supplierLocation(unlocked.supplier),
  ]);
  const purchase = await lockPurchase(trx, unlocked.id);
  if (!states.includes(purchase.state)) return { ok: false, reason: 'wrong-state', state: purchase.state };
  return { ok: true, purchase, orders, tireIds };
}

async function lockOrdersOf(trx: Trx, purchaseId: number): Promise<LockedOrders> {
  const orders = new Map<number, LockedOrder>();
  for (const id of await idsOfWaitingOrders(trx, purchaseId)) orders.set(id, await lockOrder(trx, id));
  return orders;
}

export async function idsOfWaitingOrders(db: Kysely<Tables>, purchaseId: number): Promise<number[]> {
  const waiting = await db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .select('part.order_id as id')
    .distinct()
    .where('line.purchase_id', '=', purchaseId)
    .whereRef('part.received', '<', 'part.count')
    .orderBy('part.order_id')
    .execute();
  return waiting.map(({ id }) => id);
}

/** Returns the pieces of a purchase line by the order line for which they were bought, the oldest order first. */
export async function orderPartsOfLine(trx: Trx, lineId: number) {
  return trx
    .selectFrom('purchase_for')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
}

/** After a refusal, the oldest orders keep the pieces that may still arrive; the other pieces of the orders become `missing`. Returns the missing counts by order id. */
export async function takeRefusedFromOrders(
  trx: Trx,
  { supplier, number: purchaseNumber }: Purchase,
  orders: LockedOrders,
  line: PurchaseLine,
  change: ChangeStamp,
): Promise<Map<number, number>> {
  const parts = await orderPartsOfLine(trx, line.id);
  const { shares } = distribute(parts, outstandingOf(line));
  const missingByOrder = new Map<number, number>();
  for (const part of parts) {
    const { order_id: orderId, position, count: needed, received } = part;
    const kept = shares.find((share) => share.part === part)?.count ?? 0;
    const missingCount = needed - received - kept;
    if (missingCount === 0) continue;
    if (!orders.has(orderId)) throw new Error(`order ${orderId} waits for purchase line ${line.id} and is not locked`);
    const isAwaited = (hold: Hold) =>
      hold.position === position && hold.place === supplierLocation(supplier) && hold.state === 'ordered';
    const changed = await changeHolds(trx, orderId, (holds) =>
      movePieces(holds, isAwaited, { count: missingCount, to: { state: 'missing' } }),
    );
    if (!changed) throw new Error(`order ${orderId} waits for fewer than ${missingCount} of purchase line ${line.id}`);
    await shrinkPart(trx, { lineId: line.id, orderId, position }, missingCount);
    const data = { tire: line.tire_id, count: missingCount, supplier, purchase: purchaseNumber };
    await recordEvent(trx, orderId, change, 'tires-refused', data);
    missingByOrder.set(orderId, (missingByOrder.get(orderId) ?? 0) + missingCount);
  }
  return missingByOrder;
}
