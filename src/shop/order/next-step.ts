import { providerOf } from '../payment/providers.ts';
import type { ShopFacts } from '../shop-facts.ts';
import type { OrderStatus } from './order.ts';
import type { NextStep } from './order-view.ts';

type PayableOrder = {
  status: OrderStatus;
  payment_method: string;
  reference: string;
  total_cents: number;
  held_until: Date;
};

/** What the buyer does next; nothing once the order no longer waits for its money. */
export function nextStepOf(order: PayableOrder, facts: ShopFacts): NextStep {
  if (order.status !== 'awaiting_payment') return { type: 'none' };
  const due = { reference: order.reference, totalCents: order.total_cents, heldUntil: order.held_until };
  return providerOf(order.payment_method)?.nextStep(due, facts) ?? { type: 'none' };
}
