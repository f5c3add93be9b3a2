import { type Moves, mayMove } from '../moves.ts';
import type { ProviderState } from './redirect-provider.ts';

/**
 * The life of an attempt to pay. `created`: the provider was not asked yet; `submitted`: it was, and whether it heard is
 * not known; `pending`: the buyer may pay; `authorized`: the bank is still settling; `voided`: an authorised or paid
 * amount was taken back; `disputed`: the buyer's bank wants it back.
 */
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

const ends = ['failed', 'cancelled', 'expired'] as const;

/**
 * The allowed moves. What is told late or in the wrong order is no move and changes nothing, except money: it may come
 * to an attempt that had ended.
 */
export const paymentMoves: Moves<PaymentState> = {
  created: ['submitted', 'pending', 'authorized', 'paid', ...ends],
  submitted: ['pending', 'authorized', 'paid', ...ends],
  pending: ['authorized', 'paid', ...ends],
  authorized: ['paid', 'voided', ...ends],
  failed: ['authorized', 'paid'],
  cancelled: ['authorized', 'paid'],
  expired: ['authorized', 'paid'],
  paid: ['partially_refunded', 'refunded', 'voided', 'disputed'],
  partially_refunded: ['refunded', 'voided', 'disputed'],
  refunded: ['disputed'],
  voided: ['authorized', 'paid'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'voided'],
};

/** States in which the attempt still holds its order's place: one attempt of an order at a time. */
export const livePaymentStates: readonly PaymentState[] = ['created', 'submitted', 'pending', 'authorized'];

/** States in which the shop has the money, or a part of it. */
export const moneyStates: readonly PaymentState[] = ['paid', 'partially_refunded'];

/** The state after a provider has told its own; the same state when that is no move. */
export function paymentAfter(state: PaymentState, told: ProviderState): PaymentState {
  return told !== 'unknown' && mayMove(paymentMoves, state, told) ? told : state;
}

/** Nothing more comes of a payment of which its provider says this. */
export function isFinal(told: ProviderState | null): boolean {
  return told === 'failed' || told === 'cancelled' || told === 'expired' || told === 'voided';
}
