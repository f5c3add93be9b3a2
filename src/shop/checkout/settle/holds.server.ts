import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import type { Branch } from '../../shop-config.ts';
import { holdsOf, lockOffers, notifyStock, offeredLines } from '../place/offers.server.ts';

/** Changes of the counts of a stock row for each tire. Only a hand-over changes what stands at a branch or a supplier lists. */
const holdMoves = {
  sell: { from: 'held', to: 'sold', held: -1, sold: 1, onHand: 0 },
  handOver: { from: 'sold', to: 'handed_over', held: 0, sold: -1, onHand: -1 },
  release: { from: 'held', to: 'released', held: -1, sold: 0, onHand: 0 },
  takeBack: { from: 'sold', to: 'released', held: 0, sold: -1, onHand: 0 },
} as const;

/** Changes the state of all holds of a locked order. Returns false if none is in the first state of the move. */
export async function moveHolds(trx: Trx, orderId: number, move: keyof typeof holdMoves): Promise<boolean> {
  const { from, to, held, sold, onHand } = holdMoves[move];
  const stock = await trx
    .selectFrom('stock')
    .select('tire_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stock_holds as kept')
          .whereRef('kept.tire_id', '=', 'stock.tire_id')
          .whereRef('kept.place', '=', 'stock.place')
          .where('kept.order_id', '=', orderId)
          .where('kept.state', '=', from),
      ),
    )
    .orderBy('tire_id')
    .orderBy('place')
    .forUpdate()
    .execute();
  if (stock.length === 0) return false;
  await trx
    .with('moved', (db) =>
      db
        .updateTable('stock_holds')
        .set({ state: to })
        .where('order_id', '=', orderId)
        .where('state', '=', from)
        .returning(['tire_id', 'place', 'count']),
    )
    .with('changed', (db) =>
      db
        .updateTable('stock')
        .from('moved')
        .set({
          held: sql`stock.held + moved.count * ${sql.lit(held)}`,
          sold: sql`stock.sold + moved.count * ${sql.lit(sold)}`,
          // Never below zero: a count may have found fewer tires than are sold.
          on_hand: sql`greatest(stock.on_hand + moved.count * ${sql.lit(onHand)}, 0)`,
        })
        .whereRef('stock.tire_id', '=', 'moved.tire_id')
        .whereRef('stock.place', '=', 'moved.place'),
    )
    .selectNoFrom(notifyStock(stock.map(({ tire_id }) => tire_id)))
    .execute();
  return true;
}

/** Holds the tires of a closed order again. Returns false, without a change, if some are not available any more. */
export async function holdAgain(trx: Trx, order: LockedOrder, branches: readonly Branch[]): Promise<boolean> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['tire_id as id', 'count'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const offered = offeredLines(lines, await lockOffers(trx, lines), order.branch, branches);
  if (offered.some(({ missing }) => missing > 0)) return false;

  const holds = holdsOf(offered).map((hold) => ({ ...hold, order_id: order.id }));
  await trx.deleteFrom('stock_holds').where('order_id', '=', order.id).execute();
  await trx
    .with('held', (db) => db.insertInto('stock_holds').values(holds).returning(['tire_id', 'place', 'count']))
    .with('taken', (db) =>
      db
        .updateTable('stock')
        .from('held')
        .set(({ eb, ref }) => ({ held: eb('stock.held', '+', ref('held.count')) }))
        .whereRef('stock.tire_id', '=', 'held.tire_id')
        .whereRef('stock.place', '=', 'held.place'),
    )
    .selectNoFrom(notifyStock(lines.map(({ id }) => id)))
    .execute();
  return true;
}

export type StockDrift = {
  tireId: string;
  place: string;
  held: number;
  heldForOrders: number;
  sold: number;
  soldToOrders: number;
};

/** Returns stock rows whose held or sold count differs from the orders'. */
export async function findStockDrift(db: Kysely<Tables>): Promise<StockDrift[]> {
  const ofOrders = db
    .selectFrom('stock_holds')
    .select(['tire_id', 'place'])
    .select(({ fn }) => [
      fn.sum<number>('count').filterWhere('state', '=', 'held').as('held'),
      fn.sum<number>('count').filterWhere('state', '=', 'sold').as('sold'),
    ])
    .where('state', 'in', ['held', 'sold'])
    .groupBy(['tire_id', 'place']);
  const heldForOrders = sql<number>`coalesce(of_orders.held, 0)`;
  const soldToOrders = sql<number>`coalesce(of_orders.sold, 0)`;
  return db
    .selectFrom('stock')
    .leftJoin(ofOrders.as('of_orders'), (join) =>
      join.onRef('of_orders.tire_id', '=', 'stock.tire_id').onRef('of_orders.place', '=', 'stock.place'),
    )
    .select(['stock.tire_id as tireId', 'stock.place', 'stock.held', 'stock.sold'])
    .select([heldForOrders.as('heldForOrders'), soldToOrders.as('soldToOrders')])
    .where(({ eb, or }) => or([eb('stock.held', '!=', heldForOrders), eb('stock.sold', '!=', soldToOrders)]))
    .orderBy('stock.tire_id')
    .orderBy('stock.place')
    .execute();
}
