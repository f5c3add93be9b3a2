import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** An entry of a bank statement, or one of several transactions of an entry. `account`: an IBAN. `references`: those in structured fields, not in `text`. */
export type StatementEntry = {
  account: string;
  /** The bank's id, or a hash of the content: the same in every statement that repeats the entry. A bank may give one id to several entries. */
  entryId: string;
  /** `entryId`, with a number for each transaction of a divided entry. */
  bankId: string;
  /** How many entries with the same id and content stand before this one in the statement. */
  earlierRepeats: number;
  /** Ids that the bank and the payer gave the transaction. A reversal repeats the ids of the reversed transaction. */
  transactionIds: string[];
  currency: string;
  isBooked: boolean;
  direction: 'credit' | 'debit';
  isReversal: boolean;
  bookedOn: Day;
  amountCents: Cents;
  payerName: string | null;
  payerIban: string | null;
  references: string[];
  text: string;
};

/** `document-type`: the file declares a DTD, which could define entities. `detail`: in English, for `malformed`. */
export type StatementRefusal = {
  reason: 'too-large' | 'encoding' | 'document-type' | 'not-a-statement' | 'malformed';
  detail?: string;
};

export type StatementResult =
  | { ok: true; accounts: string[]; entries: StatementEntry[] }
  | ({ ok: false } & StatementRefusal);

export const maxStatementBytes = 10 * 1024 * 1024;
