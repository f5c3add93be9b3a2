import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { openStatuses } from '../order/order.ts';
import type { OrderLimits } from '../shop-facts.ts';

const locks = { email: 1, address: 2 };

/**
 * How many times as many orders as may be open at once one e-mail address may have within a day that nobody paid for,
 * closed ones too. Each writes to that address, which need not be the buyer's own: whoever cancels as fast as he orders
 * would fill a stranger's mailbox.
 */
const unpaidInDay = 3;
const dayMs = 24 * 60 * 60 * 1000;

/** What concurrent orders of one e-mail address or network address wait for, each until the one before has committed. */
export function turnOfBuyer(email: string, address: string | null) {
  return [
    sql`pg_advisory_xact_lock(${locks.email}, hashtext(lower(${email})))`.as('turn_of_email'),
    sql`pg_advisory_xact_lock(${locks.address}, hashtext(${address}))`.as('turn_of_address'),
  ];
}

/**
 * Which limit on unpaid orders one more would break, or null. E-mail addresses are the same in any case of
 * letters; `address` null is not limited. It has to be the buyer's turn: a statement sees what others had committed
 * when it began.
 */
export async function reachedLimit(
  trx: Trx,
  email: string,
  address: string | null,
  limits: OrderLimits,
  now: Date,
): Promise<'email' | 'address' | null> {
  const sameEmail = sql<boolean>`lower(email) = lower(${email})`;
  const sameAddress = sql<boolean>`client_address = ${address}`;
  const isOpen = sql<boolean>`status in (${sql.join(openStatuses)})`;
  const ofThisDay = sql<boolean>`placed_at > ${new Date(now.getTime() - dayMs)}`;
  const unpaid = await trx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(sql<boolean>`${sameEmail} and ${isOpen}`).as('openOfEmail'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameEmail} and ${ofThisDay}`).as('ofEmailToday'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameAddress} and ${isOpen}`).as('openOfAddress'),
    ])
    .where(sql<boolean>`(${sameEmail} and (${isOpen} or ${ofThisDay}) or ${sameAddress} and ${isOpen})`)
    // Counted for each of these few orders: as `not exists` it is joined, at times with every payment that there is.
    .where(
      ({ selectFrom }) =>
        selectFrom('payments')
          .select(({ fn }) => fn.countAll().as('paid'))
          .whereRef('order_id', '=', 'orders.id')
          .where('state', '=', 'paid'),
      '=',
      0,
    )
    .executeTakeFirstOrThrow();
  if (unpaid.openOfEmail >= limits.openOrdersPerEmail) return 'email';
  if (unpaid.ofEmailToday >= unpaidInDay * limits.openOrdersPerEmail) return 'email';
  return unpaid.openOfAddress >= limits.openOrdersPerAddress ? 'address' : null;
}
