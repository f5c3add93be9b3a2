import type { Trx } from '../../../database/transaction.server.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { fittingMailAbout } from '../../order/mails/mailed-fitting.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `moved`: the appointment was booked or moved. `freed`: it was cancelled. */
type FittingNews = 'moved' | 'freed';

type TellOptions = {
  /** Null: a booking without an order. */
  order: { id: number; email: string } | null;
  at: Date;
  /** Delays the mail, in seconds, so that it can be dropped if another mail says the same. */
  afterSeconds?: number;
};

/** Tells the buyer by mail, or else by text message, once for each version of a booking. `booking`: after the change. */
export async function tellBuyer(
  trx: Trx,
  { enqueue, textMessages }: Pick<ShopContext, 'enqueue' | 'textMessages'>,
  booking: Booking,
  news: FittingNews,
  { order, at, ...delay }: TellOptions,
): Promise<void> {
  const eventKey = fittingMailAbout.version(booking);
  if (order && order.email !== '')
    await enqueueMail(trx, enqueue, { orderId: order.id, kind: `fitting-${news}`, at, eventKey, ...delay });
  else if (textMessages)
    await enqueueTextMessage(trx, { enqueue }, booking.id, { kind: news, about: String(booking.version), at });
}

type NewTextMessage = { kind: 'moved' | 'freed' | 'reminder'; about: string; at: Date };

/** Enqueues a text message, one for each `kind` and `about`: the version of the booking, or for a reminder its day. */
export async function enqueueTextMessage(
  trx: Trx,
  { enqueue }: Pick<ShopContext, 'enqueue'>,
  bookingId: string,
  { kind, about, at }: NewTextMessage,
): Promise<void> {
  const text = await trx
    .insertInto('fitting_texts')
    .values({ booking_id: bookingId, kind, about, created_at: at })
    .onConflict((conflict) => conflict.columns(['booking_id', 'kind', 'about']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (text) await enqueue(trx, { name: 'send-text', textId: text.id });
}
