import type { Selectable, Updateable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import { type Change, record } from '../history.server.ts';
import { mayMove } from '../moves.ts';
import { type PaymentState, paymentMoves } from './payment-states.ts';
import { type RefundState, refundMoves } from './refund-states.ts';

export type PaymentRow = Selectable<Tables['payments']>;
export type RefundRow = Selectable<Tables['refunds']>;

/**
 * The only place where the state of a payment changes; its order has to be locked. False when the move is not allowed;
 * then nothing has changed. `also`: what is written with it.
 */
export async function changePayment(
  trx: Trx,
  payment: PaymentRow,
  to: PaymentState,
  change: Change,
  also: Updateable<Tables['payments']> = {},
): Promise<boolean> {
  if (!mayMove(paymentMoves, payment.state, to)) return false;
  await trx
    .updateTable('payments')
    .set({ ...also, state: to })
    .where('id', '=', payment.id)
    .execute();
  const data = { payment: payment.id, method: payment.method, from: payment.state, cents: payment.amount_cents };
  await record(trx, payment.order_id, change, `payment-${to}`, data);
  Object.assign(payment, also, { state: to });
  return true;
}

/** The only place where the state of a refund changes, as `changePayment`. */
export async function changeRefund(
  trx: Trx,
  refund: RefundRow,
  to: RefundState,
  change: Change,
  also: Updateable<Tables['refunds']> = {},
): Promise<boolean> {
  if (!mayMove(refundMoves, refund.state, to)) return false;
  await trx
    .updateTable('refunds')
    .set({ ...also, state: to })
    .where('id', '=', refund.id)
    .execute();
  const data = { refund: refund.id, from: refund.state, cents: refund.amount_cents };
  await record(trx, refund.order_id, change, `refund-${to}`, data);
  Object.assign(refund, also, { state: to });
  return true;
}
