import type { ColumnType } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

/** `last_no`: the last number issued or skipped. `last_on`: the day of `last_no`; no later document has an earlier day. */
export type DocumentSeries = {
  series: 'invoice' | 'credit-note' | 'receipt';
  year: number;
  last_no: number;
  last_on: string;
};

/** `until`: the last change that was not lost. Until `confirmed_at`, the shop sends no purchases by itself. */
export type Restores = {
  at: Timestamp;
  until: Timestamp;
  source: 'backup' | 'archive' | 'failover';
  confirmed_at: Timestamp | null;
  confirmed_by: string | null;
};

/** Numbers that documents lost by a restore may have. No new document gets them. */
export type SkippedDocuments = {
  series: 'invoice' | 'credit-note' | 'receipt';
  year: number;
  first_no: number;
  last_no: number;
  skipped_on: string;
  restored_at: Timestamp;
};

type Json<Content> = ColumnType<Content, string, string>;

/** `src/shop/books/documents/money-document.ts` describes the contents. `credits_id`: the credited invoice. */
export type MoneyDocuments = {
  id: Identity;
  kind: 'invoice' | 'credit-note' | 'receipt';
  year: number;
  no: number;
  number: string;
  issued_on: string;
  supplied_on: string;
  due_on: string | null;
  order_id: number;
  order_number: string;
  reference: string;
  locale: 'ee' | 'en' | 'ru';
  branch: Json<{ id: string; name: string; address: string }>;
  seller: Json<Record<string, string | null>>;
  buyer: Json<Record<string, string | null>>;
  credits_id: number | null;
  reason: string | null;
  /** What an employee added to the `reason` of a credit note; may be empty. */
  note: string;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  payments: Json<readonly Record<string, unknown>[]>;
  /** The entry of `payment_ledger` for which a receipt was issued. */
  ledger_id: number | null;
  issued_at: Timestamp;
};

/** `credits_position`: of a credit note, the position of the credited line in the invoice. */
export type MoneyDocumentLines = {
  document_id: number;
  position: number;
  kind: 'tires' | 'prepayment' | 'deduction';
  credits_position: number | null;
  tire_id: string | null;
  name: string;
  count: number;
  price_cents: number;
  vat_percent: number;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
};

export type DocumentFiles = {
  document_id: number;
  kind: 'pdf' | 'xml';
  sha256: Buffer;
  content: Buffer;
  created_at: Timestamp;
};

/** `letter_id`: the first mail that had the document attached. */
export type DocumentLetters = { document_id: number; letter_id: string; sent_at: Timestamp };

/** Closed months. `month`: its first day. `last_…_id`: the highest ids at the closing; later rows have higher ids. */
export type BookMonths = {
  month: string;
  last_document_id: number;
  last_ledger_id: number;
  last_bank_id: number;
  closed_at: Timestamp;
  closed_by: string;
};

export type ProviderFees = {
  id: Identity;
  provider: 'montonio' | 'stripe';
  day: string;
  amount_cents: number;
  reference: string;
  entered_at: Timestamp;
  entered_by: string;
};

/** `key`: the number of a document, or the ledger id of a payment. `unclear`: Merit may have received it; `detail` says why. `merit_id`: null if not known. */
export type MeritSent = {
  kind: 'document' | 'payment';
  key: string;
  /** The number of the sent document, or of the document that the payment pays. */
  document: string;
  cents: number;
  state: 'sent' | 'unclear';
  merit_id: string | null;
  sent_at: Timestamp;
  detail: string | null;
};
