import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { supplierLocation } from '../../catalog/stock-location.ts';
import type { Supplier } from '../../catalog/supplier/declaration.ts';
import { changeOwed, lockStockRows } from '../../purchasing/draft-purchase.server.ts';
import { orderTermsOf } from '../../purchasing/order-terms.ts';
import { owedAfterList } from '../../purchasing/quantities.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import { tryEach } from '../try-each.ts';

const hourMs = 60 * 60 * 1000;

/** Owed pieces are ordered, but not yet deducted from the count in the supplier's list. Stops counting them as owed once a list is late enough to include the deduction. */
export async function endOwedPieces(db: Kysely<Tables>, suppliers: readonly Supplier[]): Promise<void> {
  const suppliersWithOwed = await db
    .selectFrom('purchase_lines as line')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select('purchase.supplier')
    .distinct()
    .where('line.owed', '>', 0)
    .where('line.confirmed_at', 'is not', null)
    .orderBy('purchase.supplier')
    .execute();
  await tryEach(suppliersWithOwed, 'ends of owed pieces', async ({ supplier }) => {
    const list = await findLastList(db, supplier);
    if (!list) return;
    const deductedUntil = new Date(list.at.getTime() - orderTermsOf(supplier, suppliers).listLagHours * hourMs);
    const { id: importId, uncounted } = list;
    await inTransaction(db, (trx) => endOwedPiecesOfSupplier(trx, supplier, { importId, uncounted, deductedUntil }));
  });
}

/** Returns a supplier's last import that was not undone. Lists without changes, which may be old files, are not in `imports`. */
async function findLastList(db: Kysely<Tables>, supplier: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'at', 'uncounted_tires as uncounted'])
    .where(sql<boolean>`${supplier} = any (suppliers)`)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The list no longer counts pieces that the supplier confirmed by `deductedUntil`. `uncounted`: tires without a new count in it, whose pieces stay owed. */
type LastList = { importId: number; uncounted: string[]; deductedUntil: Date };

async function endOwedPiecesOfSupplier(
  trx: Trx,
  supplier: string,
  { importId, uncounted, deductedUntil }: LastList,
): Promise<void> {
  const readOwedLines = () =>
    trx
      .selectFrom('purchase_lines as line')
      .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
      .selectAll('line')
      .where('purchase.supplier', '=', supplier)
      .where('line.owed', '>', 0)
      .where('line.confirmed_at', '<=', deductedUntil)
      .where(sql<boolean>`line.tire_id <> all (${uncounted}::text[])`)
      .orderBy('line.id')
      .execute();
  const tireIds = (await readOwedLines()).map(({ tire_id }) => tire_id);
  if (tireIds.length === 0) return;
  await lockStockRows(trx, tireIds, [supplierLocation(supplier)]);
  // Read again, because another transaction may have changed them before the lock.
  for (const line of await readOwedLines()) {
    // Replacements of damaged pieces stay owed.
    const owed = owedAfterList(line, line.damaged);
    const newlyDeducted = line.owed - owed;
    if (newlyDeducted === 0) continue;
    await trx
      .updateTable('purchase_lines')
      .set({ owed, known_pieces: line.known_pieces + newlyDeducted, known_import: importId })
      .where('id', '=', line.id)
      .execute();
    await changeOwed(trx, supplier, line.tire_id, -newlyDeducted);
  }
  await notifyStockChange(trx, tireIds);
}
