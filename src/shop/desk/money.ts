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

/** `transfers`: awaited. `dueOn`: for an order on credit, else null. `refunds`: for an employee to pay. */
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
