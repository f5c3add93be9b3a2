import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { LastChange } from '../order/desk-order.ts';
import { orderVersion } from '../order/order-version.server.ts';

/** `lastChange` null: it was not done at the desk. */
type BookingVersion = { version: string; lastChange: LastChange | null };

/** Returns the version of a fitting booking and its last change; null if there is none of this id. */
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
  return {
    version,
    lastChange: logged ? { at: logged.at.toISOString(), actor: logged.actor, type: logged.act } : null,
  };
}
