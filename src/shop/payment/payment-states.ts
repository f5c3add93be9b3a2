/** `submitted`: outcome unknown. `authorized`: unsettled. `voided`: withdrawn by the bank. `disputed`: charged back. */
export const paymentStates = [
  'created',
  'submitted',
  'pending',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'cancelled',
  'expired',
  'voided',
  'disputed',
] as const;

export type PaymentState = (typeof paymentStates)[number];

/** A state as a provider reports it; `unknown`: no state of the shop matches it. */
export type ProviderState =
  | Exclude<PaymentState, 'created' | 'submitted' | 'partially_refunded' | 'refunded'>
  | 'unknown';

const endedStates = ['failed', 'cancelled', 'expired'] as const;

/** The states that may follow each state. Reports of other states (late, out of order) change nothing. A voided or ended payment may still be paid. */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitted', 'pending', 'authorized', 'paid', ...endedStates],
  // `voided`: the bank authorized and withdrew the payment before the shop polled it.
  submitted: ['pending', 'authorized', 'paid', 'voided', ...endedStates],
  pending: ['authorized', 'paid', 'voided', ...endedStates],
  authorized: ['paid', 'voided', ...endedStates],
  failed: ['authorized', 'paid'],
  cancelled: ['authorized', 'paid'],
  expired: ['authorized', 'paid'],
  paid: ['partially_refunded', 'refunded', 'voided', 'disputed'],
  partially_refunded: ['refunded', 'voided', 'disputed'],
  refunded: ['disputed'],
  voided: ['authorized', 'paid'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'voided'],
};

/** An order has at most one payment in these states. */
export const livePaymentStates: readonly PaymentState[] = ['created', 'submitted', 'pending', 'authorized'];

/** The shop has the money of payments in these states, at least in part. */
export const moneyStates: readonly PaymentState[] = ['paid', 'partially_refunded'];

/** The bank has taken back the money of payments in these states, or holds it during a dispute. */
export const takenBackStates: readonly PaymentState[] = ['voided', 'disputed'];

export function paymentAfter(state: PaymentState, reported: ProviderState): PaymentState {
  return reported !== 'unknown' && paymentTransitions[state].includes(reported) ? reported : state;
}

/** True if the provider has ended the payment. A later report of money still counts (`paymentTransitions`). */
export function isFinal(reported: ProviderState | null): boolean {
  return reported === 'failed' || reported === 'cancelled' || reported === 'expired' || reported === 'voided';
}

export type RefundState = 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';

/** A `submitted` refund is `requested` again if the provider certainly did not get it. */
export const refundTransitions: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['submitted', 'pending', 'succeeded', 'failed'],
  submitted: ['requested', 'pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
};

/** Refunds in these states reduce the refundable sum. */
export const committedRefundStates: readonly RefundState[] = ['requested', 'submitted', 'pending', 'succeeded'];
