import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** An entry of a bank statement, or one transaction of an entry that holds several. */
export type StatementEntry = {
  /** The IBAN of the account that the statement is about. */
  account: string;
  /** The bank's id of the entry, or a hash of its content. The same in every statement that has the entry. */
  bankId: string;
  /** Ids that the bank and the payer gave the transaction. A reversal repeats those of the transaction that it reverses. */
  refs: string[];
  currency: string;
  isBooked: boolean;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  bookedOn: Day;
  amountCents: Cents;
  payerName: string | null;
  payerIban: string | null;
  /** Structured references as the bank states them. */
  references: string[];
  text: string;
};

/** `detail`: in English, for `malformed`. */
export type StatementRefusal = {
  reason: 'too-large' | 'encoding' | 'document-type' | 'not-a-statement' | 'malformed';
  detail?: string;
};

export type ReadStatement =
  | { ok: true; accounts: string[]; entries: StatementEntry[] }
  | ({ ok: false } & StatementRefusal);

/** The largest statement, in bytes. */
export const maxStatementBytes = 10 * 1024 * 1024;
