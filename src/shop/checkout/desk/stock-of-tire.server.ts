import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { supplierLocation } from '../../catalog/stock-location.ts';

/** `counted`: the last change of the on-hand count at each place. `promises`: the holds of open orders. `owed`: pieces ordered from suppliers and not yet deducted in their lists. `apart`: changes of the number of pieces that are not for sale, since it was last 0. */
export async function readStockOfTire(db: Kysely<Tables>, tireId: string) {
  const tire = await db
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .select(['tires.id', 'manufacturers.label as manufacturer', 'tires.model', 'tires.on_sale as onSale'])
    .where('tires.id', '=', tireId)
    .executeTakeFirst();
  if (!tire) return null;
  const places = await db
    .selectFrom('stock')
    .select(['place', 'on_hand as onHand', 'held', 'sold', 'owed', 'apart', 'lead_days as leadDays'])
    .where('tire_id', '=', tireId)
    .orderBy('place')
    .execute();
  const changes = await db
    .selectFrom('stock_changes')
    .select(['at', 'place', 'stock_count as count', 'before', 'after', 'actor', 'reason'])
    .where('tire_id', '=', tireId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const counted = await readLastOnHandChanges(db, tireId);
  const promises = await readPromises(db, tireId);
  const owed = await readOwed(db, tireId);
  return { ...tire, places, counted, promises, owed, apart: await readApartMoves(db, tireId), changes };
}

export type StockOfTire = NonNullable<Awaited<ReturnType<typeof readStockOfTire>>>;

/** Price lists also set on-hand counts. An import comes right after the stock change `last_stock_change`; old imports have none, so their time decides. */
async function readLastOnHandChanges(db: Kysely<Tables>, tireId: string) {
  const { rows } = await sql<{ place: string; at: Date; actor: string; reason: string }>`
    select distinct on (place) place, at, actor, reason from (
      select place, at, actor, reason, id as after_change, false as is_list from stock_changes
      where tire_id = ${tireId} and stock_count = 'on_hand'
      union all
      select s.place, i.at, i.actor, 'price list', coalesce(i.last_stock_change,
        (select max(id) from stock_changes where at < i.at), 0), true
      from import_stock s join imports i on i.id = s.import_id
      where s.tire_id = ${tireId} and i.undone_at is null
    ) counts order by place, after_change desc, is_list desc, at desc`.execute(db);
  return rows;
}

const openStates = ['held', 'sold', 'ordered', 'in_transit', 'missing'] as const;

async function readPromises(db: Kysely<Tables>, tireId: string) {
  const rows = await db
    .selectFrom('stock_holds as hold')
    .innerJoin('orders', 'orders.id', 'hold.order_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('payment_ledger')
          .select(['at', 'actor'])
          .whereRef('order_id', '=', 'orders.id')
          .where('kind', '=', 'paid')
          .orderBy('id', 'desc')
          .limit(1)
          .as('payment'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('order_events')
          .select('actor')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('id')
          .limit(1)
          .as('placed'),
      (join) => join.onTrue(),
    )
    .select(['orders.number', 'orders.placed_at as placedAt', 'hold.place', 'hold.count', 'hold.state'])
    .select(['payment.at as paidAt', 'payment.actor as paidBy', 'placed.actor as placedBy'])
    .where('hold.tire_id', '=', tireId)
    .where('hold.state', 'in', openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>()
    .orderBy('orders.id')
    .orderBy('hold.place')
    .execute();
  return rows.map(({ paidBy, placedBy, ...promise }) => {
    const soldBy = promise.state === 'sold' ? paidBy : null;
    return { ...promise, actor: soldBy ?? placedBy ?? '' };
  });
}

async function readOwed(db: Kysely<Tables>, tireId: string) {
  const rows = await db
    .selectFrom('purchase_lines as line')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('purchase_events')
          .select(['at', 'actor'])
          .whereRef('purchase_id', '=', 'purchase.id')
          .orderBy('id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['purchase.number', 'purchase.supplier', 'purchase.state', 'line.owed as count'])
    .select((eb) => eb.fn.coalesce('last.at', 'purchase.created_at').as('at'))
    .select('last.actor')
    .where('line.tire_id', '=', tireId)
    .where('line.owed', '>', 0)
    .orderBy('purchase.id')
    .execute();
  return rows.map(({ supplier, ...row }) => ({ ...row, place: supplierLocation(supplier) }));
}

async function readApartMoves(db: Kysely<Tables>, tireId: string) {
  const { rows } = await sql<{ place: string; at: Date; actor: string; reason: string; count: number }>`
    select place, at, actor, reason, after - before as count from stock_changes as change
    where tire_id = ${tireId} and stock_count = 'apart' and not exists (
      select from stock_changes as later
      where later.tire_id = change.tire_id and later.place = change.place and later.stock_count = 'apart'
        and later.after = 0 and later.id >= change.id)
    order by place, id`.execute(db);
  return rows;
}
