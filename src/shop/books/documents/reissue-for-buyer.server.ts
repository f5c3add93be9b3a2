import type { Trx } from '../../../database/transaction.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { companyText } from '../../order/company.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { buyerOf, issueDocument } from './issue-document.server.ts';
import type { Buyer, DocumentPayment } from './money-document.ts';
import { readOpenLines } from './order-to-invoice.server.ts';

/**
 * Credits open invoices that name another company than the order does, and issues new ones to the buyer of the order with the same lines, day of
 * supply and payments, because an issued document is never changed (KMS § 37(4)). The name of a private person may differ.
 */
export async function reissueForBuyer(
  trx: Trx,
  shopConfig: ShopConfig,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<void> {
  // The documents of an order whose buyer is erased stay as they are.
  if (order.name_erased_at) return;
  const buyer = buyerOf(order);
  const newNumbers = new Map<string, string>();
  // The name of a deduction lists the invoices of its prepayments.
  const withNewNumbers = (numbers: string) => numbers.replaceAll(/\d+/g, (number) => newNumbers.get(number) ?? number);
  for (const [documentId, openLines] of Map.groupBy(await readOpenLines(trx, order.id), (line) => line.documentId)) {
    // A deduction can equal the tires: their invoice then has the sum 0, but is not settled.
    const isSettled = openLines.every(({ grossCents }) => grossCents === 0);
    const invoice = await trx
      .selectFrom('money_documents')
      .selectAll()
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow();
    const earlierBuyer = invoice.buyer as Buyer;
    if (isSettled || companyIn(earlierBuyer) === companyIn(buyer)) continue;
    await issueDocument(
      trx,
      shopConfig,
      order,
      {
        kind: 'credit-note',
        // The VAT of a credit note belongs to the month in which it is issued (KMS § 29(7)).
        suppliedOn: tallinnDate(change.at),
        dueOn: null,
        creditedInvoice: { documentId, reason: 'buyer', note: '' },
        lines: openLines.map((line) => ({ ...line, creditsPosition: line.position })),
        payments: [],
        ledgerId: null,
        buyer: earlierBuyer,
      },
      change.at,
    );
    const lines = openLines.map((line) => ({
      ...line,
      name: line.kind === 'deduction' ? withNewNumbers(line.name) : line.name,
      creditsPosition: null,
    }));
    const payments = invoice.payments as unknown as DocumentPayment[];
    const id = await issueDocument(
      trx,
      shopConfig,
      order,
      {
        kind: 'invoice',
        suppliedOn: invoice.supplied_on,
        dueOn: invoice.due_on,
        creditedInvoice: null,
        lines,
        payments,
        ledgerId: null,
        buyer,
      },
      change.at,
    );
    const issued = trx.selectFrom('money_documents').select('number').where('id', '=', id);
    newNumbers.set(invoice.number, (await issued.executeTakeFirstOrThrow()).number);
  }
}

/** Returns the details that an invoice must state correctly: a company with its codes and address. Null: a private person. */
function companyIn(buyer: Buyer): string | null {
  return buyer.kind === 'company' ? companyText({ ...buyer, regCode: buyer.regCode ?? '' }) : null;
}
