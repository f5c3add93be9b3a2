/** `submitted`: sent to the provider, outcome unknown; `authorized`: the bank still settles; `voided`: taken back; `disputed`: charged back. */
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

/** A state as a provider reports it; `unknown`: the shop has no term for it. */
export type ProviderState =
  | Exclude<PaymentState, 'created' | 'submitted' | 'partially_refunded' | 'refunded'>
  | 'unknown';

const endedStates = ['failed', 'cancelled', 'expired'] as const;

/** Allowed transitions. Other reports (late, out of order) change nothing. Money may still arrive for an ended payment. */
export const paymentMoves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitted', 'pending', 'authorized', 'paid', ...endedStates],
  // `voided`: the bank took back what it had authorized before the shop asked.
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

/** States of a payment whose money the shop has, at least in part. */
export const moneyStates: readonly PaymentState[] = ['paid', 'partially_refunded'];

export function paymentAfter(state: PaymentState, reported: ProviderState): PaymentState {
  return reported !== 'unknown' && paymentMoves[state].includes(reported) ? reported : state;
}

/** Whether a reported state means that no money will arrive. */
export function isFinal(reported: ProviderState | null): boolean {
  return reported === 'failed' || reported === 'cancelled' || reported === 'expired' || reported === 'voided';
}

export type RefundState = 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';

export const refundMoves: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['submitted', 'pending', 'succeeded', 'failed'],
  submitted: ['requested', 'pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
};

/** Refunds in these states reduce what can still be refunded. */
export const committedRefundStates: readonly RefundState[] = ['requested', 'submitted', 'pending', 'succeeded'];
