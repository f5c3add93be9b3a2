import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { notifyStockChange } from '../place/offers.server.ts';

/** `onHand`, `apart`: the pieces to add to each count; negative: to remove. `apart`: pieces that stand at the branch and are not for sale, such as damaged ones. They are not part of `onHand`. */
export type BranchStockChange = { tireId: string; branch: string; onHand?: number; apart?: number };

export async function changeBranchStock(
  trx: Trx,
  { tireId: tire_id, branch: place, onHand = 0, apart = 0 }: BranchStockChange,
  { reason, ...change }: ChangeStamp & { reason: string },
): Promise<void> {
  await trx
    .insertInto('stock')
    .values({ tire_id, place, on_hand: 0 })
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  const stock = await trx
    .updateTable('stock')
    .set({ on_hand: sql`on_hand + ${onHand}`, apart: sql`apart + ${apart}` })
    .where('tire_id', '=', tire_id)
    .where('place', '=', place)
    .returning(['on_hand', 'apart'])
    .executeTakeFirstOrThrow();
  const changes = [
    { stock_count: 'on_hand' as const, after: stock.on_hand, delta: onHand },
    { stock_count: 'apart' as const, after: stock.apart, delta: apart },
  ].filter(({ delta }) => delta !== 0);
  for (const { stock_count, after, delta } of changes) {
    const before = after - delta;
    const row = { tire_id, place, stock_count, before, after, counted: false, reason, ...change };
    await trx.insertInto('stock_changes').values(row).execute();
  }
  await notifyStockChange(trx, [tire_id]);
}

/** Inserts missing rows first, so that the stock of each tire can be locked. */
export async function lockBranchStock(trx: Trx, tireIds: readonly string[], place: string) {
  await trx
    .insertInto('stock')
    .values(tireIds.map((tire_id) => ({ tire_id, place, on_hand: 0 })))
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  const rows = await trx
    .selectFrom('stock')
    .select(['tire_id as tireId', 'on_hand as onHand', 'held', 'sold', 'apart'])
    .where('tire_id', 'in', tireIds)
    .where('place', '=', place)
    .orderBy('tire_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, free: row.onHand - row.held - row.sold }));
}
