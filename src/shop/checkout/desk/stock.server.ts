import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { isSupplier, supplierLocation } from '../../catalog/stock-location.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

export type StockChange = {
  tireId: string;
  /** A branch id, `supplier:<supplier>`, or just `supplier` if the tire has only one supplier. */
  place: string;
  pieces: { counted: number } | { delta: number };
  /** The on-hand count that the person saw when counting. If it has changed since, the change is refused. */
  expected?: number | undefined;
  reason: string;
  actor: string;
  /** Allows a count below the pieces that are held, sold, or owed (ordered from the supplier and not yet deducted in its list). */
  allowBelowPromised: boolean;
};

/** `unknown-supplier`: the tire does not have this supplier, or the place is only `supplier` and the tire has several. `places`: the tire's suppliers as values of `place`. */
export type StockChangeResult =
  | ({ ok: true } & Counts)
  | { ok: false; reason: 'unknown-tire' }
  | { ok: false; reason: 'unknown-supplier'; places: string[] }
  | ({ ok: false; reason: 'stock-changed' | 'negative' | 'below-promised' } & Counts);

type Counts = { place: string; before: number; after: number; held: number; sold: number; owed: number };

/** Sets and records the on-hand count at a branch, or in a supplier's list. Pieces promised to orders stay promised. */
export async function changeStock(shop: ShopContext, requested: StockChange): Promise<StockChangeResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<StockChangeResult> => {
    const { tireId, pieces, expected = null, reason, actor, allowBelowPromised } = requested;
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).executeTakeFirst();
    if (!tire) return { ok: false, reason: 'unknown-tire' };
    const location = isSupplier(requested.place)
      ? await findSupplierLocation(trx, requested)
      : { place: requested.place, leadDays: 0 };
    if ('places' in location) return { ok: false, reason: 'unknown-supplier', places: location.places };
    const { place } = location;
    const { on_hand: before, held, sold, owed } = await lockStock(trx, tireId, location);
    const after = 'counted' in pieces ? pieces.counted : before + pieces.delta;
    const change = { place, before, after, held, sold, owed };
    if (expected !== null && expected !== before) return { ok: false, reason: 'stock-changed', ...change };
    if (after < 0) return { ok: false, reason: 'negative', ...change };
    if (after < held + sold + owed && !allowBelowPromised) return { ok: false, reason: 'below-promised', ...change };
    await trx
      .updateTable('stock')
      .set({ on_hand: after })
      .where('tire_id', '=', tireId)
      .where('place', '=', place)
      .execute();
    await notifyStockChange(trx, [tireId]);
    await trx
      .insertInto('stock_changes')
      .values({ tire_id: tireId, place, before, after, at: shop.now(), actor, reason, counted: 'counted' in pieces })
      .execute();
    return { ok: true, ...change };
  });
}

async function findSupplierLocation(
  trx: Trx,
  { tireId, place }: StockChange,
): Promise<{ place: string; leadDays: number } | { places: string[] }> {
  const sources = await trx
    .selectFrom('tire_sources')
    .select(['supplier', 'lead_days'])
    .where('tire_id', '=', tireId)
    .orderBy('supplier')
    .execute();
  const matching = sources.filter(({ supplier }) => place === 'supplier' || place === supplierLocation(supplier));
  const [single, ...others] = matching;
  if (!single || others.length > 0) return { places: sources.map(({ supplier }) => supplierLocation(supplier)) };
  return { place: supplierLocation(single.supplier), leadDays: single.lead_days };
}

async function lockStock(trx: Trx, tireId: string, { place, leadDays }: { place: string; leadDays: number }) {
  await trx
    .insertInto('stock')
    .values({ tire_id: tireId, place, on_hand: 0, lead_days: leadDays })
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  return trx
    .selectFrom('stock')
    .select(['on_hand', 'held', 'sold', 'owed'])
    .where('tire_id', '=', tireId)
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
