import type { Trx } from '../../database/transaction.server.ts';
import type { LockedOrder } from '../order/change-status.server.ts';
import type { ShopFacts } from '../shop-facts.ts';
import { promisedDay } from './allocate.ts';
import { lockOffers } from './lock-offers.server.ts';
import { offeredLines } from './offer.ts';
import { stockNews } from './stock-news.server.ts';

/**
 * Takes the tires of a closed order from the free stock once more, wherever they are now, for its money has come late.
 * False when they are not all there; then nothing has changed.
 */
export async function keepAgain(trx: Trx, order: LockedOrder, facts: ShopFacts, now: Date): Promise<boolean> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['position', 'tire_id as id', 'count'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const offers = await lockOffers(
    trx,
    lines.map(({ id }) => id),
  );
  const wanted = lines.map(({ id, count }) => ({ id, count, indexes: [], pricesSeen: [] }));
  const branches = facts.branches.map(({ id }) => id);
  const offered = offeredLines(wanted, offers, order.branch, branches);
  if (offered.some(({ missing }) => missing > 0)) return false;

  const holds = offered.flatMap(({ id: tire_id, parts }, n) =>
    parts.map(({ place, count, leadDays: lead_days }) => ({
      order_id: order.id,
      position: lines[n]?.position ?? n,
      tire_id,
      place,
      count,
      lead_days,
    })),
  );
  await trx.deleteFrom('stock_holds').where('order_id', '=', order.id).execute();
  await trx
    .with('kept', (db) => db.insertInto('stock_holds').values(holds).returning(['tire_id', 'place', 'count']))
    .with('taken', (db) =>
      db
        .updateTable('stock')
        .from('kept')
        .set(({ eb, ref }) => ({ held: eb('stock.held', '+', ref('kept.count')) }))
        .whereRef('stock.tire_id', '=', 'kept.tire_id')
        .whereRef('stock.place', '=', 'kept.place'),
    )
    .selectNoFrom(stockNews(lines.map(({ id }) => id)))
    .execute();
  const parts = offered.flatMap((line) => line.parts);
  await trx
    .updateTable('orders')
    .set({ promised_on: promisedDay(parts, now, facts.hours) })
    .where('id', '=', order.id)
    .execute();
  return true;
}
