import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { supplierAt, supplierLocation } from '../catalog/stock-location.ts';
import type { Change } from '../history.server.ts';
import type { Hold } from '../order/holds.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { receivePieces } from './quantities.ts';

type OrderOfTires = { id: number; branch: string };

/** Adds pieces of an order, held at suppliers, to the draft purchase of each supplier for the order's branch. */
export async function joinPurchases(trx: Trx, order: OrderOfTires, pieces: readonly Hold[], { at, actor }: Change) {
  // Sorted, so that two orders lock the drafts in the same order.
  for (const piece of pieces.toSorted((a, b) => compare(a.place, b.place) || compare(a.tire_id, b.tire_id))) {
    const supplier = supplierAt(piece.place);
    const purchaseId = await draftOf(trx, supplier, order.branch, { at, actor });
    const lineId = await addToLine(trx, purchaseId, supplier, piece);
    await trx
      .insertInto('purchase_for')
      .values({ line_id: lineId, order_id: order.id, position: piece.position, count: piece.count })
      .onConflict((conflict) =>
        conflict
          .columns(['line_id', 'order_id', 'position'])
          .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('purchase_for.count'), '+', piece.count) })),
      )
      .execute();
    await changeOwed(trx, supplier, piece.tire_id, piece.count);
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the id of the locked draft, a new one if there is none. */
async function draftOf(trx: Trx, supplier: string, branch: string, { at, actor }: Change): Promise<number> {
  const draft = () =>
    trx
      .selectFrom('purchases')
      .select('id')
      .where('supplier', '=', supplier)
      .where('branch', '=', branch)
      .where('state', '=', 'draft')
      .forUpdate()
      .executeTakeFirst();
  const existing = await draft();
  if (existing) return existing.id;
  const created = await trx
    .insertInto('purchases')
    .values({ number: nextNumber(at), supplier, branch, state: 'draft', created_at: at })
    .onConflict((conflict) => conflict.columns(['supplier', 'branch']).where('state', '=', 'draft').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return draftOf(trx, supplier, branch, { at, actor });
  await recordPurchase(trx, created.id, { at, actor }, 'opened');
  return created.id;
}

/** SQL: a number such as `P26-00017`. */
const nextNumber = (at: Date) =>
  sql<string>`${`P${tallinnDate(at).slice(2, 4)}-`} || lpad(nextval('purchase_numbers')::text, 5, '0')`;

/** Returns the supplier's article code, the EAN and the cost of a tire. */
async function articleOf(trx: Trx, supplier: string, tireId: string) {
  const source = await trx
    .selectFrom('tire_sources')
    .select(['supplier_sku', 'ean', 'cost_net'])
    .where('tire_id', '=', tireId)
    .where('supplier', '=', supplier)
    .executeTakeFirst();
  return {
    supplier_sku: source?.supplier_sku ?? tireId,
    ean: source?.ean ?? null,
    cost_net: source?.cost_net ?? null,
  };
}

async function addToLine(trx: Trx, purchase_id: number, supplier: string, { tire_id, count }: Hold): Promise<number> {
  const article = await articleOf(trx, supplier, tire_id);
  const { id } = await trx
    .insertInto('purchase_lines')
    .values({
      purchase_id,
      tire_id,
      ...article,
      ordered: count,
      owed: count,
    })
    .onConflict((conflict) =>
      conflict.columns(['purchase_id', 'tire_id']).doUpdateSet(({ eb, ref }) => ({
        ordered: eb(ref('purchase_lines.ordered'), '+', count),
        owed: eb(ref('purchase_lines.owed'), '+', count),
        cost_net: article.cost_net,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the count that is deducted from the supplier's list. The caller has locked the stock row. */
export async function changeOwed(trx: Trx, supplier: string, tireId: string, difference: number): Promise<void> {
  await trx
    .updateTable('stock')
    .set(({ eb, ref }) => ({ owed: eb(ref('owed'), '+', difference) }))
    .where('tire_id', '=', tireId)
    .where('place', '=', supplierLocation(supplier))
    .execute();
}

export async function recordPurchase(
  trx: Trx,
  purchaseId: number,
  { at, actor }: Change,
  type: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await trx.insertInto('purchase_events').values({ purchase_id: purchaseId, at, actor, type, data }).execute();
}

/**
 * Takes pieces of an order that have not arrived out of their purchases. A draft shrinks. What was sent to the supplier stays
 * ordered, for the branch's stock, until a person cancels it there.
 */
export async function leavePurchases(
  trx: Trx,
  orderId: number,
  pieces: readonly Hold[],
  change: Change,
): Promise<void> {
  for (const { lineId, position, tireId, count, purchase } of await partsOf(trx, orderId, pieces)) {
    await shrinkPart(trx, { lineId, orderId, position }, count);
    if (purchase.state === 'draft') await shrinkDraftLine(trx, purchase.supplier, { lineId, tireId, count });
    else await recordPurchase(trx, purchase.id, change, 'order-left', { tire: tireId, count });
  }
}

/** Books pieces that the buyer got although nobody counted their arrival, and takes them out of drafts. */
export async function receiveUncounted(
  trx: Trx,
  order: OrderOfTires,
  pieces: readonly Hold[],
  change: Change,
): Promise<void> {
  for (const { lineId, position, tireId, count, purchase } of await partsOf(trx, order.id, pieces)) {
    const part = { lineId, orderId: order.id, position };
    if (purchase.state !== 'draft') await receivePart(trx, part, count, change);
    else {
      await shrinkPart(trx, part, count);
      await shrinkDraftLine(trx, purchase.supplier, { lineId, tireId, count });
      await addBoughtByHand(trx, order, { position, tireId, count, supplier: purchase.supplier }, change);
    }
  }
}

/** Records pieces that somebody got from a supplier before the draft was sent: its list may not know of them. */
async function addBoughtByHand(
  trx: Trx,
  { id: order_id, branch }: OrderOfTires,
  { position, tireId: tire_id, count, supplier }: { position: number; tireId: string; count: number; supplier: string },
  { at, actor }: Change,
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
  await recordPurchase(trx, purchase.id, { at, actor }, 'bought-by-hand');
}

type Part = { lineId: number; orderId: number; position: number };

/** Returns the parts of purchases from which these pieces have not arrived, the latest purchase first, locked. */
async function partsOf(trx: Trx, orderId: number, pieces: readonly Hold[]) {
  const parts = [];
  for (const { position, place, tire_id: tireId, count } of pieces) {
    let missing = count;
    const rows = await trx
      .selectFrom('purchase_for as part')
      .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
      .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
      .select(['part.line_id', 'part.count', 'part.received', 'purchase.id', 'purchase.supplier', 'purchase.state'])
      .where('part.order_id', '=', orderId)
      .where('part.position', '=', position)
      .where('purchase.supplier', '=', supplierAt(place))
      .whereRef('part.received', '<', 'part.count')
      .orderBy('line.id', 'desc')
      .forUpdate('purchase')
      .execute();
    for (const { line_id: lineId, count: ordered, received, id, supplier, state } of rows) {
      const taken = Math.min(missing, ordered - received);
      missing -= taken;
      if (taken > 0) parts.push({ lineId, position, tireId, count: taken, purchase: { id, supplier, state } });
    }
  }
  return parts;
}

/** Books the arrival of pieces for an order. */
export async function receivePart(trx: Trx, part: Part, count: number, change: Change): Promise<void> {
  await trx
    .updateTable('purchase_for')
    .set(({ eb, ref }) => ({ received: eb(ref('received'), '+', count) }))
    .where('line_id', '=', part.lineId)
    .where('order_id', '=', part.orderId)
    .where('position', '=', part.position)
    .execute();
  await receiveOnLine(trx, part.lineId, count, change);
}

/** Books the arrival of pieces of a line, which the supplier has thereby confirmed. */
export async function receiveOnLine(trx: Trx, lineId: number, count: number, { at }: Change): Promise<void> {
  const line = await trx
    .selectFrom('purchase_lines')
    .selectAll()
    .where('id', '=', lineId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { received, confirmed, backordered } = receivePieces(line, count);
  await trx
    .updateTable('purchase_lines')
    .set({ received, confirmed, backordered, confirmed_at: line.confirmed_at ?? at })
    .where('id', '=', lineId)
    .execute();
}

async function shrinkPart(trx: Trx, { lineId, orderId, position }: Part, count: number): Promise<void> {
  const gone = await trx
    .deleteFrom('purchase_for')
    .where('line_id', '=', lineId)
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .where('count', '=', count)
    .executeTakeFirst();
  if (gone.numDeletedRows > 0n) return;
  await trx
    .updateTable('purchase_for')
    .set(({ eb, ref }) => ({ count: eb(ref('count'), '-', count) }))
    .where('line_id', '=', lineId)
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute();
}

type Pieces = { lineId: number; tireId: string; count: number };

async function shrinkDraftLine(trx: Trx, supplier: string, { lineId, tireId, count }: Pieces): Promise<void> {
  const gone = await trx
    .deleteFrom('purchase_lines')
    .where('id', '=', lineId)
    .where('ordered', '=', count)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) {
    await trx
      .updateTable('purchase_lines')
      .set(({ eb, ref }) => ({ ordered: eb(ref('ordered'), '-', count), owed: eb(ref('owed'), '-', count) }))
      .where('id', '=', lineId)
      .execute();
  }
  await changeOwed(trx, supplier, tireId, -count);
}
