import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { OrderStatus } from '../order/order.ts';
import type { MatchDecision, SkipReason, UnassignedReason } from './match-entry.ts';

/** `seen`: stored by an earlier import. `recorded`: an employee had booked the payment by hand. */
export type EntryOutcome = Exclude<MatchDecision['kind'], 'skip'> | 'seen' | 'recorded' | SkipReason;

export type ImportSummary = { outcomes: Partial<Record<EntryOutcome, number>>; bookedCents: Cents };

export type UnassignedMoney = {
  id: number;
  bookedOn: Day;
  amountCents: Cents;
  currency: string;
  /** A debit is a possible reversal, which cannot be assigned to an order. */
  direction: 'credit' | 'debit';
  payerName: string | null;
  payerIban: string | null;
  reference: string | null;
  text: string;
  reason: UnassignedReason;
};

/** `entries`: the oldest ones. `total`: how many there are. */
export type OldestUnassigned = { entries: UnassignedMoney[]; total: number };

export type AssignableOrder = {
  number: string;
  name: string;
  reference: string;
  status: OrderStatus;
  dueCents: Cents;
};
