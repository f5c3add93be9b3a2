import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { committedRefundStates } from '../payment/payment-states.ts';
import { moneyOf, type RefundRow } from '../payment/payments.server.ts';
import type { Money } from './order.ts';

type Booked = { paid: number; refunded: number };

/**
 * Returns the money of an order in cents. Refunds after a change of the order reduce what was paid from their request on: if the
 * total rises again, they are due again.
 */
export function netMoney(
  totalCents: number,
  { paid, refunded }: Booked,
  refunds: readonly Pick<RefundRow, 'reason' | 'state' | 'amount_cents'>[],
): Money {
  const ofChanges = refunds.filter(({ reason }) => reason === 'changed');
  const sum = (states: readonly RefundRow['state'][]) =>
    ofChanges
      .filter(({ state }) => states.includes(state))
      .reduce((total, { amount_cents }) => total + amount_cents, 0);
  return { totalCents, paidCents: paid - sum(committedRefundStates), refundedCents: refunded - sum(['succeeded']) };
}

/** Returns the money of an order as `netMoney` does. */
export async function orderMoney(
  db: Kysely<Tables>,
  { id, total_cents }: { id: number; total_cents: number },
): Promise<Money> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['reason', 'state', 'amount_cents'])
    .where('order_id', '=', id)
    .where('reason', '=', 'changed')
    .execute();
  return netMoney(total_cents, await moneyOf(db, { orderId: id }), refunds);
}
