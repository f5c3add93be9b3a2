import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** An e-mail address in any case, an order number, or both, which must match. */
export type Person = { email?: string | undefined; number?: string | undefined };

export async function recordsOf(
  db: Kysely<Tables>,
  { email, number }: Person,
): Promise<{ orders: number[]; withdrawals: string[] }> {
  const isTheirs = sql<boolean>`lower(email) = lower(${email})`;
  const found = await db
    .selectFrom('orders')
    .select('id')
    .$if(email !== undefined, (orders) => orders.where(isTheirs))
    .$if(number !== undefined, (orders) => orders.where('number', '=', number?.trim().toUpperCase() ?? ''))
    .orderBy('id')
    .execute();
  const orders = found.map(({ id }) => id);
  const ofOrders = sql<boolean>`order_id = any(${orders})`;
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select('id')
    .where(number === undefined ? sql<boolean>`(${isTheirs} or ${ofOrders})` : ofOrders)
    .orderBy('received_at')
    .execute();
  return { orders, withdrawals: withdrawals.map(({ id }) => id) };
}
