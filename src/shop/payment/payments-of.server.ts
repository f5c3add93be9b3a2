import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import { changePayment, type PaymentRow } from './change-payment.server.ts';
import { livePaymentStates } from './payment-states.ts';

/** All attempts to pay for an order, in no order. */
export function paymentsOf(db: Kysely<Tables>, orderId: number): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute();
}

/** An attempt that is neither paid nor over. */
export function isLive({ state }: Pick<PaymentRow, 'state'>): boolean {
  return livePaymentStates.includes(state);
}

/** Ends those of an order's attempts that are still open; the order has to be locked. */
export async function endLive(
  trx: Trx,
  payments: readonly PaymentRow[],
  as: 'cancelled' | 'expired',
  change: Change,
): Promise<void> {
  for (const payment of payments.filter(isLive)) await changePayment(trx, payment, as, change);
}
