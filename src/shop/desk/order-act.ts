import type { Cents } from '../money.ts';
import type { OrderStatus } from '../order/order.ts';

/** What an employee can do with an order. `swap`: other tires before the hand-over; `swap-warranty`: faulty ones after it. */
export const orderActs = [
  'paid-cash',
  'paid-card',
  'arrived',
  'did-not-come',
  'put-aside',
  'ready',
  'undo-ready',
  'hand-over',
  'undo-hand-over',
  'complete',
  'cancel',
  'change',
  'swap',
  'take-back',
  'swap-warranty',
  'refund',
  'answer-delay',
  'resolve-review',
  'note',
] as const;

export type OrderAct = (typeof orderActs)[number];

export type OrderReview = 'amount-mismatch' | 'late-payment' | 'overpaid' | 'payment-withdrawn' | 'refund-failed';

/**
 * Counts of an order's tires. `here`: at its branch; `aside`: of these on a shelf; `coming`: from a supplier or another branch;
 * `missing`: the supplier does not send them; `handedOver`: with the buyer; `returned`: came back.
 */
export type TireCounts = {
  here: number;
  aside: number;
  coming: number;
  missing: number;
  handedOver: number;
  returned: number;
};

/** What decides which acts an order allows. */
export type ActState = {
  status: OrderStatus;
  review: OrderReview | null;
  tires: TireCounts;
  /** What is to be paid before the hand-over; 0: paid, or a person accepted what is missing. */
  dueCents: Cents;
  /** What can still be refunded. */
  refundableCents: Cents;
  /** The buyer’s mail about a ready order is unsent. */
  isReadyMailUnsent: boolean;
  /** The buyer was told of a delay and has not answered. */
  hasOpenDelay: boolean;
  hasOpenWithdrawal: boolean;
  isContactErased: boolean;
};
