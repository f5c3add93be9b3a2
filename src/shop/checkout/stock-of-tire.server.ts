import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** A tire's pieces by place, the orders that keep some of them, and what people changed by hand. Null: no such tire. */
export async function stockOfTire(db: Kysely<Tables>, tireId: string) {
  const tire = await db
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .select(['tires.id', 'manufacturers.label as maker', 'tires.model', 'tires.on_sale as onSale'])
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
