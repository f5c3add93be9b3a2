import { tallinnTimeOfDay } from '../../../shop/calendar.ts';
import type { ShopContext } from '../../../shop/checkout/shop-context.server.ts';
import { tallinnDate } from '../../../shop/tallinn-date.ts';
import type { BookingPaper } from '../booking-order.ts';
import { branchName } from './branch-name.ts';

export async function readBookingPaper(
  { db, shopConfig }: Pick<ShopContext, 'db' | 'shopConfig'>,
  id: string,
): Promise<BookingPaper | null> {
  const booking = await db
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', 'is', null)
    .executeTakeFirst();
  if (!booking) return null;
  const { bay, starts_at, name, phone, plate, note, vehicle, wheels, rim, storage } = booking;
  return {
    bay,
    note,
    vehicle,
    wheels,
    rim,
    storage,
    branch: branchName(booking.branch, shopConfig),
    day: tallinnDate(starts_at),
    time: tallinnTimeOfDay(starts_at),
    name: name ?? '',
    phone: phone ?? '',
    plate: plate ?? '',
    runFlat: booking.run_flat,
    priceCents: booking.price_cents,
  };
}
