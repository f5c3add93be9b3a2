import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import type { NumbersSkippedByRestore } from '../documents/document-number.ts';
import type { VatAmounts } from '../documents/vat-by-rate.ts';
import type { ClearingAccount, ProviderFee } from './clearing.ts';

/** Sums of a month. `month`: its first day. `branch` null: all. Documents count in the month of supply (KMS § 11). */
export type MonthReport = {
  month: Day;
  closedAt: Date | null;
  branch: string | null;
  rates: RateOfMonth[];
  /** Of all rates: invoices less credit notes. */
  sum: VatAmounts;
  balance: Balance;
  methods: MethodOfMonth[];
  clearing: ClearingAccount[];
  fees: ProviderFee[];
  kmdInf: KmdInfLine[];
  numbers: { kind: 'invoice' | 'credit-note' | 'receipt'; first: string; last: string; count: number }[];
  /** Document numbers of the whole shop that were skipped in this month after a restore. */
  skipped: NumbersSkippedByRestore[];
  /** Documents and money of an earlier month that was already closed, so they are booked in this one. */
  late: { what: 'document' | 'money'; day: Day; number: string; cents: Cents }[];
  /** Orders that are invoiced and not paid at the end of the month. */
  receivables: OrderBalance[];
  /** Orders that are paid and not invoiced, or credited and not paid back, at the end of the month. */
  owed: OrderBalance[];
};

/** `kmdBox`: the box of the form KMD for the net sum; null: the form has no box for this rate. `credits`: the credit notes. */
export type RateOfMonth = {
  vatPercent: number;
  kmdBox: string | null;
  invoices: VatAmounts;
  credits: VatAmounts;
  sum: VatAmounts;
};

/** documents = money + (receivables after − before) − (owed after − before). Receivables: what buyers owe; owed: what the shop owes buyers.
 * `uninvoicedCents`: money of orders from before the shop issued documents, which is not in `moneyCents`. */
export type Balance = {
  documentsCents: Cents;
  moneyCents: Cents;
  receivablesBeforeCents: Cents;
  receivablesAfterCents: Cents;
  owedBeforeCents: Cents;
  owedAfterCents: Cents;
  uninvoicedCents: Cents;
};

export type MethodOfMonth = {
  provider: string;
  tender: 'cash' | 'card' | null;
  inCents: Cents;
  outCents: Cents;
  roundingCents: Cents;
};

/** KMD INF, part A; credit notes are negative. `netCents`: of the whole document; `taxableCents`: at `vatPercent`. */
export type KmdInfLine = {
  regCode: string;
  name: string;
  number: string;
  issuedOn: Day;
  netCents: Cents;
  vatPercent: number;
  taxableCents: Cents;
};

export type OrderBalance = { number: string; cents: Cents };

/** The boxes for taxable sums in the form KMD since July 2025. The VAT of all rates together is in box 4. */
export const kmdBoxByVatPercent: Readonly<Record<number, string>> = { 24: '1', 20: '1¹', 22: '1²' };

/** A document, or a part of it. `absoluteNetCents`: positive for credit notes too. */
type CompanyDocument = { regCode: string; kind: 'invoice' | 'credit-note'; absoluteNetCents: Cents };

/** KMS § 27: a company is listed if its invoices or its credit notes of the month reach this sum without VAT. */
export const kmdInfThresholdCents = 100_000;

/** Returns registry codes. A credit note does not hide invoices: both are added up on their own (KMD INF, part A). */
export function companiesInKmdInf(documents: readonly CompanyDocument[]): Set<string> {
  const sums = new Map<string, Cents>();
  for (const { regCode, kind, absoluteNetCents } of documents) {
    const key = `${kind} ${regCode}`;
    sums.set(key, (sums.get(key) ?? 0) + absoluteNetCents);
  }
  const listed = documents.filter(({ regCode, kind }) => (sums.get(`${kind} ${regCode}`) ?? 0) >= kmdInfThresholdCents);
  return new Set(listed.map(({ regCode }) => regCode));
}
