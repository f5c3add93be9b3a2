import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type OrderFilter, ordersWhere } from './list-orders.server.ts';

/** Every line of the orders that a filter lets through, oldest order first, in pages: never are all of them in memory. */
export async function* orderLinesSold(db: Kysely<Tables>, filter: OrderFilter) {
  for await (const orders of ordersWhere(db, filter, { newestFirst: false })) {
    if (orders.length === 0) continue;
    const byId = new Map(orders.map((order) => [order.id, order]));
    const lines = await db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select(['orders.id as orderId', 'orders.company', 'orders.plate', 'orders.note'])
      .select(['tire_id as tireId', 'title', 'size', 'count', 'price_cents as priceCents'])
      .where('order_id', 'in', [...byId.keys()])
      .orderBy('order_id')
      .orderBy('position')
      .execute();
    yield lines.flatMap((line) => {
      const order = byId.get(line.orderId);
      return order ? [{ ...order, ...line }] : [];
    });
  }
}

export type SoldLine = Awaited<ReturnType<typeof orderLinesSold>> extends AsyncGenerator<(infer Line)[]> ? Line : never;
