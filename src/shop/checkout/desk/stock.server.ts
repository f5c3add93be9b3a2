import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { isSupplier, supplierLocation } from '../../catalog/stock-location.ts';
import { notifyStock } from '../place/offers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

export type StockChange = {
  tireId: string;
  /** A branch id, `supplier:` and a supplier, or `supplier` for a tire with a single supplier. */
  place: string;
  pieces: { counted: number } | { more: number };
  reason: string;
  actor: string;
  /** Allows a number below the pieces held for orders. */
  belowHeld: boolean;
};

export type StockChangeResult =
  | ({ ok: true } & Counts)
  | { ok: false; reason: 'unknown-tire' }
  | { ok: false; reason: 'unknown-supplier'; places: string[] }
  | ({ ok: false; reason: 'negative' | 'below-held' } & Counts);

type Counts = { place: string; before: number; after: number; held: number };

/** Changes the stock of a tire at a stock location and records it. Pieces held for orders stay held. */
export async function changeStock(shop: ShopContext, requested: StockChange): Promise<StockChangeResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<StockChangeResult> => {
    const { tireId, pieces, reason, actor, belowHeld } = requested;
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).executeTakeFirst();
    if (!tire) return { ok: false, reason: 'unknown-tire' };
    const location = isSupplier(requested.place)
      ? await findSupplierLocation(trx, requested)
      : { place: requested.place, leadDays: 0 };
    if ('places' in location) return { ok: false, reason: 'unknown-supplier', places: location.places };
    const { place } = location;
    const { on_hand: before, held } = await lockStock(trx, tireId, location);
    const after = 'counted' in pieces ? pieces.counted : before + pieces.more;
    const change = { place, before, after, held };
    if (after < 0) return { ok: false, reason: 'negative', ...change };
    if (after < held && !belowHeld) return { ok: false, reason: 'below-held', ...change };
    await trx
      .with('changed', (db) =>
        db.updateTable('stock').set({ on_hand: after }).where('tire_id', '=', tireId).where('place', '=', place),
      )
      .selectNoFrom(notifyStock([tireId]))
      .execute();
    await trx
      .insertInto('stock_changes')
      .values({ tire_id: tireId, place, before, after, at: shop.now(), actor, reason, counted: 'counted' in pieces })
      .execute();
    return { ok: true, ...change };
  });
}

/** Returns location and lead days of the supplier, or the locations of all suppliers of the tire if `place` is ambiguous. */
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
    .select(['on_hand', 'held'])
    .where('tire_id', '=', tireId)
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Returns the stock of a tire with the holds of orders and the last 20 changes, or null if the tire is unknown. */
export async function stockOfTire(db: Kysely<Tables>, tireId: string) {
  const tire = await db
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .select(['tires.id', 'manufacturers.label as manufacturer', 'tires.model', 'tires.on_sale as onSale'])
    .where('tires.id', '=', tireId)
    .executeTakeFirst();
  if (!tire) return null;
  const places = await db
    .selectFrom('stock')
    .select(['place', 'on_hand as onHand', 'held', 'lead_days as leadDays'])
    .where('tire_id', '=', tireId)
    .orderBy('place')
    .execute();
  const holds = await db
    .selectFrom('stock_holds')
    .innerJoin('orders', 'orders.id', 'stock_holds.order_id')
    .select(['orders.number', 'stock_holds.place', 'stock_holds.count'])
    .where('stock_holds.tire_id', '=', tireId)
    .where('stock_holds.state', '=', 'held')
    .orderBy('orders.id')
    .execute();
  const changes = await db
    .selectFrom('stock_changes')
    .select(['at', 'place', 'before', 'after', 'actor', 'reason'])
    .where('tire_id', '=', tireId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return { ...tire, places, holds, changes };
}

export type StockOfTire = NonNullable<Awaited<ReturnType<typeof stockOfTire>>>;
