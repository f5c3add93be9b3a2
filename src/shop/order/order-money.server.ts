import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Cents } from '../money.ts';
import { committedRefundStates } from '../payment/payment-states.ts';
import { moneyOf, type RefundRow } from '../payment/payments.server.ts';
import type { Money } from './order.ts';

type Totals = { total_cents: Cents; not_due_cents: Cents };

type Booked = { paid: Cents; refunded: Cents };

/** Refunds because of changes of the order: those that have not failed, and those that are paid out. */
type ChangeRefunds = { requestedCents: Cents; succeededCents: Cents };

/**
 * Returns the money of an order. A refund because of a change of the order reduces what was paid, from its request on: if the
 * total rises again, it is due again. Refunds that `not_due_cents` counts are left out.
 */
export function netMoney(
  { total_cents: totalCents, not_due_cents }: Totals,
  { paid, refunded }: Booked,
  { requestedCents, succeededCents }: ChangeRefunds,
): Money {
  return {
    totalCents,
    paidCents: paid - requestedCents,
    refundedCents: Math.max(0, refunded - succeededCents - not_due_cents),
  };
}

export function changeRefundsOf(
  refunds: readonly Pick<RefundRow, 'reason' | 'state' | 'amount_cents'>[],
): ChangeRefunds {
  const sumIn = (states: readonly RefundRow['state'][]) =>
    refunds
      .filter(({ reason, state }) => reason === 'changed' && states.includes(state))
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return { requestedCents: sumIn(committedRefundStates), succeededCents: sumIn(['succeeded']) };
}

/** Returns the money of an order as `netMoney` does. */
export async function orderMoney(db: Kysely<Tables>, { id, ...totals }: Totals & { id: number }): Promise<Money> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['reason', 'state', 'amount_cents'])
    .where('order_id', '=', id)
    .where('reason', '=', 'changed')
    .execute();
  return netMoney(totals, await moneyOf(db, { orderId: id }), changeRefundsOf(refunds));
}
