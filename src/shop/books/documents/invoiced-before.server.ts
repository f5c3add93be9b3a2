import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** Whether an invoice of an order was issued before this month, whose books may be closed: then an employee decides on another buyer. */
export async function isInvoicedBefore(db: Kysely<Tables>, orderId: number, now: Date): Promise<boolean> {
  const earlier = db
    .selectFrom('money_documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .where('issued_on', '<', `${tallinnDate(now).slice(0, 7)}-01`);
  return (await earlier.executeTakeFirst()) !== undefined;
}
