import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { openStatuses } from '../../order/order.ts';
import { moneyStates } from '../../payment/payment-states.ts';
import { type Buyer, lockBuyer } from '../place/order-attempt.server.ts';

/** The maximum of future appointments of unpaid orders. The result calls the limit of a buyer's mailbox `email`, that of a network address `address`. */
const maxUnpaid = { perMailbox: 2, perClient: 6 };

export type TooManyAppointments = { ok: false; reason: 'too-many-appointments'; limit: 'email' | 'address' };

/** Returns the limit that one more appointment would exceed. Needs the locks of `claimKey` or `lockBuyer`. */
export async function findExceededAppointmentLimit(
  trx: Trx,
  { mailbox, client }: Buyer,
  now: Date,
): Promise<TooManyAppointments['limit'] | null> {
  const { mailboxCount, clientCount } = await trx
    .selectFrom('orders')
    .innerJoin('fitting_bookings as booking', 'booking.order_id', 'orders.id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('mailbox', '=', mailbox).as('mailboxCount'),
      fn.countAll<number>().filterWhere(sql<boolean>`client_address = ${client}`).as('clientCount'),
    ])
    .where('booking.state', '=', 'booked')
    .where('booking.starts_at', '>', now)
    .where('orders.status', 'in', openStatuses)
    .where(sql<boolean>`(mailbox = ${mailbox} or client_address = ${client})`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments').whereRef('order_id', '=', 'orders.id').where('state', 'in', moneyStates))),
    )
    .executeTakeFirstOrThrow();
  if (mailboxCount >= maxUnpaid.perMailbox) return 'email';
  return clientCount >= maxUnpaid.perClient ? 'address' : null;
}

/** As `findExceededAppointmentLimit`, for a locked order without appointment. Paid orders and those that an employee placed (no mailbox) have no limit. */
export async function findExceededLimitOfOrder(
  trx: Trx,
  { id, mailbox, client_address: client }: LockedOrder,
  now: Date,
): Promise<TooManyAppointments['limit'] | null> {
  if (mailbox === null) return null;
  const paid = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', id)
    .where('state', 'in', moneyStates)
    .limit(1)
    .executeTakeFirst();
  if (paid) return null;
  await lockBuyer(trx, { mailbox, client });
  return findExceededAppointmentLimit(trx, { mailbox, client }, now);
}
