import type { Moves } from '../moves.ts';

/** `submitted`: the provider was asked, and whether it heard is not known; `pending`: it is on its way. */
export type RefundState = 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';

/** A refund that failed gives its amount back to what can be refunded; money that went after all is still told. */
export const refundMoves: Moves<RefundState> = {
  requested: ['submitted', 'pending', 'succeeded', 'failed'],
  submitted: ['requested', 'pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: [],
  failed: ['succeeded'],
};

/** Refunds whose amount is on its way or gone. */
export const countedRefunds: readonly RefundState[] = ['requested', 'submitted', 'pending', 'succeeded'];
