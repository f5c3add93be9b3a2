import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { HoldTerms, ShopFacts } from '../shop-facts.ts';
import type { PaymentMethod } from './payment.ts';

/** An order that is about to be placed. */
export type Placing = { now: Date; promisedOn: Day };

/** An order that waits for its money. */
export type Due = { reference: string; totalCents: Cents; heldUntil: Date };

/** What the buyer does to pay; the amount in euros. */
export type PaymentStep =
  | { type: 'none' }
  | {
      type: 'instructions';
      holder: string;
      bank: string;
      iban: string;
      bic: string;
      reference: string;
      amount: number;
      dueOn: Day;
    };

/** A way to pay without leaving the shop: the money is received, and marked as received, by people. */
export interface OfflineProvider {
  readonly id: 'pay_at_branch' | 'bank_transfer';
  readonly group: PaymentMethod['group'];
  /** The order is confirmed only by its payment. */
  readonly prepaid: boolean;
  /** The day at whose end an order that is still unpaid lets its tires go. */
  holdsUntil(order: Placing, terms: HoldTerms, hours: ShopFacts['hours']): Day;
  /** Asked for as long as the order waits for its money. */
  nextStep(order: Due, facts: ShopFacts): PaymentStep;
}
