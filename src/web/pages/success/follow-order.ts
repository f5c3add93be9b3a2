import type { OrderAnswer } from '../../../shop/order/order-view.ts';
import { isPaidOnline } from '../../../shop/payment/method-word.ts';
import { livePaymentStates } from '../../../shop/payment/payment-states.ts';

const quickMs = 3_000;
const slowMs = 15_000;
/** Two minutes of them, while the page is in view. */
const quickTimes = 40;

/**
 * Milliseconds after which an order is asked for again; false once nothing more is to come. `times`: how often it was
 * asked for. Money that a person brings or a bank books overnight is looked for at leisure.
 */
export function askAgainAfter({ order }: OrderAnswer, times: number): number | false {
  const { attempt, refunds } = order.payment;
  const refunding = refunds.some(({ state }) => state === 'underway');
  if (!refunding && !livePaymentStates.includes(attempt)) return false;
  return isPaidOnline(order.paymentMethod) && times < quickTimes ? quickMs : slowMs;
}
