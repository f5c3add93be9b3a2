import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** An employee decides about changes of an order that was invoiced in an earlier month, because the books of that month may be closed. */
export async function isInvoicedBefore(db: Kysely<Tables>, orderId: number, now: Date): Promise<boolean> {
  const earlier = db
    .selectFrom('money_documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .where('issued_on', '<', `${tallinnDate(now).slice(0, 7)}-01`);
  return (await earlier.executeTakeFirst()) !== undefined;
}
