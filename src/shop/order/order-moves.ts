import type { Moves } from '../moves.ts';
import type { OrderStatus } from './order.ts';

/**
 * The allowed moves. A cancelled or expired order opens again when its money comes late; only an unpaid order expires;
 * a branch may hand over tires that nobody has marked ready.
 */
export const orderMoves: Moves<OrderStatus> = {
  awaiting_payment: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['ready', 'completed', 'cancelled', 'expired', 'awaiting_payment'],
  ready: ['completed', 'cancelled', 'expired'],
  completed: [],
  cancelled: ['confirmed'],
  expired: ['confirmed'],
};
