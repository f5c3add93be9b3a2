import { allOrNothing, type Trx } from '../../database/transaction.server.ts';
import { stockNews } from './stock-news.server.ts';
import type { Till } from './till.server.ts';

export type StockChange = {
  tireId: string;
  /** A branch id, or `supplier`. */
  place: string;
  /** What was counted there, or by how many it is more or less. */
  pieces: { counted: number } | { more: number };
  reason: string;
  actor: string;
  /** Also when fewer are there than are promised to orders. */
  belowHeld: boolean;
};

export type StockChanged =
  | { ok: true; before: number; after: number; held: number }
  | { ok: false; reason: 'unknown-tire' }
  | { ok: false; reason: 'negative' | 'below-held'; before: number; after: number; held: number };

/**
 * Changes by hand how many of a tire are at a place, and writes down who did it and why. What is promised to orders
 * (`held`) stays as it is. Every process hears of it.
 */
export async function changeStock(till: Till, wanted: StockChange): Promise<StockChanged> {
  return allOrNothing(till.db, async (trx): Promise<StockChanged> => {
    const { tireId, place, pieces, reason, actor, belowHeld } = wanted;
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).executeTakeFirst();
    if (!tire) return { ok: false, reason: 'unknown-tire' };
    const { on_hand: before, held } = await lockedStock(trx, tireId, place);
    const after = 'counted' in pieces ? pieces.counted : before + pieces.more;
    const change = { before, after, held };
    if (after < 0) return { ok: false, reason: 'negative', ...change };
    if (after < held && !belowHeld) return { ok: false, reason: 'below-held', ...change };
    await write(trx, wanted, after);
    await trx
      .insertInto('stock_changes')
      .values({ tire_id: tireId, place, before, after, at: till.now(), actor, reason })
      .execute();
    return { ok: true, ...change };
  });
}

/** The row of a tire at a place, made where there is none, locked until the transaction ends. */
async function lockedStock(trx: Trx, tireId: string, place: string) {
  await trx
    .insertInto('stock')
    .values({ tire_id: tireId, place, on_hand: 0 })
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  return trx
    .selectFrom('stock')
    .select(['on_hand', 'held'])
    .where('tire_id', '=', tireId)
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function write(trx: Trx, { tireId, place }: StockChange, after: number) {
  await trx
    .with('changed', (db) =>
      db.updateTable('stock').set({ on_hand: after }).where('tire_id', '=', tireId).where('place', '=', place),
    )
    .selectNoFrom(stockNews([tireId]))
    .execute();
}
