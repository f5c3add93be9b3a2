import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { openUnpaidOrders } from '../order/open-unpaid.server.ts';
import type { OrderLimits } from '../shop-facts.ts';

const locks = { email: 1, address: 2 };

/**
 * How many times as many orders as may be open at once one e-mail address may have within a day that nobody paid for,
 * closed ones too. Each writes to that address, which need not be the buyer's own: whoever cancels as fast as he orders
 * would fill a stranger's mailbox.
 */
const unpaidInDay = 3;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Which limit on unpaid orders one more would break, or null. E-mail addresses are the same in any case of
 * letters; `address` null is not limited. Concurrent orders of one buyer take turns here until they commit.
 */
export async function reachedLimit(
  trx: Trx,
  email: string,
  address: string | null,
  limits: OrderLimits,
  now: Date,
): Promise<'email' | 'address' | null> {
  await sql`select pg_advisory_xact_lock(${locks.email}, hashtext(lower(${email}))),
    pg_advisory_xact_lock(${locks.address}, hashtext(${address}))`.execute(trx);
  const sameEmail = sql<boolean>`lower(email) = lower(${email})`;
  const sameAddress = sql<boolean>`client_address = ${address}`;
  const open = await openUnpaidOrders(trx)
    .where(sql<boolean>`(${sameEmail} or ${sameAddress})`)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(sameEmail).as('email'),
      fn.countAll<number>().filterWhere(sameAddress).as('address'),
    ])
    .executeTakeFirstOrThrow();
  if (open.email >= limits.openOrdersPerEmail) return 'email';
  const { today } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('today'))
    .where(sameEmail)
    .where('placed_at', '>', new Date(now.getTime() - dayMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments').whereRef('order_id', '=', 'orders.id').where('state', '=', 'paid'))),
    )
    .executeTakeFirstOrThrow();
  if (today >= unpaidInDay * limits.openOrdersPerEmail) return 'email';
  return open.address >= limits.openOrdersPerAddress ? 'address' : null;
}
