import type { Day } from '../../calendar.ts';
import type { Locale } from '../../locale.ts';
import type { Cents } from '../../money.ts';

/** `receipt`: confirms money that was paid or paid back at a branch. It has no lines and is no VAT document. */
export type DocumentKind = 'invoice' | 'credit-note' | 'receipt';

/** The party that sells, as it was when the document was issued. */
export type Seller = {
  name: string;
  regCode: string;
  vatNumber: string;
  address: string;
  email: string;
  phone: string;
  iban: string | null;
};

/** The party that buys, as it was when the document was issued. A person at the counter may have no name. */
export type Buyer = {
  kind: 'person' | 'company';
  name: string;
  regCode: string | null;
  vatNumber: string | null;
  /** Absent in documents from before the shop asked for it. */
  address?: string | null;
};

/** `prepayment`: money for tires that are not handed over yet. `deduction`: an earlier prepayment that is taken off. */
export type DocumentLineKind = 'tires' | 'prepayment' | 'deduction';

/**
 * One line. Amounts are positive in invoices and in credit notes; those of a deduction are negative, and its count is -1. A
 * credit note that lowers a price without taking pieces back has `count` 0.
 */
export type DocumentLine = {
  position: number;
  kind: DocumentLineKind;
  /** The tire's id; null for prepayments and deductions. */
  tireId: string | null;
  /** Of a deduction: the numbers of the invoices of its prepayments. Empty for a prepayment. */
  name: string;
  count: number;
  vatPercent: number;
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
};

export type DocumentTax = { vatPercent: number; netCents: Cents; vatCents: Cents; grossCents: Cents };

/** A payment that had arrived when the document was issued, or the one that a receipt confirms. `tender` null: not at a branch. */
export type DocumentPayment = {
  paidOn: Day;
  cents: Cents;
  /** The payment method of the order: `pay_at_branch`, `bank_transfer`, `montonio:…`, `stripe:…`. */
  method: string;
  tender: 'cash' | 'card' | null;
  /** The rounding of cash: the cash that changed hands is `cents + roundingCents`. */
  roundingCents: Cents;
};

/** A document as it was issued. Never changed afterwards. */
export type MoneyDocument = {
  id: number;
  kind: DocumentKind;
  /** Nine digits: see `documentNumber`. */
  number: string;
  issuedOn: Day;
  /** The day of the supply or of the payment that made it due. */
  suppliedOn: Day;
  /** The last day to pay; null: paid. */
  dueOn: Day | null;
  locale: Locale;
  orderNumber: string;
  /** The reference number of bank transfers. */
  reference: string;
  branch: { id: string; name: string; address: string };
  seller: Seller;
  buyer: Buyer;
  /** Of a credit note: the invoice that it changes. */
  credits: { number: string; issuedOn: Day } | null;
  /** Of a credit note: why. */
  reason: CreditReason | null;
  /** Of a credit note: why, in the words of an employee; empty: none. */
  note: string;
  lines: readonly DocumentLine[];
  taxes: readonly DocumentTax[];
  netCents: Cents;
  vatCents: Cents;
  grossCents: Cents;
  /** Of an invoice: the payments that had arrived when it was issued. Of a receipt: its one payment; paid back if negative. */
  payments: readonly DocumentPayment[];
};

export type CreditReason = 'cancelled' | 'withdrawal' | 'returned' | 'changed' | 'price-reduction' | 'buyer';

/** A page of documents, the newest first. `hasOlder`: there are more, issued before the last one. */
export type DocumentPage = { documents: DocumentSummary[]; hasOlder: boolean };

/** `credits`: of a credit note, the number of its invoice. Amounts are cents; those of a credit note are positive. */
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
