import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import { isInvoicedBefore } from '../../books/documents/invoiced-before.server.ts';
import type { OrderLimits } from '../../config/shop-config.ts';
import { fittingBegunStates } from '../../fitting/bookings/bookings.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { isBlocking, openStatuses } from '../../order/order.ts';
import { findExceededLimit, mailboxOf } from '../place/order-attempt.server.ts';
import type { OrderChange } from './change-form.ts';
import type { ChangeRefusal } from './change-result.ts';

/** Limits misuse: each change sends a mail, and may set a new address for it. */
const maxChangesByBuyer = 10;

export function refusalForEveryone(order: LockedOrder): ChangeRefusal | null {
  if (!openStatuses.includes(order.status)) return { ok: false, reason: 'too-late' };
  const isPaymentVoidedOrChargedBack = order.review === 'payment-withdrawn';
  return isPaymentVoidedOrChargedBack ? { ok: false, reason: 'review' } : null;
}

export async function refusalForBuyer(
  trx: Trx,
  order: LockedOrder,
  change: OrderChange,
  limits: OrderLimits,
  now: Date,
): Promise<ChangeRefusal | null> {
  const { id } = order;
  const { isWithdrawn, isOrdered, isTransferred, areTiresGoneOrMissing, hasFittingBegun, changeCount } = await trx
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('withdrawals').select('id').where('order_id', '=', id)).as('isWithdrawn'),
      exists(
        selectFrom('purchase_for as part')
          .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
          .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
          .select('part.line_id')
          .where('part.order_id', '=', id)
          .where('purchase.state', '!=', 'draft'),
      ).as('isOrdered'),
      exists(
        selectFrom('transfers').select('id').where('order_id', '=', id).where('state', 'in', ['sent', 'arrived']),
      ).as('isTransferred'),
      exists(
        selectFrom('stock_holds')
          .select('position')
          .where('order_id', '=', id)
          .where('state', 'in', ['missing', 'in_transit', 'handed_over', 'returned']),
      ).as('areTiresGoneOrMissing'),
      exists(
        selectFrom('fitting_bookings').select('id').where('order_id', '=', id).where('state', 'in', fittingBegunStates),
      ).as('hasFittingBegun'),
      selectFrom('order_events')
        .select(sql<number>`count(*)::integer`.as('changeCount'))
        .where('order_id', '=', id)
        .where('type', '=', 'changed')
        .where('actor', '=', 'buyer')
        .$asScalar()
        .$notNull()
        .as('changeCount'),
    ])
    .executeTakeFirstOrThrow();
  if (isWithdrawn) return { ok: false, reason: 'too-late' };
  if (isBlocking(order.review)) return { ok: false, reason: 'review' };
  if (isOrdered || isTransferred || areTiresGoneOrMissing || hasFittingBegun)
    return { ok: false, reason: 'ask-branch' };
  if (change.company !== undefined) {
    const isInvoicedInEarlierMonth = await isInvoicedBefore(trx, id, now);
    if (isInvoicedInEarlierMonth) return { ok: false, reason: 'ask-branch' };
  }
  if (changeCount >= maxChangesByBuyer) return { ok: false, reason: 'too-many-changes' };
  const { email } = change.customer;
  if (email === undefined || email === order.email) return null;
  const newMailbox = mailboxOf(email);
  if (newMailbox === order.mailbox) return null;
  // The limit by client address is for new orders.
  const exceeded = await findExceededLimit(trx, { mailbox: newMailbox, client: null }, limits, now);
  return exceeded ? { ok: false, reason: 'too-many-open-orders' } : null;
}

/** Events of payment attempts that book no money. They do not affect a decision about a change, so they do not make a preview outdated. */
export const unbookedPaymentEvents = [
  'payment-submitted',
  'payment-pending',
  'payment-failed',
  'payment-cancelled',
  'payment-expired',
];

export async function hasChangedSince(trx: Trx, orderId: number, seenEventId: number): Promise<boolean> {
  const newer = await trx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '>', seenEventId)
    .where('type', 'not in', unbookedPaymentEvents)
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

export async function newestEventId(trx: Trx, orderId: number): Promise<number> {
  const { newest } = await trx
    .selectFrom('order_events')
    .select(({ fn }) => fn.max<number>('id').as('newest'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return newest;
}
