import { inTransaction } from '../../../database/transaction.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `no-address`: the order has no e-mail address. */
export type SendDocumentResult =
  | { ok: true; orderNumber: string; to: string }
  | { ok: false; reason: 'unknown' | 'no-address' };

/** Mails an invoice, credit note or receipt to the buyer again: the same file as before. */
export async function sendDocument(shop: ShopContext, number: string): Promise<SendDocumentResult> {
  return inTransaction(shop.db, async (trx): Promise<SendDocumentResult> => {
    const found = await trx
      .selectFrom('money_documents')
      .innerJoin('orders', 'orders.id', 'money_documents.order_id')
      .select(['orders.id', 'orders.email', 'orders.number as orderNumber'])
      .where('money_documents.number', '=', number)
      .executeTakeFirst();
    if (!found) return { ok: false, reason: 'unknown' };
    if (found.email === '') return { ok: false, reason: 'no-address' };
    const at = shop.now();
    await enqueueMail(trx, shop.enqueue, found.id, 'documents', at, `${number} ${at.toISOString()}`);
    return { ok: true, orderNumber: found.orderNumber, to: found.email };
  });
}
