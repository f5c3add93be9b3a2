import { sql } from 'kysely';
import { inTransaction } from '../../../database/transaction.server.ts';
import { addDays, endOfDay, instantAt, startOfDay } from '../../calendar.ts';
import { fittingMailAbout } from '../../order/mails/mailed-fitting.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { tryEach } from '../try-each.ts';
import { enqueueTextMessage } from './tell-buyer.server.ts';

/** The time in Tallinn, on the day before the appointment, from which buyers are reminded. */
const remindFrom = '16:00';

const lastBookedOrMoved = sql<Date>`greatest(booking.made_at,
  (select max(created_at) from letters where order_id = booking.order_id and kind = 'fitting-moved'),
  (select max(created_at) from fitting_texts where booking_id = booking.id and kind = 'moved'))`;

/** Reminds buyers of tomorrow's appointments, by mail or else by text message, except of those that were last booked or moved 24 hours or
 * less before they start. Enqueues at most one mail and one text message for each booking and day of its appointment. */
export async function remindOfFitting(shop: ShopContext): Promise<void> {
  const now = shop.now();
  const today = tallinnDate(now);
  if (now < instantAt(today, remindFrom)) return;
  const tomorrow = addDays(today, 1);
  const due = await shop.db
    .selectFrom('fitting_bookings as booking')
    .leftJoin('orders', 'orders.id', 'booking.order_id')
    .select(['booking.id', 'booking.order_id', 'booking.starts_at', 'orders.email'])
    .where('booking.state', '=', 'booked')
    .where('booking.starts_at', '>=', startOfDay(tomorrow))
    .where('booking.starts_at', '<=', endOfDay(tomorrow))
    .where(sql<boolean>`${lastBookedOrMoved} < booking.starts_at - interval '24 hours'`)
    // `fittingMailAbout.day` writes the same text into `about`. For text messages, `enqueueTextMessage` prevents a second reminder.
    .where(
      sql<boolean>`not exists (select from letters where order_id = booking.order_id and kind = 'fitting-reminder'
        and about = booking.id || ' ' || ${tomorrow}::text)`,
    )
    .orderBy('booking.starts_at')
    .execute();
  await tryEach(due, 'reminders of fittings', ({ id, order_id, starts_at, email }) =>
    inTransaction(shop.db, async (trx) => {
      const eventKey = fittingMailAbout.day({ id, starts_at });
      if (order_id !== null && email)
        await enqueueMail(trx, shop.enqueue, { orderId: order_id, kind: 'fitting-reminder', at: now, eventKey });
      else if (shop.textMessages)
        await enqueueTextMessage(trx, shop, id, { kind: 'reminder', about: tomorrow, at: now });
    }),
  );
}
