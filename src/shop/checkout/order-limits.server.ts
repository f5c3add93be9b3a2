import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import { openStatuses } from '../order/order.ts';
import type { OrderLimits } from '../shop-facts.ts';

const locks = { mailbox: 1, client: 2 };

/** For how long an order that nobody paid for counts after it was placed, open or not. */
export const countedMs = 24 * 60 * 60 * 1000;

/** Whose orders are counted: where the buyer's mail goes, and the network address or IPv6 network; null is not limited. */
export type Buyer = { mailbox: string; client: string | null };

/** What concurrent orders of one mailbox or client wait for, each until the one before has committed. */
export function turnOfBuyer({ mailbox, client }: Buyer) {
  return [
    sql`pg_advisory_xact_lock(${locks.mailbox}, hashtext(${mailbox}))`.as('turn_of_mailbox'),
    sql`pg_advisory_xact_lock(${locks.client}, hashtext(${client}))`.as('turn_of_client'),
  ];
}

/**
 * Which limit on unpaid orders one more would break, or null. Cancelled orders count for a day, because each order sends
 * mail, and the mailbox need not be the buyer's own. It has to be the buyer's turn: a statement sees what others had
 * committed when it began.
 */
export async function reachedLimit(
  trx: Trx,
  { mailbox, client }: Buyer,
  limits: OrderLimits,
  now: Date,
): Promise<'email' | 'address' | null> {
  const sameMailbox = sql<boolean>`mailbox = ${mailbox}`;
  const sameClient = sql<boolean>`client_address = ${client}`;
  const isOpen = sql<boolean>`status in (${sql.join(openStatuses)})`;
  const ofThisDay = sql<boolean>`placed_at > ${new Date(now.getTime() - countedMs)}`;
  const unpaid = await trx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(sql<boolean>`${sameMailbox} and ${isOpen}`).as('openOfMailbox'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameMailbox} and ${ofThisDay}`).as('ofMailboxToday'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameClient} and ${isOpen}`).as('openOfClient'),
      fn.countAll<number>().filterWhere(sql<boolean>`${sameClient} and ${ofThisDay}`).as('ofClientToday'),
    ])
    .where(sql<boolean>`(${sameMailbox} or ${sameClient})`)
    .where(sql<boolean>`(${isOpen} or ${ofThisDay})`)
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
  if (unpaid.openOfMailbox >= limits.openOrdersPerEmail) return 'email';
  if (unpaid.ofMailboxToday >= limits.unpaidOrdersPerEmailPerDay) return 'email';
  if (unpaid.openOfClient >= limits.openOrdersPerClient) return 'address';
  return unpaid.ofClientToday >= limits.unpaidOrdersPerClientPerDay ? 'address' : null;
}
