import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { moneyOf } from '../payment/payments.server.ts';
import { changeRefundsOf, type Money, netMoney, type Totals } from './order.ts';

export async function orderMoney(db: Kysely<Tables>, { id, ...totals }: Totals & { id: number }): Promise<Money> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['reason', 'state', 'amount_cents'])
    .where('order_id', '=', id)
    .where('reason', '=', 'changed')
    .execute();
  return netMoney(totals, await moneyOf(db, { orderId: id }), changeRefundsOf(refunds));
}
