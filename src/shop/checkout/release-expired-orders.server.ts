import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { openUnpaidOrders } from '../order/open-unpaid.server.ts';
import { stockNews } from './stock-news.server.ts';
import { commitIfOk, lostRace, repeatedIf, type Trx } from './transaction.server.ts';

const batchSize = 50;

/**
 * Expires the unpaid orders whose time is over and lets their tires go. Returns how many. Several processes may do it
 * at once; each order is expired by one of them.
 */
export async function releaseExpiredOrders(db: Kysely<Tables>, now: Date): Promise<number> {
  for (let count = 0; ; ) {
    const batch = await repeatedIf(lostRace, () => commitIfOk(db, (trx) => releaseBatch(trx, now)));
    count += batch.expired;
    if (batch.found < batchSize) return count;
  }
}

async function releaseBatch(trx: Trx, now: Date): Promise<{ ok: true; found: number; expired: number }> {
  const due = await openUnpaidOrders(trx)
    .select('id')
    .where('held_until', '<', now)
    .orderBy('held_until')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  // Asked again: a payment may have landed just before its order was locked.
  const unpaid =
    due.length === 0 ? [] : await openUnpaidOrders(trx).select('id').where('id', 'in', due.map(idOf)).execute();
  if (unpaid.length > 0) await expire(trx, unpaid.map(idOf), now);
  return { ok: true, found: due.length, expired: unpaid.length };
}

function idOf({ id }: { id: number }): number {
  return id;
}

async function expire(trx: Trx, orderIds: number[], now: Date) {
  // In the order in which new orders lock them.
  const stock = await trx
    .selectFrom('stock')
    .select('tire_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stock_holds as held')
          .whereRef('held.tire_id', '=', 'stock.tire_id')
          .whereRef('held.place', '=', 'stock.place')
          .where('held.order_id', 'in', orderIds)
          .where('held.state', '=', 'held'),
      ),
    )
    .orderBy('tire_id')
    .orderBy('place')
    .forUpdate()
    .execute();
  await trx
    .with('released', (db) =>
      db
        .updateTable('stock_holds')
        .set({ state: 'released' })
        .where('order_id', 'in', orderIds)
        .where('state', '=', 'held')
        .returning(['tire_id', 'place', 'count']),
    )
    .with('given_back', (db) =>
      db
        .selectFrom('released')
        .select(({ fn }) => ['tire_id', 'place', fn.sum<number>('count').as('count')])
        .groupBy(['tire_id', 'place']),
    )
    .with('freed', (db) =>
      db
        .updateTable('stock')
        .from('given_back')
        .set(({ eb, ref }) => ({ held: eb('stock.held', '-', ref('given_back.count')) }))
        .whereRef('stock.tire_id', '=', 'given_back.tire_id')
        .whereRef('stock.place', '=', 'given_back.place'),
    )
    .with('unpaid', (db) =>
      db
        .updateTable('payments')
        .set({ state: 'expired' })
        .where('order_id', 'in', orderIds)
        .where('state', 'in', ['created', 'pending']),
    )
    .with('closed', (db) =>
      db.updateTable('orders').set({ status: 'expired', client_address: null }).where('id', 'in', orderIds),
    )
    .with('happened', (db) =>
      db
        .insertInto('order_events')
        .values(orderIds.map((order_id) => ({ order_id, at: now, actor: 'shop', type: 'expired' }))),
    )
    .selectNoFrom(stockNews(stock.map(({ tire_id }) => tire_id)))
    .execute();
}
