import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { isOffline, isPrepaid } from '../../../shop/payment/payment-methods.ts';

export function paymentMessageKey({ payment, paymentMethod, awaitsBuyer }: OrderView, next: NextStep) {
  const { state, attempt } = payment;
  if (state === 'authorized') return 'settling';
  if (state === 'paid' || state === 'overpaid') return 'paid';
  if (state === 'part_paid') return 'partPaid';
  if (state === 'part_refunded') return 'partRefunded';
  if (state === 'refunded') return 'refunded';
  if (!awaitsBuyer) return 'unpaid';
  if (!isPrepaid(paymentMethod)) return 'atBranch';
  const isPaymentStarting = next.type === 'retry';
  if (isPaymentStarting) return 'starting';
  return attempt === 'failed' || attempt === 'voided' ? 'failed' : 'unpaid';
}

/** Null: no thanks, for an order that is cancelled, expired, refunded or paid only in part, or completed but withdrawn or returned. */
export function thanksMessageKey({ status, payment, awaitsBuyer, paymentMethod, items, withdrawnAt }: OrderView) {
  const { state } = payment;
  if (status === 'cancelled' || status === 'expired' || state === 'refunded' || state === 'part_paid') return null;
  if (status === 'completed' && (withdrawnAt !== null || areAllReturned(items))) return null;
  if (status === 'completed' || status === 'ready') return status;
  if (state === 'authorized') return 'settling';
  if (state !== 'unpaid') return 'paid';
  return awaitsBuyer && isPrepaid(paymentMethod) ? 'toPay' : 'placed';
}

function areAllReturned(items: OrderView['items']): boolean {
  return items.every(({ count, returned }) => returned === count);
}

export function closedMessageKey({ status, payment, items, withdrawnAt }: OrderView) {
  if (status === 'cancelled' && payment.paid > payment.refunded) return 'cancelledPaid';
  if (status === 'cancelled') return payment.paid > 0 ? 'cancelledRefunded' : 'cancelled';
  if (status === 'completed' && areAllReturned(items)) return 'returned';
  if (status === 'completed' && items.some(({ returned }) => returned > 0)) return 'partReturned';
  if (status === 'completed') return withdrawnAt === null ? 'completed' : 'withdrawn';
  return 'expired';
}

/** Whether the buyer must choose a payment method again: an online payment ended without the whole amount. */
export function mustChooseAgain(order: OrderView, next: NextStep): boolean {
  return canPay(order) && next.type === 'none' && !isOffline(order.paymentMethod);
}

export function canPay({ awaitsBuyer, status, payment }: OrderView): boolean {
  const isOpen = status === 'confirmed' || status === 'ready';
  return awaitsBuyer || (isOpen && payment.missing > 0);
}
