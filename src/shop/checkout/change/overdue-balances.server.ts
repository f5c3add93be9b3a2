import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Cents } from '../../money.ts';
import { orderMoney } from '../../order/change-order.server.ts';
import { balanceOf } from '../../order/order.ts';

type OverdueBalance = { number: string; branch: string; missingCents: Cents };

/** Returns orders whose total has changed and whose balance due was not paid in time. Their tires stay reserved. */
export async function overdueBalances(db: Kysely<Tables>, now: Date): Promise<OverdueBalance[]> {
  const changedOrders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'branch', 'status', 'total_cents', 'not_due_cents', 'due_again_cents'])
    .where('status', 'in', ['confirmed', 'ready'])
    .where('review', 'is', null)
    .where('held_until', '<', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_events')
          .select('id')
          .whereRef('order_id', '=', 'orders.id')
          .where('type', '=', 'changed')
          .where(sql<boolean>`data->'total' is not null`),
      ),
    )
    .orderBy('number')
    .execute();
  const balances = [];
  for (const { number, branch, ...order } of changedOrders) {
    const { missingCents } = balanceOf(await orderMoney(db, order));
    if (missingCents > 0) balances.push({ number, branch, missingCents });
  }
  return balances;
}
