import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { firstOfMonth } from '../../calendar.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** True if invoiced in an earlier month, whose books may be closed: an employee must decide about changes. */
export async function isInvoicedBefore(db: Kysely<Tables>, orderId: number, now: Date): Promise<boolean> {
  const earlierInvoice = db
    .selectFrom('money_documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .where('issued_on', '<', firstOfMonth(tallinnDate(now)));
  return (await earlierInvoice.executeTakeFirst()) !== undefined;
}
