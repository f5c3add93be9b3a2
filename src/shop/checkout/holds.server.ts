import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type StockDrift = { tireId: string; place: string; held: number; holds: number };

/** Stock rows whose `held` is not the sum of the live holds on them. Empty unless something has gone wrong. */
export async function findStockDrift(db: Kysely<Tables>): Promise<StockDrift[]> {
  const live = db
    .selectFrom('stock_holds')
    .select(({ fn }) => ['tire_id', 'place', fn.sum<number>('count').as('count')])
    .where('state', '=', 'held')
    .groupBy(['tire_id', 'place']);
  const holds = sql<number>`coalesce(live.count, 0)`;
  return db
    .selectFrom('stock')
    .leftJoin(live.as('live'), (join) =>
      join.onRef('live.tire_id', '=', 'stock.tire_id').onRef('live.place', '=', 'stock.place'),
    )
    .select(['stock.tire_id as tireId', 'stock.place', 'stock.held', holds.as('holds')])
    .where('stock.held', '!=', holds)
    .orderBy('stock.tire_id')
    .orderBy('stock.place')
    .execute();
}
