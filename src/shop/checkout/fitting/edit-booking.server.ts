import type { Trx } from '../../../database/transaction.server.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import type { FieldError } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';
import {
  type Contact,
  changeSeenBooking,
  checkContact,
  type SeenBooking,
  type SeenBookingRefusal,
} from './desk-booking.server.ts';

/** `of-order`: the contact data belong to the order, where they are edited. */
export type EditResult =
  | { ok: true }
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | { ok: false; reason: 'of-order' }
  | SeenBookingRefusal;

export async function editBooking(
  shop: Pick<ShopContext, 'db'>,
  seen: SeenBooking,
  contact: Contact,
): Promise<EditResult> {
  const { buyer, errors } = checkContact(contact);
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };
  return changeSeenBooking(shop, seen, async (trx, { booking, order }): Promise<EditResult> => {
    if (order) return { ok: false, reason: 'of-order' };
    const isCancelled = booking.state === 'freed';
    if (isCancelled) return { ok: false, reason: 'changed' };
    await trx
      .updateTable('fitting_bookings')
      .set({ ...buyer, version: booking.version + 1 })
      .where('id', '=', booking.id)
      .execute();
    await keepUnsentTextMessage(trx, booking);
    return { ok: true };
  });
}

/** Sets an unsent text message to the new version of its booking: the time that it names is still right, and it is sent to the new phone number. */
async function keepUnsentTextMessage(trx: Trx, { id, version }: Booking): Promise<void> {
  await trx
    .updateTable('fitting_texts')
    .set({ about: String(version + 1) })
    .where('booking_id', '=', id)
    .where('kind', '=', 'moved')
    .where('about', '=', String(version))
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .execute();
}
