import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { isPaidOnline } from '../../../shop/payment/method-word.ts';

export function moneyWord({ payment, paymentMethod, awaitsBuyer }: OrderView, next: NextStep) {
  const { state, attempt } = payment;
  if (state === 'authorized') return 'settling';
  if (state === 'paid' || state === 'overpaid') return 'paid';
  if (state === 'part_paid') return 'partPaid';
  if (state === 'part_refunded') return 'partRefunded';
  if (state === 'refunded') return 'refunded';
  if (!awaitsBuyer) return 'unpaid';
  if (paymentMethod === 'pay_at_branch') return 'atBranch';
  if (next.type === 'retry') return 'starting';
  return attempt === 'failed' || attempt === 'voided' ? 'failed' : 'unpaid';
}

/** Message key of the thanks, or null. */
export function thanksWord({ status, payment, awaitsBuyer, paymentMethod }: OrderView) {
  const { state } = payment;
  if (status === 'cancelled' || status === 'expired' || state === 'refunded' || state === 'part_paid') return null;
  if (status === 'completed' || status === 'ready') return status;
  if (state === 'authorized') return 'settling';
  if (state !== 'unpaid') return 'paid';
  return awaitsBuyer && paymentMethod !== 'pay_at_branch' ? 'toPay' : 'placed';
}

export function mustChooseAgain({ awaitsBuyer, paymentMethod }: OrderView, next: NextStep): boolean {
  return awaitsBuyer && next.type === 'none' && isPaidOnline(paymentMethod);
}
