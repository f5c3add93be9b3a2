import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** An entry, or one of its transactions. `references`: those in structured fields, not in `text`. */
export type StatementEntry = {
  account: string;
  /** The bank's id, or a hash of the content. An entry has the same in every statement, but several entries may share one. */
  entryId: string;
  /** `entryId`, with a number for each transaction of a divided entry. */
  bankId: string;
  /** The number of entries before this one in the statement that have its `entryId` and are the same by `isSameEntry`. */
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

type Identity = Omit<StatementEntry, 'entryId' | 'bankId' | 'earlierRepeats'>;

/** Statements may leave out the payer's account or the reference. `countStored` has the same rule in SQL. */
export function isSameEntry(a: Identity, b: Identity): boolean {
  return (
    a.account === b.account &&
    a.direction === b.direction &&
    a.isReversal === b.isReversal &&
    a.isBooked === b.isBooked &&
    a.bookedOn === b.bookedOn &&
    a.amountCents === b.amountCents &&
    a.currency === b.currency &&
    isEqualIfStated(a.payerIban, b.payerIban) &&
    isEqualIfStated(statedReference(a), statedReference(b))
  );
}

export function isEqualIfStated(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

export function statedReference({ references }: Pick<StatementEntry, 'references'>): string | null {
  return references.length > 0 ? references.join(', ') : null;
}

/** `document-type`: the file declares a DTD, which could define entities. `detail`: in English, for `malformed`. */
export type StatementRefusal = {
  reason: 'too-large' | 'encoding' | 'document-type' | 'not-a-statement' | 'malformed';
  detail?: string;
};

export type StatementResult =
  | { ok: true; accounts: string[]; entries: StatementEntry[] }
  | ({ ok: false } & StatementRefusal);

export const maxStatementBytes = 10 * 1024 * 1024;
