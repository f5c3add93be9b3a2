import type { Cents } from '../money.ts';
import type { PaymentState } from '../payment/payment-states.ts';
import type { OrderStatus } from './order.ts';

/** How an order stands with its money; derived from what has moved, never stored. */
export const paidStates = [
  'unpaid',
  'authorized',
  'part_paid',
  'paid',
  'overpaid',
  'part_refunded',
  'refunded',
] as const;

export type PaidState = (typeof paidStates)[number];

type Money = { totalCents: Cents; paidCents: Cents; refundedCents: Cents };

/** `attempt`: the state of the latest attempt to pay. */
export function paidState({ totalCents, paidCents, refundedCents }: Money, attempt?: PaymentState): PaidState {
  const kept = paidCents - refundedCents;
  if (paidCents === 0) return attempt === 'authorized' ? 'authorized' : 'unpaid';
  if (kept === 0) return 'refunded';
  if (kept > totalCents) return 'overpaid';
  if (kept === totalCents) return 'paid';
  return refundedCents > 0 ? 'part_refunded' : 'part_paid';
}

/** The buyer may pay, pay in another way, or cancel: the order is open and no money has come or is on its way. */
export function awaitsBuyer(status: OrderStatus, paid: PaidState): boolean {
  return paid === 'unpaid' && (status === 'awaiting_payment' || status === 'confirmed' || status === 'ready');
}
