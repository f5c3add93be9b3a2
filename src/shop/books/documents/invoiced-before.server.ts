import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** Whether an order was invoiced in an earlier month. Its books may be closed, so an employee then decides about changes of the order. */
export async function isInvoicedBefore(db: Kysely<Tables>, orderId: number, now: Date): Promise<boolean> {
  const earlier = db
    .selectFrom('money_documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .where('issued_on', '<', `${tallinnDate(now).slice(0, 7)}-01`);
  return (await earlier.executeTakeFirst()) !== undefined;
}
