import { allOrNothing, type Trx } from '../../database/transaction.server.ts';
import { isSupplier, supplierPlace } from '../catalog/supplier-place.ts';
import { stockNews } from './stock-news.server.ts';
import type { Till } from './till.server.ts';

export type StockChange = {
  tireId: string;
  /** A branch id, `supplier:` and a supplier, or `supplier` where the tire has one alone. */
  place: string;
  /** What was counted there, or by how many it is more or less. */
  pieces: { counted: number } | { more: number };
  reason: string;
  actor: string;
  /** Also when fewer are there than are promised to orders. */
  belowHeld: boolean;
};

export type StockChanged =
  | ({ ok: true } & Counts)
  | { ok: false; reason: 'unknown-tire' }
  /** places: those of its suppliers. */
  | { ok: false; reason: 'unknown-supplier'; places: string[] }
  | ({ ok: false; reason: 'negative' | 'below-held' } & Counts);

type Counts = { place: string; before: number; after: number; held: number };

/**
 * Changes by hand how many of a tire are at a place, and writes down who did it and why. What is promised to orders
 * (`held`) stays as it is. Every process hears of it.
 */
export async function changeStock(till: Till, wanted: StockChange): Promise<StockChanged> {
  return allOrNothing(till.db, async (trx): Promise<StockChanged> => {
    const { tireId, pieces, reason, actor, belowHeld } = wanted;
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).executeTakeFirst();
    if (!tire) return { ok: false, reason: 'unknown-tire' };
    const named = isSupplier(wanted.place) ? await supplierNamed(trx, wanted) : branchNamed(wanted);
    if (named.places) return { ok: false, reason: 'unknown-supplier', places: named.places };
    const { place } = named;
    const { on_hand: before, held } = await lockedStock(trx, tireId, named);
    const after = 'counted' in pieces ? pieces.counted : before + pieces.more;
    const change = { place, before, after, held };
    if (after < 0) return { ok: false, reason: 'negative', ...change };
    if (after < held && !belowHeld) return { ok: false, reason: 'below-held', ...change };
    await write(trx, tireId, place, after);
    await trx
      .insertInto('stock_changes')
      .values({ tire_id: tireId, place, before, after, at: till.now(), actor, reason, counted: 'counted' in pieces })
      .execute();
    return { ok: true, ...change };
  });
}

function branchNamed({ place }: StockChange) {
  return { places: null, place, leadDays: 0 };
}

/** The place of the supplier that is meant, with its lead days; the places to choose from where that is not clear. */
async function supplierNamed(trx: Trx, { tireId, place }: StockChange) {
  const sources = await trx
    .selectFrom('tire_sources')
    .select(['supplier', 'lead_days'])
    .where('tire_id', '=', tireId)
    .orderBy('supplier')
    .execute();
  const meant = sources.filter(({ supplier }) => place === 'supplier' || place === supplierPlace(supplier));
  const [only, ...more] = meant;
  if (!only || more.length > 0) return { places: sources.map(({ supplier }) => supplierPlace(supplier)) };
  return { places: null, place: supplierPlace(only.supplier), leadDays: only.lead_days };
}

/** The row of a tire at a place, made where there is none, locked until the transaction ends. */
async function lockedStock(trx: Trx, tireId: string, { place, leadDays }: { place: string; leadDays: number }) {
  await trx
    .insertInto('stock')
    .values({ tire_id: tireId, place, on_hand: 0, lead_days: leadDays })
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

async function write(trx: Trx, tireId: string, place: string, after: number) {
  await trx
    .with('changed', (db) =>
      db.updateTable('stock').set({ on_hand: after }).where('tire_id', '=', tireId).where('place', '=', place),
    )
    .selectNoFrom(stockNews([tireId]))
    .execute();
}
