import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../database/transaction.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { customer } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `no-address`: the order has no e-mail address. `bad-address`: the typed text is not an e-mail address. */
export type SendDocumentResult =
  | { ok: true; orderNumber: string; to: string }
  | { ok: false; reason: 'unknown' | 'no-address' | 'bad-address' };

/** Mails a document again, as the same file. A mail to another `address` than the buyer's has no link to the order. */
export async function sendDocument(
  shop: ShopContext,
  documentNumber: string,
  address: string | null = null,
): Promise<SendDocumentResult> {
  const typedEmail = address === null ? null : customer.shape.email.safeParse(address);
  if (typedEmail?.success === false) return { ok: false, reason: 'bad-address' };
  return inTransaction(shop.db, async (trx): Promise<SendDocumentResult> => {
    const order = await trx
      .selectFrom('money_documents')
      .innerJoin('orders', 'orders.id', 'money_documents.order_id')
      .select(['orders.id', 'orders.email', 'orders.number'])
      .where('money_documents.number', '=', documentNumber)
      .executeTakeFirst();
    if (!order) return { ok: false, reason: 'unknown' };
    const recipient = typedEmail && typedEmail.data !== order.email ? typedEmail.data : null;
    const to = recipient ?? order.email;
    if (to === '') return { ok: false, reason: 'no-address' };
    // A mail with the same key would not be sent again.
    const eventKey = `${documentNumber} ${randomUUID()}`;
    const at = shop.now();
    await enqueueMail(trx, shop.enqueue, { orderId: order.id, kind: 'documents', at, eventKey, recipient });
    return { ok: true, orderNumber: order.number, to };
  });
}
