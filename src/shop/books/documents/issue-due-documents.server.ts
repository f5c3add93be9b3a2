import type { Trx } from '../../../database/transaction.server.ts';
import { addDays, type Day } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { type Cents, vatPercentAt } from '../../money.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { isOnCredit } from '../../order/order.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { documentsDue, type NewLine, type OrderToInvoice } from './documents-due.ts';
import { buyerOf, creditInvoice, type IssueContext, issueDocument } from './issue-document.server.ts';
import type { CreditReason } from './money-document.ts';
import type { OpenLine } from './open-lines.ts';
import { readOpenLines, readOrderToInvoice, readPayments, receiptsDue } from './order-to-invoice.server.ts';
import { reissueForBuyer } from './reissue-for-buyer.server.ts';
import { withVat } from './vat-by-rate.ts';

type Shop = { shopConfig: ShopConfig };

/** `note`: the reason why an employee lowered the price, printed on the credit note. */
type DueChange = ChangeStamp & { note?: string };

/** Issues an order's due documents. Call it in each transaction that moves its money or tires, after all other locks. `suppliedAt`: when
 * the tires or the payment were received, if before the change. */
export async function issueDueDocuments(
  trx: Trx,
  { shopConfig }: Shop,
  order: LockedOrder,
  { at, note }: DueChange,
  suppliedAt: Date = at,
): Promise<void> {
  if (!order.issues_documents) return;
  const context: IssueContext = { trx, shopConfig, order, at };
  await issueReceipts(context);
  const toInvoice = await readOrderToInvoice(trx, order);
  // Issued documents can make others due, such as a credit note for the lowered price of a new invoice.
  for (;;) {
    const open = await readOpenLines(trx, order.id);
    const due = documentsDue(toInvoice, open);
    if (!due) break;
    await issueCreditNotes(context, due.creditNotesByInvoiceId, toInvoice, note);
    const prepayments = open.filter(({ kind }) => kind === 'prepayment');
    const textOfDeduction = prepayments.map(({ documentNumber }) => documentNumber).join(', ');
    const lines = due.invoice.map((line) => (line.kind === 'deduction' ? { ...line, name: textOfDeduction } : line));
    const creditDays = isOnCredit(order) ? (order.credit_days ?? 0) : 0;
    const dueOn = toInvoice.isPaidUp ? null : addDays(tallinnDate(at), creditDays);
    await issueInvoice(context, lines, suppliedAt, dueOn);
    await issueInvoice(context, prepaymentLines(due.prepaymentCents), suppliedAt, null);
  }
  await reissueForBuyer(context);
}

async function issueReceipts(context: IssueContext): Promise<void> {
  const { trx, order } = context;
  for (const { ledgerId, payment } of await receiptsDue(trx, order))
    await issueDocument(context, {
      kind: 'receipt',
      suppliedOn: payment.paidOn,
      payments: [payment],
      ledgerId,
      buyer: buyerOf(order),
    });
}

async function issueCreditNotes(
  context: IssueContext,
  creditNotesByInvoiceId: ReadonlyMap<number, OpenLine[]>,
  toInvoice: OrderToInvoice,
  noteOfReduction = '',
): Promise<void> {
  for (const [documentId, lines] of [...creditNotesByInvoiceId].toSorted(([a], [b]) => a - b)) {
    const reason = await creditReasonOf(context, lines, toInvoice);
    const note = reason === 'price-reduction' ? noteOfReduction : '';
    await creditInvoice(context, { documentId, lines, reason, note });
  }
}

async function creditReasonOf(
  { trx, order }: IssueContext,
  credited: readonly OpenLine[],
  { isClosed, lines }: OrderToInvoice,
): Promise<CreditReason> {
  if (isClosed) {
    const withdrawal = trx.selectFrom('withdrawals').select('id').where('order_id', '=', order.id);
    return (await withdrawal.executeTakeFirst()) ? 'withdrawal' : 'cancelled';
  }
  const linesWithCount = credited.filter(({ count }) => count > 0);
  const onlyLowersPrice = linesWithCount.length === 0;
  if (onlyLowersPrice) return 'price-reduction';
  const isReturned = linesWithCount.some(({ tireId }) =>
    lines.some((line) => line.tireId === tireId && line.returned > 0),
  );
  return isReturned ? 'returned' : 'changed';
}

async function issueInvoice(
  context: IssueContext,
  newLines: readonly NewLine[],
  suppliedAt: Date,
  dueOn: Day | null,
): Promise<void> {
  if (newLines.length === 0) return;
  const { trx, shopConfig, order } = context;
  const vatPercent = vatPercentAt(shopConfig.vat, suppliedAt);
  await issueDocument(context, {
    kind: 'invoice',
    suppliedOn: tallinnDate(suppliedAt),
    dueOn,
    lines: withVat(newLines.map((line) => ({ ...line, vatPercent }))),
    payments: await readPayments(trx, order),
    buyer: buyerOf(order),
  });
}

function prepaymentLines(cents: Cents): NewLine[] {
  if (cents === 0) return [];
  return [{ kind: 'prepayment', tireId: null, name: '', count: 1, priceCents: cents, grossCents: cents }];
}
