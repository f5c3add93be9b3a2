import type { Cents } from '../../money.ts';
import { type CreditedLine, creditNoteLines } from './credit-lines.ts';
import type { DocumentLineKind } from './money-document.ts';
import { type LineToInvoice, type OpenLine, tireCountsOf, tirePriceKey, type WantedPieces } from './open-lines.ts';

export type OrderToInvoice = {
  /** Cancelled or expired. */
  isClosed: boolean;
  /** The buyer paid the whole total, and the shop has not refunded all of it. */
  isPaidUp: boolean;
  lines: readonly LineToInvoice[];
  /** All payments less all refunds that have not failed. */
  netPaidCents: Cents;
  /** Refunds that have not failed and lower the price: all except those for a changed order, an overpayment or a late payment. */
  priceRefundsCents: Cents;
  /** Payments at a branch less refunds at a branch, at most `netPaidCents`. */
  depositCents: Cents;
};

export type NewLine = {
  kind: DocumentLineKind;
  tireId: string | null;
  name: string;
  count: number;
  priceCents: Cents;
  grossCents: Cents;
};

export type DocumentsDue = {
  /** By the id of the credited invoice. */
  creditNotes: Map<number, CreditedLine[]>;
  invoice: NewLine[];
  prepaymentCents: Cents;
};

/**
 * Returns the documents that make the open lines of an order's invoices agree with the order; null: none. Call it again after they are
 * issued, because new documents can make others due, such as a credit note for the lowered price of a new invoice. An order that is paid in
 * full is invoiced as a whole, any other order for the tires that are handed over (KMS § 11). Tires stay invoiced, also if a payment is
 * voided, until they leave the order or a refund lowers the price.
 */
export function documentsDue(order: OrderToInvoice, open: readonly OpenLine[]): DocumentsDue | null {
  const wanted = wantedCounts(order, open);
  const tiresCents = sum([...wanted.values()], ({ count, priceCents }) => count * priceCents);
  // A refund lowers the price of the tires only by money that is then missing for them.
  const missingCents = Math.max(0, tiresCents - order.netPaidCents);
  const loweredCents = order.isClosed ? 0 : Math.min(order.priceRefundsCents, missingCents);
  const hasTiresOnInvoices = tiresCents > 0 || open.some(({ kind }) => kind === 'tires');
  const awaitsBalance = !order.isClosed && !order.isPaidUp && !hasTiresOnInvoices;
  const depositCents = awaitsBalance ? order.depositCents : 0;
  const invoiced = tireCountsOf(open);
  const keptCents = sum(
    [...wanted],
    ([key, { count, priceCents }]) => Math.min(count, invoiced.get(key) ?? 0) * priceCents,
  );
  const newTiresCents = tiresCents - keptCents;
  // A prepayment is credited, except the part that the invoice of new tires deducts or that is the order's deposit.
  const keptPrepaidCents = Math.max(0, Math.min(undeductedPrepaymentsIn(open), newTiresCents + depositCents));
  const openCents = sum(open, ({ grossCents }) => grossCents);
  const openAfterCreditCents = Math.max(0, keptCents - loweredCents) + keptPrepaidCents;
  const creditNotes = creditNoteLines(open, wanted, Math.max(0, openCents - openAfterCreditCents));
  const credited = [...creditNotes.values()].flat();
  const invoice = newTires(wanted, invoiced, credited);
  const creditedPrepaidCents = sum(
    credited.filter(({ kind }) => kind === 'prepayment'),
    ({ grossCents }) => grossCents,
  );
  const prepaidCents = undeductedPrepaymentsIn(open) - creditedPrepaidCents;
  const invoicedCents = sum(invoice, ({ grossCents }) => grossCents);
  if (invoice.length > 0 && prepaidCents > 0) {
    const deductedCents = Math.min(prepaidCents, invoicedCents);
    invoice.push({
      kind: 'deduction',
      tireId: null,
      name: '',
      count: -1,
      priceCents: deductedCents,
      grossCents: -deductedCents,
    });
  }
  const prepaymentCents = Math.max(0, depositCents - Math.max(0, prepaidCents));
  const isNothingDue = creditNotes.size === 0 && invoice.length === 0 && prepaymentCents === 0;
  return isNothingDue ? null : { creditNotes, invoice, prepaymentCents };
}

function wantedCounts({ isClosed, isPaidUp, lines }: OrderToInvoice, open: readonly OpenLine[]): WantedPieces {
  const invoiced = tireCountsOf(open);
  const wanted: WantedPieces = new Map();
  for (const line of lines) {
    const key = tirePriceKey(line);
    const notReturned = line.count - line.returned;
    const staysInvoiced = Math.max(line.withBuyer, Math.min(invoiced.get(key) ?? 0, notReturned));
    const countUnlessClosed = isPaidUp ? notReturned : staysInvoiced;
    const count = isClosed ? line.withBuyer : countUnlessClosed;
    wanted.set(key, { line, count: count + (wanted.get(key)?.count ?? 0), priceCents: line.priceCents });
  }
  return wanted;
}

function newTires(wanted: WantedPieces, invoiced: Map<string, number>, credited: readonly CreditedLine[]): NewLine[] {
  return [...wanted].flatMap(([key, { line, count, priceCents }]): NewLine[] => {
    const creditedCount = sum(
      credited.filter((credit) => credit.kind === 'tires' && tirePriceKey(credit) === key),
      (credit) => credit.count,
    );
    const missing = count - ((invoiced.get(key) ?? 0) - creditedCount);
    if (missing <= 0) return [];
    const { tireId, name } = line;
    return [{ kind: 'tires', tireId, name, count: missing, priceCents, grossCents: missing * priceCents }];
  });
}

function undeductedPrepaymentsIn(open: readonly OpenLine[]): Cents {
  const prepaymentsAndDeductions = open.filter(({ kind }) => kind === 'prepayment' || kind === 'deduction');
  return sum(prepaymentsAndDeductions, ({ grossCents }) => grossCents);
}

function sum<Item>(items: readonly Item[], centsOf: (item: Item) => Cents): Cents {
  return items.reduce((total, item) => total + centsOf(item), 0);
}
