import { type Cents, sumCents } from '../../money.ts';
import { creditNoteLines } from './credit-lines.ts';
import { type LineToInvoice, type OpenLine, tireCountsOf, tirePriceKey, type WantedTires } from './open-lines.ts';

export type OrderToInvoice = {
  isClosed: boolean;
  /** The buyer paid the whole total, and the shop has not refunded all of it. */
  isPaidUp: boolean;
  lines: readonly LineToInvoice[];
  /** All payments less all refunds that have not failed. */
  netPaidCents: Cents;
  /** Refunds that have not failed and lower the price: not those for a change, an overpayment or a late payment. */
  priceRefundsCents: Cents;
  /** Payments at a branch less refunds at a branch, at most `netPaidCents`. */
  depositCents: Cents;
};

export type NewLine = Pick<OpenLine, 'kind' | 'tireId' | 'name' | 'count' | 'priceCents' | 'grossCents'>;

export type DocumentsDue = {
  creditNotesByInvoiceId: Map<number, OpenLine[]>;
  invoice: NewLine[];
  prepaymentCents: Cents;
};

/** Returns the documents that an order lacks: with them, its invoices less their credit notes agree with the order. Null: none. Call it again after they are
 * issued, as new documents can make others due, such as a credit note for the lowered price of a new invoice. An order paid in full is invoiced as a whole, any
 * other for the tires handed over (KMS § 11). Tires stay invoiced, also if a payment is voided, until they leave the order or a refund lowers the price. */
export function documentsDue(order: OrderToInvoice, openLines: readonly OpenLine[]): DocumentsDue | null {
  const invoiced = tireCountsOf(openLines);
  const wanted = wantedTires(order, invoiced);
  const invoice = linesOfNewTires(wanted, invoiced);
  const wantedCents = sumCents([...wanted.values()], ({ line, count }) => count * line.priceCents);
  const newTiresCents = sumCents(invoice, ({ grossCents }) => grossCents);
  // Refunds lower the price of the tires at most by the sum that `netPaidCents` does not cover. Tires of a closed order keep their price.
  const unpaidCents = Math.max(0, wantedCents - order.netPaidCents);
  const loweredCents = order.isClosed ? 0 : Math.min(order.priceRefundsCents, unpaidCents);
  const invoicesTires = wantedCents > 0 || invoiced.size > 0;
  const invoicesOnlyDeposit = !order.isClosed && !order.isPaidUp && !invoicesTires;
  const depositCents = invoicesOnlyDeposit ? order.depositCents : 0;
  const prepaidCents = undeductedPrepaymentsIn(openLines);
  // An invoiced prepayment is kept if an invoice of new tires deducts it, or if it is the deposit of the order. The rest is credited.
  const keptPrepaidCents = Math.max(0, Math.min(prepaidCents, newTiresCents + depositCents));
  const keptTiresCents = Math.max(0, wantedCents - newTiresCents - loweredCents);
  const openCents = sumCents(openLines, ({ grossCents }) => grossCents);
  const centsToCredit = openCents - keptTiresCents - keptPrepaidCents;
  const creditNotesByInvoiceId = creditNoteLines(openLines, wanted, centsToCredit);
  const creditedPrepayments = [...creditNotesByInvoiceId.values()].flat().filter(({ kind }) => kind === 'prepayment');
  const leftPrepaidCents = prepaidCents - sumCents(creditedPrepayments, ({ grossCents }) => grossCents);
  const deductedCents = Math.min(leftPrepaidCents, newTiresCents);
  if (deductedCents > 0)
    invoice.push({
      kind: 'deduction',
      tireId: null,
      name: '',
      count: -1,
      priceCents: deductedCents,
      grossCents: -deductedCents,
    });
  const openPrepaidCents = Math.max(0, leftPrepaidCents);
  const prepaymentCents = Math.max(0, depositCents - openPrepaidCents);
  const isNothingDue = creditNotesByInvoiceId.size === 0 && invoice.length === 0 && prepaymentCents === 0;
  return isNothingDue ? null : { creditNotesByInvoiceId, invoice, prepaymentCents };
}

function wantedTires(order: OrderToInvoice, invoiced: ReadonlyMap<string, number>): WantedTires {
  const wanted = new Map<string, { line: LineToInvoice; count: number }>();
  for (const line of order.lines) {
    const key = tirePriceKey(line);
    const count = countToInvoice(order, line, invoiced.get(key) ?? 0);
    wanted.set(key, { line, count: count + (wanted.get(key)?.count ?? 0) });
  }
  return wanted;
}

function countToInvoice({ isClosed, isPaidUp }: OrderToInvoice, line: LineToInvoice, invoicedCount: number): number {
  if (isClosed) return line.withBuyer;
  const notReturned = line.count - line.returned;
  if (isPaidUp) return notReturned;
  const stillInvoiced = Math.min(invoicedCount, notReturned);
  return Math.max(line.withBuyer, stillInvoiced);
}

function linesOfNewTires(wanted: WantedTires, invoiced: ReadonlyMap<string, number>): NewLine[] {
  return [...wanted].flatMap(([key, { line, count }]): NewLine[] => {
    const newCount = count - (invoiced.get(key) ?? 0);
    if (newCount <= 0) return [];
    const { tireId, name, priceCents } = line;
    return [{ kind: 'tires', tireId, name, count: newCount, priceCents, grossCents: newCount * priceCents }];
  });
}

function undeductedPrepaymentsIn(openLines: readonly OpenLine[]): Cents {
  const prepaymentsAndDeductions = openLines.filter(({ kind }) => kind === 'prepayment' || kind === 'deduction');
  return sumCents(prepaymentsAndDeductions, ({ grossCents }) => grossCents);
}
