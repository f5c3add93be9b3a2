import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { LastChange } from '../order/desk-order.ts';
import { orderVersion } from '../order/order-version.server.ts';

/** `lastChange` null: no employee has changed the booking. */
type BookingVersion = { version: string; lastChange: LastChange | null };

/** By act: the type of the order event that the same act records if the booking belongs to an order. */
const eventOfAct: Record<string, string> = {
  'book-fitting': 'fitting-booked',
  'move-fitting': 'fitting-moved',
  'edit-fitting': 'fitting-edited',
  'free-fitting': 'fitting-freed',
  'undo-fitting': 'fitting-undone',
};

export async function bookingVersion(db: Kysely<Tables>, id: string): Promise<BookingVersion | null> {
  const booking = await db
    .selectFrom('fitting_bookings')
    .select(['version', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!booking) return null;
  const version = String(booking.version);
  if (booking.order_id !== null) return { version, lastChange: (await orderVersion(db, booking.order_id)).lastChange };
  const logged = await db
    .selectFrom('desk_log')
    .select(['at', 'actor', 'act'])
    .where('subject', '=', `fitting ${id}`)
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!logged) return { version, lastChange: null };
  const { at, actor, act } = logged;
  return { version, lastChange: { at: at.toISOString(), actor, type: eventOfAct[act] ?? act } };
}
