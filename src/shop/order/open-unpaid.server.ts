import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { openStatuses } from './order.ts';

/** Orders whose tires are kept although nobody has paid for them yet. */
export function openUnpaidOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .where('status', 'in', openStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments').whereRef('order_id', '=', 'orders.id').where('state', '=', 'paid'))),
    );
}
