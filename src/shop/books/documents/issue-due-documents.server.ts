import type { Trx } from '../../../database/transaction.server.ts';
import { addDays } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { vatPercentAt } from '../../money.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { isOnCredit } from '../../order/order.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { CreditedLine } from './credit-lines.ts';
import { type DocumentsDue, documentsDue, type NewLine, type OrderToInvoice } from './documents-due.ts';
import { buyerOf, issueDocument } from './issue-document.server.ts';
import type { Buyer, CreditReason } from './money-document.ts';
import type { OpenLine } from './open-lines.ts';
import { readOpenLines, readOrderToInvoice, readPayments, receiptsDue } from './order-to-invoice.server.ts';
import { reissueForBuyer } from './reissue-for-buyer.server.ts';
import { withVat } from './vat-by-rate.ts';

type Shop = { shopConfig: ShopConfig };

/** `note`: the reason why an employee lowered the price, printed on the credit note. */
type DueChange = ChangeStamp & { note?: string };

/** Issues the due documents of an order. Call it in each transaction that moves its money or tires, after all other locks. `suppliedAt`: when the tires or the payment were received, if before the change. */
export async function issueDueDocuments(
  trx: Trx,
  { shopConfig }: Shop,
  order: LockedOrder,
  change: DueChange,
  suppliedAt: Date = change.at,
): Promise<void> {
  if (!order.issues_documents) return;
  await issueReceipts(trx, shopConfig, order, change);
  const toInvoice = await readOrderToInvoice(trx, order);
  for (;;) {
    const open = await readOpenLines(trx, order.id);
    const due = documentsDue(toInvoice, open);
    if (!due) break;
    await issueCreditNotes(trx, shopConfig, order, due, toInvoice, change);
    const prepaymentNumbers = await numbersOf(
      trx,
      open.filter(({ kind }) => kind === 'prepayment'),
    );
    await issueInvoices(trx, shopConfig, order, due, { ...toInvoice, suppliedAt, prepaymentNumbers }, change);
  }
  await reissueForBuyer(trx, shopConfig, order, change);
}

async function issueReceipts(trx: Trx, shopConfig: ShopConfig, order: LockedOrder, change: ChangeStamp): Promise<void> {
  for (const { ledgerId, payment } of await receiptsDue(trx, order)) {
    const draft = {
      kind: 'receipt',
      suppliedOn: payment.paidOn,
      dueOn: null,
      creditedInvoice: null,
      lines: [],
    } as const;
    await issueDocument(
      trx,
      shopConfig,
      order,
      { ...draft, payments: [payment], ledgerId, buyer: buyerOf(order) },
      change.at,
    );
  }
}

async function issueCreditNotes(
  trx: Trx,
  shopConfig: ShopConfig,
  order: LockedOrder,
  { creditNotes }: DocumentsDue,
  toInvoice: OrderToInvoice,
  change: DueChange,
): Promise<void> {
  for (const [documentId, credited] of [...creditNotes].toSorted(([a], [b]) => a - b)) {
    const lines = credited.map((line) => ({ ...line, creditsPosition: line.position }));
    const reason = await creditReasonOf(trx, order, credited, toInvoice);
    const note = reason === 'price-reduction' ? (change.note ?? '') : '';
    const creditedInvoice = await trx
      .selectFrom('money_documents')
      .select('buyer')
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow();
    await issueDocument(
      trx,
      shopConfig,
      order,
      {
        kind: 'credit-note',
        suppliedOn: tallinnDate(change.at),
        dueOn: null,
        creditedInvoice: { documentId, reason, note },
        lines,
        payments: [],
        ledgerId: null,
        buyer: creditedInvoice.buyer as Buyer,
      },
      change.at,
    );
  }
}

async function creditReasonOf(
  trx: Trx,
  order: LockedOrder,
  credited: readonly CreditedLine[],
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

async function issueInvoices(
  trx: Trx,
  shopConfig: ShopConfig,
  order: LockedOrder,
  { invoice, prepaymentCents }: DocumentsDue,
  { isPaidUp, suppliedAt, prepaymentNumbers }: OrderToInvoice & { suppliedAt: Date; prepaymentNumbers: string },
  change: ChangeStamp,
): Promise<void> {
  const vatPercent = vatPercentAt(shopConfig.vat, suppliedAt);
  const suppliedOn = tallinnDate(suppliedAt);
  const creditDays = isOnCredit(order) ? (order.credit_days ?? 0) : 0;
  const prepayment: NewLine = {
    kind: 'prepayment',
    tireId: null,
    name: '',
    count: 1,
    priceCents: prepaymentCents,
    grossCents: prepaymentCents,
  };
  const invoices = [
    { newLines: invoice, isPrepayment: false },
    { newLines: prepaymentCents > 0 ? [prepayment] : [], isPrepayment: true },
  ];
  for (const { newLines, isPrepayment } of invoices) {
    if (newLines.length === 0) continue;
    const named = newLines.map((line) => (line.kind === 'deduction' ? { ...line, name: prepaymentNumbers } : line));
    const lines = withVat(named.map((line) => ({ ...line, vatPercent, creditsPosition: null })));
    await issueDocument(
      trx,
      shopConfig,
      order,
      {
        kind: 'invoice',
        suppliedOn,
        dueOn: isPaidUp || isPrepayment ? null : addDays(tallinnDate(change.at), creditDays),
        creditedInvoice: null,
        lines,
        payments: await readPayments(trx, order),
        ledgerId: null,
        buyer: buyerOf(order),
      },
      change.at,
    );
  }
}

async function numbersOf(trx: Trx, lines: readonly OpenLine[]): Promise<string> {
  if (lines.length === 0) return '';
  const ids = lines.map(({ documentId }) => documentId);
  const rows = await trx.selectFrom('money_documents').select('number').where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ number }) => number).join(', ');
}
