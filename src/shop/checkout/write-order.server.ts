import type { Trx } from '../../database/transaction.server.ts';
import type { StoredOrder } from '../order/stored-order.server.ts';
import { providerIdOf } from '../payment/providers.ts';
import type { Buyer } from './order-limits.server.ts';
import type { PreparedLetter } from './prepare-letters.server.ts';
import { stockNews } from './stock-news.server.ts';

/**
 * Writes an order with its lines, holds, payment and first event, and takes its tires from the free stock: one statement.
 * Browsing hears of it when the transaction commits.
 */
export async function writeOrder(
  trx: Trx,
  { order, lines, holds, attempt }: StoredOrder,
  letters: readonly PreparedLetter[],
  { mailbox, client }: Buyer,
) {
  const order_id = order.id;
  const { total_cents: amount_cents, payment_method: method, placed_at } = order;
  // The id is not written elsewhere, so the table type knows no insert of it; here the idempotency key was given it first.
  const row = { ...order, mailbox, client_address: client };
  await trx
    .with('placed', (db) => db.insertInto('orders').values(row))
    .with('bought', (db) => db.insertInto('order_lines').values(lines.map((line) => ({ order_id, ...line }))))
    .with('held', (db) =>
      db
        .insertInto('stock_holds')
        .values(holds.map((hold) => ({ order_id, ...hold })))
        .returning(['tire_id', 'place', 'count']),
    )
    .with('taken', (db) =>
      db
        .updateTable('stock')
        .from('held')
        .set(({ eb, ref }) => ({ held: eb('stock.held', '+', ref('held.count')) }))
        .whereRef('stock.tire_id', '=', 'held.tire_id')
        .whereRef('stock.place', '=', 'held.place'),
    )
    .with('due', (db) =>
      db.insertInto('payments').values({
        id: attempt.id,
        order_id,
        provider: providerIdOf(method),
        method,
        state: attempt.state,
        amount_cents,
        created_at: placed_at,
        // A shop that ends before it has asked the provider asks after it is back.
        next_poll_at: attempt.state === 'created' ? placed_at : null,
      }),
    )
    .with('told', (db) =>
      db.insertInto('letters').values(letters.map((letter) => ({ ...letter, order_id, created_at: placed_at }))),
    )
    .with('happened', (db) =>
      db.insertInto('order_events').values({ order_id, at: placed_at, actor: 'buyer', type: 'placed' }),
    )
    .selectNoFrom(stockNews(lines.map(({ tire_id }) => tire_id)))
    .execute();
}
