import type { Trx } from '../../database/transaction.server.ts';
import { stockNews } from './stock-news.server.ts';

/**
 * What becomes of the tires that are kept for an order. `sell`: they leave the stock; `release`: they are free again;
 * `takeBack`: tires that were sold and not handed over return to their places.
 */
const moves = {
  sell: { from: 'held', to: 'sold', onHand: -1, held: -1 },
  release: { from: 'held', to: 'released', onHand: 0, held: -1 },
  takeBack: { from: 'sold', to: 'released', onHand: 1, held: 0 },
} as const;

/** Moves the tires of a locked order, all at once. Returns how many holds have moved; none, when that was done before. */
export async function moveHolds(trx: Trx, orderId: number, move: keyof typeof moves): Promise<number> {
  const { from, to, onHand, held } = moves[move];
  // In the order in which new orders lock them.
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
  if (stock.length === 0) return 0;
  const rows = await trx
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
          // A list that was imported meanwhile may know of fewer than were promised.
          on_hand: fn('greatest', [eb('stock.on_hand', '+', eb(ref('moved.count'), '*', val(onHand))), val(0)]),
        }))
        .whereRef('stock.tire_id', '=', 'moved.tire_id')
        .whereRef('stock.place', '=', 'moved.place'),
    )
    .selectFrom('moved')
    .select(({ fn }) => [fn.countAll<number>().as('count'), ...stockNews(stock.map(({ tire_id }) => tire_id))])
    .execute();
  return Number(rows[0]?.count ?? 0);
}
