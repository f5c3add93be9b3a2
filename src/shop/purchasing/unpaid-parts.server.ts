import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { Day } from '../calendar.ts';
import type { ChangeStamp } from '../history.server.ts';
import type { Cents } from '../money.ts';
import { lockOrder, onCreditSql, orderMoney } from '../order/change-order.server.ts';
import { unpaidOf } from '../order/order.ts';
import { notPrepaidMethods } from '../payment/payment-methods.ts';
import { addToDraft, recordPurchaseEvent } from './draft-purchase.server.ts';
import { shrinkPart, shrinkUnsentLine } from './order-parts.server.ts';

/** The pieces of a purchase line that are for an unpaid order. `expectedOn`: their day of arrival, if later than promised. `costCents`: the cost of the pieces, without VAT; null: unknown. */
export type UnpaidPart = {
  lineId: number;
  orderId: number;
  position: number;
  tireId: string;
  count: number;
  expectedOn: Day | null;
  costCents: number | null;
};

/** Returns the parts whose order is paid at the branch and has more than `limitCents` unpaid (`unpaidOf`). Leaves out orders to be paid after the hand-over. */
export async function unpaidParts(db: Kysely<Tables>, purchaseId: number, limitCents: number): Promise<UnpaidPart[]> {
  if (limitCents === Number.POSITIVE_INFINITY) return [];
  const { rows } = await sql<UnpaidPart>`
    select part.line_id as "lineId", part.order_id as "orderId", part.position, line.tire_id as "tireId", part.count,
      part.expected_on as "expectedOn", round(line.cost_net * part.count * 100)::integer as "costCents"
    from purchase_lines line
    join purchase_for part on part.line_id = line.id
    join orders on orders.id = part.order_id
    where line.purchase_id = ${purchaseId} and orders.payment_method = any(${notPrepaidMethods()})
      and not ${onCreditSql('orders')} and orders.total_cents > ${limitCents}
    order by part.order_id, part.position, part.line_id`.execute(db);
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status', 'total_cents', 'not_due_cents', 'due_again_cents'])
    .where(sql<boolean>`id = any(${rows.map(({ orderId }) => orderId)})`)
    .execute();
  const unpaidCents = new Map<number, Cents>();
  for (const order of orders) unpaidCents.set(order.id, unpaidOf(await orderMoney(db, order)));
  return rows.filter(({ orderId }) => (unpaidCents.get(orderId) ?? 0) > limitCents);
}

export function countPieces(parts: readonly UnpaidPart[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** Locks the orders of `unpaidParts`, the oldest first, and returns their ids. To be called before the purchase is locked. */
export async function lockUnpaidOrders(trx: Trx, purchaseId: number, limitCents: number): Promise<ReadonlySet<number>> {
  const ids = new Set((await unpaidParts(trx, purchaseId, limitCents)).map(({ orderId }) => orderId));
  for (const id of ids) await lockOrder(trx, id);
  return ids;
}

type PurchaseToSend = { id: number; number: string; supplier: string; branch: string };

/** Takes pieces out of a purchase that is about to be sent. The orders still need them, so the caller must add them to the next draft. */
export async function removeUnpaidParts(trx: Trx, parts: readonly UnpaidPart[]): Promise<void> {
  for (const { lineId, orderId, position, count } of parts) {
    await shrinkPart(trx, { lineId, orderId, position }, count);
    await shrinkUnsentLine(trx, { lineId, count });
  }
}

export async function addToNextDraft(
  trx: Trx,
  { id, number, supplier, branch }: PurchaseToSend,
  parts: readonly UnpaidPart[],
  change: ChangeStamp,
): Promise<void> {
  if (parts.length === 0) return;
  await reopenNextDraft(trx, number, change);
  for (const { tireId: tire_id, ...part } of parts)
    await addToDraft(trx, { supplier, branch }, { tire_id, ...part }, change);
  await recordPurchaseEvent(trx, id, change, 'unpaid-left', { pieces: countPieces(parts) });
}

/** An earlier attempt to send the purchase put the unpaid parts into a second draft. When it failed, this draft was merged into the purchase and closed (event `joined`). Reopens the second draft, so that not every attempt opens a new one. */
async function reopenNextDraft(trx: Trx, number: string, { at }: ChangeStamp): Promise<void> {
  await sql`
    update purchases set state = 'draft', created_at = ${at}, closed_at = null
    where state = 'closed' and sent_at is null and id = (
      select purchase_id from purchase_events where type = 'joined' and data ->> 'into' = ${number} order by id desc limit 1
    )`.execute(trx);
}
