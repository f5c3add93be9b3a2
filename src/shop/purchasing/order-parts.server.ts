import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { supplierAt } from '../catalog/stock-location.ts';
import type { ChangeStamp } from '../history.server.ts';
import type { Hold } from '../order/holds.ts';
import { articleOf, changeOwed, nextNumber, type OrderAtBranch, recordPurchaseEvent } from './draft-purchase.server.ts';
import { receivePieces } from './quantities.ts';

/** Removes pieces of an order from its purchases. Those of a sent purchase stay ordered, for the branch's stock, until an employee cancels them. */
export async function removeFromPurchases(
  trx: Trx,
  orderId: number,
  pieces: readonly Hold[],
  change: ChangeStamp,
): Promise<void> {
  for (const { lineId, position, tireId, count, purchase } of await partsOf(trx, orderId, pieces)) {
    await shrinkPart(trx, { lineId, orderId, position }, count);
    if (purchase.state === 'draft') await shrinkDraftLine(trx, purchase.supplier, { lineId, tireId, count });
    else await recordPurchaseEvent(trx, purchase.id, change, 'order-left', { tire: tireId, count });
  }
}

/** Books pieces of purchases as received, because an employee recorded at their order that they arrived or were handed over. For pieces of a draft, adds a closed purchase: somebody bought them without sending the draft. */
export async function receiveForOrder(
  trx: Trx,
  order: OrderAtBranch,
  pieces: readonly Hold[],
  change: ChangeStamp,
): Promise<void> {
  for (const { lineId, position, tireId, count, purchase } of await partsOf(trx, order.id, pieces)) {
    const part = { lineId, orderId: order.id, position };
    if (purchase.state === 'draft') {
      await shrinkPart(trx, part, count);
      await shrinkDraftLine(trx, purchase.supplier, { lineId, tireId, count });
      await addBoughtByHand(trx, order, { position, tireId, count, supplier: purchase.supplier }, change);
    } else await receivePart(trx, part, count, change);
  }
}

/** Records pieces that an employee bought before the draft was sent. They count as `owed`, because the count in the supplier's list may still contain them. */
async function addBoughtByHand(
  trx: Trx,
  { id: order_id, branch }: OrderAtBranch,
  { position, tireId: tire_id, count, supplier }: { position: number; tireId: string; count: number; supplier: string },
  { at, actor }: ChangeStamp,
): Promise<void> {
  const purchase = await trx
    .insertInto('purchases')
    .values({ number: nextNumber(at), supplier, branch, state: 'closed', created_at: at, sent_at: at, closed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const article = await articleOf(trx, supplier, tire_id);
  const line = await trx
    .insertInto('purchase_lines')
    .values({
      purchase_id: purchase.id,
      tire_id,
      ...article,
      ordered: count,
      confirmed: count,
      received: count,
      owed: count,
      confirmed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('purchase_for')
    .values({ line_id: line.id, order_id, position, count, received: count })
    .execute();
  await changeOwed(trx, supplier, tire_id, count);
  await recordPurchaseEvent(trx, purchase.id, { at, actor }, 'bought-by-hand');
}

/** Removes from a purchase that becomes a draft again the pieces that orders have left or received since `startSending`. The caller has locked the supplier's stock. Received pieces join a closed purchase (`addBoughtByHand`). */
export async function removeUnawaitedPieces(
  trx: Trx,
  { id: purchaseId, supplier, branch }: { id: number; supplier: string; branch: string },
  change: ChangeStamp,
): Promise<void> {
  const lines = await trx.selectFrom('purchase_lines').selectAll().where('purchase_id', '=', purchaseId).execute();
  for (const { id: lineId, tire_id: tireId, ordered, received, owed } of lines) {
    const parts = await trx.selectFrom('purchase_for').selectAll().where('line_id', '=', lineId).execute();
    const awaited = parts.reduce((sum, part) => sum + part.count - part.received, 0);
    if (awaited === ordered) continue;
    if (received > 0) {
      // Owed until the next list, also if a list has deducted them since they arrived.
      const unanswered = { confirmed: 0, received: 0, confirmed_at: null, known_pieces: 0, known_import: null };
      await trx
        .updateTable('purchase_lines')
        .set({ ...unanswered, owed: ordered })
        .where('id', '=', lineId)
        .execute();
      await changeOwed(trx, supplier, tireId, ordered - owed);
      await trx.updateTable('purchase_for').set({ received: 0 }).where('line_id', '=', lineId).execute();
    }
    for (const { order_id: orderId, position, received: count } of parts) {
      if (count === 0) continue;
      await shrinkPart(trx, { lineId, orderId, position }, count);
      await addBoughtByHand(trx, { id: orderId, branch }, { position, tireId, count, supplier }, change);
    }
    await shrinkDraftLine(trx, supplier, { lineId, tireId, count: ordered - awaited });
    await sql`select pg_notify('catalogue', ${JSON.stringify([tireId])})`.execute(trx);
  }
}

/** A row of `purchase_for`: the pieces of a purchase line that are for one line of an order. */
type Part = { lineId: number; orderId: number; position: number };

/** Locks the purchases. Returns the parts that hold these outstanding pieces, the latest purchase first. */
async function partsOf(trx: Trx, orderId: number, pieces: readonly Hold[]) {
  const parts = [];
  for (const { position, place, tire_id: tireId, count } of pieces) {
    const part = { orderId, position, supplier: supplierAt(place) };
    // While the first call waits for a lock, the parts may move to another purchase, so they are read again.
    await lockParts(trx, part);
    let remaining = count;
    for (const { line_id: lineId, count: ordered, received, id, supplier, state } of await lockParts(trx, part)) {
      const taken = Math.min(remaining, ordered - received);
      remaining -= taken;
      if (taken > 0) parts.push({ lineId, position, tireId, count: taken, purchase: { id, supplier, state } });
    }
  }
  return parts;
}

type WantedPart = { orderId: number; position: number; supplier: string };

function lockParts(trx: Trx, { orderId, position, supplier }: WantedPart) {
  return trx
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['part.line_id', 'part.count', 'part.received', 'purchase.id', 'purchase.supplier', 'purchase.state'])
    .where('part.order_id', '=', orderId)
    .where('part.position', '=', position)
    .where('purchase.supplier', '=', supplier)
    .whereRef('part.received', '<', 'part.count')
    .orderBy('line.id', 'desc')
    .forUpdate('purchase')
    .execute();
}

export async function receivePart(trx: Trx, part: Part, count: number, change: ChangeStamp): Promise<void> {
  await trx
    .updateTable('purchase_for')
    .set(({ eb, ref }) => ({ received: eb(ref('received'), '+', count) }))
    .where('line_id', '=', part.lineId)
    .where('order_id', '=', part.orderId)
    .where('position', '=', part.position)
    .execute();
  await receiveOnLine(trx, part.lineId, count, change);
}

export async function receiveOnLine(trx: Trx, lineId: number, count: number, { at }: ChangeStamp): Promise<void> {
  const line = await trx
    .selectFrom('purchase_lines')
    .selectAll()
    .where('id', '=', lineId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { received, confirmed, backordered } = receivePieces(line, count);
  const wereUnconfirmed = confirmed > line.confirmed || line.confirmed_at === null;
  const mayBeReplacements = line.damaged > 0;
  // The supplier's last list may not have deducted such pieces. With the new `confirmed_at`, they stay owed until a later list.
  const confirmed_at = wereUnconfirmed || mayBeReplacements ? at : line.confirmed_at;
  await trx
    .updateTable('purchase_lines')
    .set({ received, confirmed, backordered, confirmed_at })
    .where('id', '=', lineId)
    .execute();
}

export async function shrinkPart(trx: Trx, { lineId, orderId, position }: Part, count: number): Promise<void> {
  const deletion = await trx
    .deleteFrom('purchase_for')
    .where('line_id', '=', lineId)
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .where('count', '=', count)
    .executeTakeFirst();
  if (deletion.numDeletedRows > 0n) return;
  await trx
    .updateTable('purchase_for')
    .set(({ eb, ref }) => ({ count: eb(ref('count'), '-', count) }))
    .where('line_id', '=', lineId)
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute();
}

type LinePieces = { lineId: number; tireId: string; count: number };

async function shrinkDraftLine(trx: Trx, supplier: string, { lineId, tireId, count }: LinePieces): Promise<void> {
  await shrinkUnsentLine(trx, { lineId, count });
  await changeOwed(trx, supplier, tireId, -count);
}

/** Removes pieces of a line that is not sent, or the whole line. Leaves the owed count in `stock` as it is. */
export async function shrinkUnsentLine(trx: Trx, { lineId, count }: Omit<LinePieces, 'tireId'>): Promise<void> {
  const deletion = await trx
    .deleteFrom('purchase_lines')
    .where('id', '=', lineId)
    .where('ordered', '=', count)
    .executeTakeFirst();
  if (deletion.numDeletedRows > 0n) return;
  await trx
    .updateTable('purchase_lines')
    .set(({ eb, ref }) => ({ ordered: eb(ref('ordered'), '-', count), owed: eb(ref('owed'), '-', count) }))
    .where('id', '=', lineId)
    .execute();
}
