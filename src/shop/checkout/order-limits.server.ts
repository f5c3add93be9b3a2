import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { openUnpaidOrders } from '../order/open-unpaid.server.ts';
import type { OrderLimits } from '../shop-facts.ts';

const locks = { email: 1, address: 2 };

/**
 * Which limit on open, unpaid orders one more would break, or null. E-mail addresses are the same in any case of
 * letters; `address` null is not limited. Concurrent orders of one buyer take turns here until they commit.
 */
export async function reachedLimit(
  trx: Trx,
  email: string,
  address: string | null,
  limits: OrderLimits,
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
  return open.address >= limits.openOrdersPerAddress ? 'address' : null;
}
