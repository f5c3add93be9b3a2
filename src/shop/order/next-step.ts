import type { PaymentState } from '../payment/payment-states.ts';
import { offlineProviderOf } from '../payment/providers.ts';
import type { ShopFacts } from '../shop-facts.ts';
import type { NextStep } from './order-view.ts';

type PayableOrder = {
  payment_method: string;
  reference: string;
  total_cents: number;
  held_until: Date;
};

/** The latest attempt to pay. */
type Attempt = { state: PaymentState; redirect_url: string | null };

/** What the buyer does next; nothing when the order does not wait for its money. */
export function nextStepOf(order: PayableOrder, waits: boolean, attempt: Attempt, facts: ShopFacts): NextStep {
  const offline = offlineProviderOf(order.payment_method);
  if (!waits) return { type: 'none' };
  if (offline) {
    const due = { reference: order.reference, totalCents: order.total_cents, heldUntil: order.held_until };
    return offline.nextStep(due, facts);
  }
  if (attempt.state === 'pending' && attempt.redirect_url) return { type: 'redirect', url: attempt.redirect_url };
  return attempt.state === 'created' || attempt.state === 'submitted' ? { type: 'retry' } : { type: 'none' };
}
