import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type Cents, totalOf } from '../../money.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { type Hold, isWithBuyer } from '../../order/holds.ts';
import { paymentsOf } from '../../payment/payments.server.ts';
import { changeBranchStock, lockBranchStock } from '../desk/branch-stock.server.ts';
import {
  type CountedTires,
  countsByPosition,
  inLockOrder,
  isConfirmedOrReady,
  moveCountedTires,
  recordMovement,
} from '../handover/counted-tires.server.ts';
import { isPaidInFull } from '../handover/paid-in-full.server.ts';
import { refundableOfPayments } from '../refund/refund-order.server.ts';
import { readHolds } from '../settle/holds.server.ts';
import { updateAmountReview } from '../settle/settle-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { awaitsEmployee } from '../withdraw/withdrawals.server.ts';
import { countsTakenBack } from './taken-back.server.ts';

/** Of these, only `new` tires go on sale again. */
export const conditions = ['new', 'mounted', 'damaged', 'wrong'] as const;

/** `place`: the branch where the tires are from now on. */
export type ReturnedTires = { tires: CountedTires; condition: (typeof conditions)[number]; place: string };

/** The refund that the shop may owe for returned tires. An employee must request it. */
export type ProposedRefund = { amountCents: Cents; reason: 'withdrawal' | 'goodwill' };

export type TakeBackResult = { ok: true; proposedRefund: ProposedRefund } | { ok: false; reason: 'not-handed-over' };

/** Books tires that the buyer returns: new ones become free stock of the branch, others are set apart. No money moves. */
export async function takeBack(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires, condition, place }: ReturnedTires,
): Promise<TakeBackResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<TakeBackResult> => {
    const order = await lockOrder(trx, orderId);
    const holds = await readHolds(trx, orderId);
    const counts = countsByPosition(holds.filter(isWithBuyer), tires);
    if (!counts) return { ok: false, reason: 'not-handed-over' };
    const change = { at: shop.now(), actor };
    const wasPaid = await isPaidInFull(trx, order);
    await moveCountedTires(trx, orderId, counts, isWithBuyer, { state: 'returned', place });
    await moveStock(trx, order, { tires, condition, place }, 'in', change);
    await recordMovement(trx, orderId, 'taken_back', counts, change, { condition, place });
    await recordEvent(trx, orderId, change, 'taken-back', { tires: Object.fromEntries(tires), condition, place });
    // A company on credit owes less from now on, so what it has paid may be enough.
    if (!wasPaid && (await isPaidInFull(trx, order))) await updateAmountReview(trx, order, change);
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true, proposedRefund: await proposeRefund(trx, order, counts) };
  });
}

/** `not-taken-back`: fewer than requested came back in this condition. `moved-on`: fewer are still there. `too-late`: the order is neither in work nor completed. */
export type UndoTakeBackResult = { ok: true } | { ok: false; reason: 'not-taken-back' | 'moved-on' | 'too-late' };

export async function undoTakeBack(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires, condition, place }: ReturnedTires,
): Promise<UndoTakeBackResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<UndoTakeBackResult> => {
    const order = await lockOrder(trx, orderId);
    if (!isConfirmedOrReady(order) && order.status !== 'completed') return { ok: false, reason: 'too-late' };
    const counts = countsByPosition(await countsTakenBack(trx, orderId, { condition, place }), tires);
    if (!counts) return { ok: false, reason: 'not-taken-back' };
    const stock = await lockBranchStock(trx, [...tires.keys()], place);
    const areStillThere = stock.every(
      ({ tireId, free, apart }) => (condition === 'new' ? free : apart) >= (tires.get(tireId) ?? 0),
    );
    if (!areStillThere) return { ok: false, reason: 'moved-on' };
    const change = { at: shop.now(), actor };
    const isReturned = (hold: Hold) => hold.state === 'returned' && hold.place === place;
    await moveCountedTires(trx, orderId, counts, isReturned, { state: 'handed_over', place: order.branch });
    await moveStock(trx, order, { tires, condition, place }, 'out', change);
    await recordMovement(trx, orderId, 'taken_back', counts, change, { condition, place, sign: -1 });
    await recordEvent(trx, orderId, change, 'take-back-undone', { tires: Object.fromEntries(tires), condition, place });
    await issueDueDocuments(trx, shop, order, change);
    return { ok: true };
  });
}

async function moveStock(
  trx: Trx,
  { number }: LockedOrder,
  { tires, condition, place: branch }: ReturnedTires,
  direction: 'in' | 'out',
  change: ChangeStamp,
): Promise<void> {
  // `not taken back`: an employee has undone the take-back.
  const reason = `${direction === 'in' ? 'taken back' : 'not taken back'}: ${number}`;
  const sign = direction === 'in' ? 1 : -1;
  for (const [tireId, count] of inLockOrder(tires)) {
    const deltas = condition === 'new' ? { onHand: sign * count } : { apart: sign * count };
    await changeBranchStock(trx, { tireId, branch, ...deltas }, { ...change, reason });
  }
}

async function proposeRefund(
  trx: Trx,
  order: LockedOrder,
  counts: ReadonlyMap<number, number>,
): Promise<ProposedRefund> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['position', 'price_cents as priceCents'])
    .where('order_id', '=', order.id)
    .execute();
  const returned = lines.map(({ position, priceCents }) => ({ priceCents, count: counts.get(position) ?? 0 }));
  const refundable = await refundableOfPayments(trx, await paymentsOf(trx, order.id));
  const withdrawal = await trx
    .selectFrom('withdrawals')
    .select('id')
    .where('order_id', '=', order.id)
    .where(awaitsEmployee)
    .limit(1)
    .executeTakeFirst();
  return {
    amountCents: Math.min(totalOf(returned), refundable),
    reason: withdrawal ? 'withdrawal' : 'goodwill',
  };
}
