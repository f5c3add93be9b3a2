import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';

export type FindingKind =
  | 'paid-here-only'
  | 'paid-there-only'
  | 'amount-differs'
  | 'refunds-differ'
  | 'unknown-here'
  | 'unknown-there';

/** `dueOn`: the last day for a company that bought on credit to pay; null: the tires are handed over only after the payment. */
export type MoneyToDo = {
  transfers: {
    number: string;
    name: string;
    reference: string;
    placedAt: string;
    dueCents: Cents;
    dueOn: Day | null;
  }[];
  refunds: { number: string; name: string; amountCents: Cents; reason: string; requestedAt: string; method: string }[];
  findings: { id: number; provider: string; providerRef: string; kind: FindingKind; foundAt: string }[];
};
