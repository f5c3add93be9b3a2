import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';

/** A difference between the payments of the shop (`here`) and those of the provider (`there`). */
export type FindingKind =
  | 'paid-here-only'
  | 'paid-there-only'
  | 'amount-differs'
  | 'refunds-differ'
  | 'unknown-here'
  | 'unknown-there';

/** `transfers`: orders to be paid by bank transfer. `dueOn`: the last day, for an order on credit; null: before the hand-over. `refunds`: to be paid out by an employee. */
export type MoneyTasks = {
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
