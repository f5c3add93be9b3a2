import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import type { Day } from '../calendar.ts';
import { compareTexts } from '../catalog/compare-texts.ts';
import { supplierAt, supplierLocation } from '../catalog/stock-location.ts';
import type { ChangeStamp } from '../history.server.ts';
import type { Hold } from '../order/holds.ts';
import { tallinnDate } from '../tallinn-date.ts';

export type OrderAtBranch = { id: number; branch: string };

/** Adds pieces of an order to the draft purchases of its branch, one for each supplier. The pieces count as owed: ordered, and not yet deducted in the supplier's list. */
export async function addToDrafts(trx: Trx, order: OrderAtBranch, holds: readonly Hold[], { at, actor }: ChangeStamp) {
  // Sorted, so that concurrent transactions lock the drafts in the same sequence.
  for (const hold of holds.toSorted((a, b) => compareTexts(a.place, b.place) || compareTexts(a.tire_id, b.tire_id))) {
    const supplier = supplierAt(hold.place);
    await addToDraft(trx, { supplier, branch: order.branch }, { ...hold, orderId: order.id }, { at, actor });
    await changeOwed(trx, supplier, hold.tire_id, hold.count);
  }
}

/** `expectedOn`: the day on which the pieces arrive, if later than promised. */
type OrderPieces = Pick<Hold, 'position' | 'tire_id' | 'count'> & { orderId: number; expectedOn?: Day | null };

/** Adds pieces of an order to the draft of a supplier and branch, without changing the owed count in `stock`. */
export async function addToDraft(
  trx: Trx,
  { supplier, branch }: { supplier: string; branch: string },
  pieces: OrderPieces,
  change: ChangeStamp,
): Promise<void> {
  const purchaseId = await findOrOpenDraft(trx, supplier, branch, change);
  const lineId = await addToLine(trx, purchaseId, supplier, pieces);
  const { orderId: order_id, position, count, expectedOn: expected_on = null } = pieces;
  await trx
    .insertInto('purchase_for')
    .values({ line_id: lineId, order_id, position, count, expected_on })
    .onConflict((conflict) =>
      conflict.columns(['line_id', 'order_id', 'position']).doUpdateSet(({ eb, ref }) => ({
        count: eb(ref('purchase_for.count'), '+', count),
        expected_on: laterDay,
      })),
    )
    .execute();
}

/** SQL for an upsert into `purchase_for`: the later of the stored day and the new one. */
export const laterDay = sql<Day | null>`greatest(purchase_for.expected_on, excluded.expected_on)`;

export async function lockDraft(trx: Trx, supplier: string, branch: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('purchases')
    .select('id')
    .where('supplier', '=', supplier)
    .where('branch', '=', branch)
    .where('state', '=', 'draft')
    .forUpdate()
    .executeTakeFirst();
}

async function findOrOpenDraft(
  trx: Trx,
  supplier: string,
  branch: string,
  { at, actor }: ChangeStamp,
): Promise<number> {
  const existing = await lockDraft(trx, supplier, branch);
  if (existing) return existing.id;
  const created = await trx
    .insertInto('purchases')
    .values({ number: nextNumber(at), supplier, branch, state: 'draft', created_at: at })
    .onConflict((conflict) => conflict.columns(['supplier', 'branch']).where('state', '=', 'draft').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return findOrOpenDraft(trx, supplier, branch, { at, actor });
  await recordPurchaseEvent(trx, created.id, { at, actor }, 'opened');
  return created.id;
}

/** SQL for a number such as `P26-00017`, with more digits after `P26-99999`. */
export const nextNumber = (at: Date) =>
  sql<string>`${`P${tallinnDate(at).slice(2, 4)}-`} || to_char(nextval('purchase_numbers'), 'FM999999900000')`;

/** Returns the supplier's data of a tire. Without a row in `tire_sources`, the tire's id stands for the article code. */
export async function articleOf(trx: Trx, supplier: string, tireId: string) {
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

async function addToLine(
  trx: Trx,
  purchase_id: number,
  supplier: string,
  { tire_id, count }: Pick<Hold, 'tire_id' | 'count'>,
): Promise<number> {
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

/** Locks stock rows sorted by tire, then by place, as all transactions do. Adds rows for tires that are new at a place. */
export async function lockStockRows(trx: Trx, tireIds: readonly string[], places: readonly string[]): Promise<void> {
  const rows = tireIds.flatMap((tire_id) => places.map((place) => ({ tire_id, place, on_hand: 0 })));
  if (rows.length === 0) return;
  await trx
    .insertInto('stock')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  await trx
    .selectFrom('stock')
    .select('tire_id')
    .where('tire_id', 'in', tireIds)
    .where('place', 'in', places)
    .orderBy('tire_id')
    .orderBy('place')
    .forUpdate()
    .execute();
}

/** Changes the owed count, which the shop deducts from the supplier's listed count. The caller has locked the stock row. */
export async function changeOwed(trx: Trx, supplier: string, tireId: string, delta: number): Promise<void> {
  await trx
    .updateTable('stock')
    .set(({ eb, ref }) => ({ owed: eb(ref('owed'), '+', delta) }))
    .where('tire_id', '=', tireId)
    .where('place', '=', supplierLocation(supplier))
    .execute();
}

export async function recordPurchaseEvent(
  trx: Trx,
  purchaseId: number,
  { at, actor }: ChangeStamp,
  type: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await trx.insertInto('purchase_events').values({ purchase_id: purchaseId, at, actor, type, data }).execute();
}
