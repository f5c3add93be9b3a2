import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { committedRefundStates, type PaymentState, type RefundState } from '../payment/payment-states.ts';
import type { OrderView } from './order-view.ts';

/** `awaiting_payment`: prepaid and not paid yet. An order paid at the branch starts as `confirmed`. */
export const orderStatuses = ['awaiting_payment', 'confirmed', 'ready', 'completed', 'cancelled', 'expired'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

export const openStatuses: readonly OrderStatus[] = ['awaiting_payment', 'confirmed', 'ready'];

/** Allowed transitions. A late payment reopens a cancelled or expired order; a branch may skip `ready`. After a change, an order may wait for payment again.
 * A branch can undo a mistake: leave `ready` while the buyer's mail is unsent, or leave `completed` by undoing the hand-over of tires still at the branch. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['ready', 'completed', 'cancelled', 'expired', 'awaiting_payment'],
  ready: ['completed', 'cancelled', 'expired', 'confirmed', 'awaiting_payment'],
  completed: ['ready'],
  cancelled: ['confirmed'],
  expired: ['confirmed'],
};

export const orderReviews = [
  'amount-mismatch',
  'late-payment',
  'overpaid',
  'payment-withdrawn',
  'refund-failed',
] as const;

export type OrderReview = (typeof orderReviews)[number];

/** True if a review forbids handing over the tires: too little was paid, or a payment was withdrawn. */
export function isBlocking(review: OrderReview | null): boolean {
  return review === 'amount-mismatch' || review === 'payment-withdrawn';
}

/** Derived from the ledger and the current payment, never stored. */
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

/** `totalCents`: the total of the order, less tires that a company on credit has returned (`returnedOnCreditOf`). */
export type OrderMoney = { totalCents: Cents; paidCents: Cents; refundedCents: Cents };

export function paidState(
  { totalCents, paidCents, refundedCents }: OrderMoney,
  currentState?: PaymentState,
): PaidState {
  const netPaidCents = paidCents - refundedCents;
  if (paidCents === 0) return currentState === 'authorized' ? 'authorized' : 'unpaid';
  if (netPaidCents === 0) return 'refunded';
  if (netPaidCents > totalCents) return 'overpaid';
  if (netPaidCents === totalCents) return 'paid';
  return refundedCents > 0 ? 'part_refunded' : 'part_paid';
}

/** Refunds that have not failed. `committedRefundsCents`: all; `changeRefundsCents`: those because of a change of the order; `paidOutChangeRefundsCents`: those of them that have succeeded. */
type RefundSums = { committedRefundsCents: Cents; changeRefundsCents: Cents; paidOutChangeRefundsCents: Cents };

/** Refunds before the total last changed. `notDueCents`: those that the buyer need not pay again, such as goodwill. `dueAgainCents`: those that the buyer has to pay again. */
type RefundsBeforeChange = { notDueCents: Cents; dueAgainCents: Cents };

/** `paidCents`, `refundedCents`: all booked money. */
export type GrossMoney = OrderMoney &
  RefundSums &
  RefundsBeforeChange & { returnedOnCreditCents: Cents; status: OrderStatus };

/** Returns an order's money. `paidCents` and `refundedCents` contain neither refunds because of a change (once requested) nor `dueAgainCents`. Goodwill (`notDueCents`) counts as paid, up to the total, and not as refunded; once the order is cancelled or expired, it counts like any other refund. */
export function netMoney(gross: GrossMoney): OrderMoney {
  const otherRefundsCents = gross.committedRefundsCents - gross.changeRefundsCents;
  // A refund before the change may have failed since then: its amount counts only as far as other refunds have replaced it.
  const dueAgainCents = Math.min(gross.dueAgainCents, otherRefundsCents);
  const notDueCents = Math.min(gross.notDueCents, otherRefundsCents - dueAgainCents);
  const totalCents = gross.totalCents - gross.returnedOnCreditCents;
  const paidCents = gross.paidCents - gross.changeRefundsCents - dueAgainCents;
  const refundedCents = Math.max(0, gross.refundedCents - gross.paidOutChangeRefundsCents - dueAgainCents);
  if (gross.status === 'cancelled' || gross.status === 'expired') return { totalCents, paidCents, refundedCents };
  // Goodwill still counts as paid, up to the total: it lowers the price at most to 0.
  const goodwillCents = Math.min(notDueCents, totalCents);
  // If everything was refunded later, goodwill lowers the total instead, so that nothing counts as paid.
  const hasRefundBesidesGoodwill = refundedCents > notDueCents;
  const isAllRefunded = gross.refundedCents === gross.paidCents && hasRefundBesidesGoodwill;
  return {
    totalCents: isAllRefunded ? totalCents - goodwillCents : totalCents,
    paidCents: paidCents - notDueCents + (isAllRefunded ? 0 : goodwillCents),
    refundedCents: Math.max(0, refundedCents - notDueCents),
  };
}

type Refund = { reason: string; state: RefundState; amount_cents: Cents };

export function refundSumsOf(refunds: readonly Refund[]): RefundSums {
  const sumOf = (counts: (refund: Refund) => boolean) =>
    refunds.filter(counts).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const isCommitted = ({ state }: Refund) => committedRefundStates.includes(state);
  return {
    committedRefundsCents: sumOf(isCommitted),
    changeRefundsCents: sumOf((refund) => refund.reason === 'changed' && isCommitted(refund)),
    paidOutChangeRefundsCents: sumOf(({ reason, state }) => reason === 'changed' && state === 'succeeded'),
  };
}

/** Returns the balance due; negative: the overpayment. */
export function dueOf({ totalCents, paidCents, refundedCents }: OrderMoney): Cents {
  return totalCents - paidCents + refundedCents;
}

/** Returns the balance due after a part payment, and the overpayment. Both are 0 before any payment. */
export function balanceOf(money: OrderMoney): { missingCents: Cents; overCents: Cents } {
  const dueCents = dueOf(money);
  const isPartPaid = paidState(money) === 'part_paid';
  return { missingCents: isPartPaid ? dueCents : 0, overCents: Math.max(0, -dueCents) };
}

/** True if the whole total was paid, or is 0. A later refund of a part changes nothing; a full refund does. */
export function isPaidUp({ totalCents, paidCents, refundedCents }: OrderMoney): boolean {
  return totalCents === 0 || (paidCents >= totalCents && paidCents > refundedCents);
}

/** As `dueOf`, but at most 0 once the whole total was paid: what was refunded since then is not due again. */
export function unpaidOf(money: OrderMoney): Cents {
  return isPaidUp(money) ? Math.min(0, dueOf(money)) : dueOf(money);
}

/** Returns the sum due before the hand-over. `acceptedCents`: the shortfall that an employee accepted. It does not count once all money was refunded. */
export function dueAtHandOver(money: OrderMoney, acceptedCents: Cents): Cents {
  const { totalCents, paidCents, refundedCents } = money;
  const shortfallCents = totalCents - paidCents;
  const isShortfallAccepted = paidCents > refundedCents && shortfallCents <= acceptedCents;
  return isPaidUp(money) || isShortfallAccepted ? 0 : dueOf(money);
}

type Credit = { status: OrderStatus; company: { regCode: string } | null; credit_reg_code: string | null };

/** True if an order is paid after the hand-over. The permission is for one company: if the order gets another one before the hand-over, it needs a new permission. */
export function isOnCredit({ status, company, credit_reg_code }: Credit): boolean {
  return credit_reg_code !== null && (status === 'completed' || company?.regCode === credit_reg_code);
}

/** True if an open order has no payment, so that the buyer can still pay it, or change the method. */
export function awaitsBuyer(status: OrderStatus, paid: PaidState): boolean {
  return paid === 'unpaid' && openStatuses.includes(status);
}

/** Returns the day on which the tires are expected at the branch. Null: they are late, and the day is not known. */
export function arrivalDay({ promisedOn, delay }: Pick<OrderView, 'promisedOn' | 'delay'>): Day | null {
  return delay ? delay.expectedOn : promisedOn;
}

export function leadDaysOf({ items }: Pick<OrderView, 'items'>): number {
  return Math.max(0, ...items.flatMap(({ parts }) => parts.map(({ leadDays }) => leadDays)));
}
