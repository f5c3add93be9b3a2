import type { Day } from '../../calendar.ts';
import type { Locale } from '../../locale.ts';
import type { Cents } from '../../money.ts';
import type { VatAmounts } from './vat-by-rate.ts';

/** `receipt`: confirms money that was paid or refunded at a branch. It has no lines and is no VAT document. */
export type DocumentKind = 'invoice' | 'credit-note' | 'receipt';

export type Seller = {
  name: string;
  regCode: string;
  vatNumber: string;
  address: string;
  email: string;
  phone: string;
  iban: string | null;
};

/** As it was when the document was issued. A person at the counter may have no name. */
export type Buyer = {
  kind: 'person' | 'company';
  name: string;
  regCode: string | null;
  vatNumber: string | null;
  /** Absent in documents that were issued before the shop asked for it. */
  address?: string | null;
};

/** `prepayment`: for tires that are not handed over yet. `deduction`: an earlier prepayment that is deducted. */
export type DocumentLineKind = 'tires' | 'prepayment' | 'deduction';

/** A deduction has negative amounts and the count -1. A credit note's line that lowers a price has `count` 0. */
export type DocumentLine = VatAmounts & {
  position: number;
  kind: DocumentLineKind;
  /** Null for prepayments and deductions. */
  tireId: string | null;
  /** Of tires: title and size. Of a deduction: the document numbers of the prepayments that it deducts. Empty for a prepayment. */
  name: string;
  count: number;
  vatPercent: number;
};

export type DocumentTax = VatAmounts & { vatPercent: number };

/** A payment that had arrived when the document was issued, or the one that a receipt confirms. `tender` null: not at a branch. */
export type DocumentPayment = {
  paidOn: Day;
  cents: Cents;
  method: string;
  tender: 'cash' | 'card' | null;
  /** The rounding of cash: the cash that changed hands is `cents + roundingCents`. */
  roundingCents: Cents;
};

/** Never changed after it was issued. */
export type MoneyDocument = {
  id: number;
  kind: DocumentKind;
  number: string;
  issuedOn: Day;
  /** The day of the supply or payment that the document is for. Of a credit note: its day of issue. */
  suppliedOn: Day;
  /** The last day to pay; null: paid. */
  dueOn: Day | null;
  locale: Locale;
  orderNumber: string;
  reference: string;
  branch: { id: string; name: string; address: string };
  seller: Seller;
  buyer: Buyer;
  /** Of a credit note: the invoice that it credits, and the reason. `note`: an employee's explanation, or empty. */
  creditedInvoice: { number: string; issuedOn: Day } | null;
  reason: CreditReason | null;
  note: string;
  lines: readonly DocumentLine[];
  taxes: readonly DocumentTax[];
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
  /** Of an invoice: the payments that had arrived when it was issued. Of a receipt: its only one; negative: a refund. */
  payments: readonly DocumentPayment[];
};

/** `changed`: tires left the order. `buyer`: the invoice named another buyer than the order does. */
export type CreditReason = 'cancelled' | 'withdrawal' | 'returned' | 'changed' | 'price-reduction' | 'buyer';

/** The newest documents first. `hasOlder`: older ones follow on the next page. */
export type DocumentPage = { documents: DocumentSummary[]; hasOlder: boolean };

/** `credits`: the number of the invoice that a credit note credits. Amounts of a credit note are positive. */
export type DocumentSummary = {
  number: string;
  kind: DocumentKind;
  issuedOn: Day;
  orderNumber: string;
  buyer: string;
  credits: string | null;
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
};
