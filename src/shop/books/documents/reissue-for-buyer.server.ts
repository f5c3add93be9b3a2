import { companyText } from '../../order/company.ts';
import { buyerOf, creditInvoice, type IssueContext, issueDocument } from './issue-document.server.ts';
import type { Buyer, DocumentPayment } from './money-document.ts';
import { readOpenLines } from './order-to-invoice.server.ts';

/** Credits open invoices that name another company than the order does, and issues new ones to the buyer of the order with the same lines, day of
 * supply and payments, because an issued document is never changed (KMS § 37(4)). The name of a private person may differ. */
export async function reissueForBuyer(context: IssueContext): Promise<void> {
  const { trx, order } = context;
  // The documents of an order whose buyer is erased stay as they are.
  if (order.name_erased_at) return;
  const buyer = buyerOf(order);
  const newNumbers = new Map<string, string>();
  // The text of a deduction, its `name`, lists the numbers of its prepayment invoices.
  const withNewNumbers = (numbers: string) => numbers.replaceAll(/\d+/g, (number) => newNumbers.get(number) ?? number);
  for (const [documentId, lines] of Map.groupBy(await readOpenLines(trx, order.id), (line) => line.documentId)) {
    // The sum of an invoice does not show that it is settled: it is 0 also if a deduction equals the tires, whose lines are still open.
    const isSettled = lines.every(({ grossCents }) => grossCents === 0);
    const invoice = await trx
      .selectFrom('money_documents')
      .selectAll()
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow();
    if (isSettled || companyIn(invoice.buyer as Buyer) === companyIn(buyer)) continue;
    await creditInvoice(context, { documentId, lines, reason: 'buyer' });
    const newNumber = await issueDocument(context, {
      kind: 'invoice',
      suppliedOn: invoice.supplied_on,
      dueOn: invoice.due_on,
      lines: lines.map((line) => (line.kind === 'deduction' ? { ...line, name: withNewNumbers(line.name) } : line)),
      payments: invoice.payments as unknown as DocumentPayment[],
      buyer,
    });
    newNumbers.set(invoice.number, newNumber);
  }
}

/** Returns what an invoice must state correctly: a company with codes and address. Null: a private person. */
function companyIn(buyer: Buyer): string | null {
  return buyer.kind === 'company' ? companyText({ ...buyer, regCode: buyer.regCode ?? '' }) : null;
}
