import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import { recordEvent } from '../../history.server.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { companyText } from '../../order/company.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { errorsIn } from '../desk/desk-orders.server.ts';
import { company as companySchema, type FieldError } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';

export type CompanyForm = { name: string; regCode: string; vatNumber: string; address?: string } | null;

/** `too-late`: the data of the order's buyer are erased. */
export type SetCompanyResult =
  | { ok: true; number: string }
  | { ok: false; reason: 'unchanged' | 'too-late' }
  | { ok: false; reason: 'validation'; errors: FieldError[] };

/** Sets the company of an order (null: a private person), at any time. Credits open invoices, and mails new ones to the buyer. */
export async function setCompany(
  shop: ShopContext,
  orderId: number,
  form: CompanyForm,
  actor: string,
): Promise<SetCompanyResult> {
  const errors = form ? errorsIn('company', companySchema, form) : [];
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };
  const company = form && companySchema.parse(form);
  return commitIfOkWithRetry(shop.db, async (trx): Promise<SetCompanyResult> => {
    const order = await lockOrder(trx, orderId);
    if (order.name_erased_at) return { ok: false, reason: 'too-late' };
    if (companyText(order.company) === companyText(company)) return { ok: false, reason: 'unchanged' };
    const change = { at: shop.now(), actor };
    await trx.updateTable('orders').set({ company }).where('id', '=', orderId).execute();
    await recordEvent(trx, orderId, change, 'changed', { fields: ['company'] });
    await issueDueDocuments(trx, shop, Object.assign(order, { company }), change);
    const newDocuments = trx
      .selectFrom('money_documents')
      .select('id')
      .where('order_id', '=', orderId)
      .where('issued_at', '=', change.at);
    const hasNewDocuments = (await newDocuments.executeTakeFirst()) !== undefined;
    const issuedAt = change.at.toISOString();
    if (hasNewDocuments && order.email !== '')
      await enqueueMail(trx, shop.enqueue, { orderId, kind: 'documents', at: change.at, eventKey: issuedAt });
    return { ok: true, number: order.number };
  });
}
