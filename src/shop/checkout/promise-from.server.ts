import type { Trx } from '../../database/transaction.server.ts';
import type { ShopFacts } from '../shop-facts.ts';
import { promisedDay } from './allocate.ts';

/** Counts the promised day of an order from the arrival of its money: until then nothing is brought or ordered for it. */
export async function promiseFrom(trx: Trx, orderId: number, hours: ShopFacts['hours'], at: Date): Promise<void> {
  const parts = await trx
    .selectFrom('stock_holds')
    .select(['place', 'count', 'lead_days as leadDays'])
    .where('order_id', '=', orderId)
    .execute();
  await trx
    .updateTable('orders')
    .set({ promised_on: promisedDay(parts, at, hours) })
    .where('id', '=', orderId)
    .execute();
}
