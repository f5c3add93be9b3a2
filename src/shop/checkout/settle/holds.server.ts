import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import type { Branch } from '../../shop-config.ts';
import { holdsOf, lockOffers, notifyStock, offeredLines } from '../place/offers.server.ts';

/** `sell`: held tires leave the stock; `release`: held tires are free again; `takeBack`: sold tires return to the stock. */
const holdMoves = {
  sell: { from: 'held', to: 'sold', onHand: -1, held: -1 },
  release: { from: 'held', to: 'released', onHand: 0, held: -1 },
  takeBack: { from: 'sold', to: 'released', onHand: 1, held: 0 },
} as const;

/** Changes the state of all holds of a locked order. Returns false if none is in the first state of the move. */
export async function moveHolds(trx: Trx, orderId: number, move: keyof typeof holdMoves): Promise<boolean> {
  const { from, to, onHand, held } = holdMoves[move];
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
        .set(({ eb, fn, ref, val }) => ({
          held: eb('stock.held', '+', eb(ref('moved.count'), '*', val(held))),
          // Never below zero: an import may have found fewer tires than are held.
          on_hand: fn('greatest', [eb('stock.on_hand', '+', eb(ref('moved.count'), '*', val(onHand))), val(0)]),
        }))
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

export type StockDrift = { tireId: string; place: string; held: number; holds: number };

export async function findStockDrift(db: Kysely<Tables>): Promise<StockDrift[]> {
  const heldCounts = db
    .selectFrom('stock_holds')
    .select(({ fn }) => ['tire_id', 'place', fn.sum<number>('count').as('count')])
    .where('state', '=', 'held')
    .groupBy(['tire_id', 'place']);
  const holds = sql<number>`coalesce(live.count, 0)`;
  return db
    .selectFrom('stock')
    .leftJoin(heldCounts.as('live'), (join) =>
      join.onRef('live.tire_id', '=', 'stock.tire_id').onRef('live.place', '=', 'stock.place'),
    )
    .select(['stock.tire_id as tireId', 'stock.place', 'stock.held', holds.as('holds')])
    .where('stock.held', '!=', holds)
    .orderBy('stock.tire_id')
    .orderBy('stock.place')
    .execute();
}
