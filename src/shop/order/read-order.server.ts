import type { Kysely, Selectable } from 'kysely';
import { secret } from '../../database/secrets.server.ts';
import type { Tables } from '../../database/tables.ts';
import { type Booking, latestBookingOf } from '../fitting/bookings/bookings.server.ts';
import type { Cents } from '../money.ts';
import { bookedSumsOf, type PaymentRow, type RefundRow } from '../payment/payments.server.ts';
import { readReturnedOnCredit } from './change-order.server.ts';
import { type Delay, latestDelay } from './delays.server.ts';
import { mailToken, orderNumberPattern, sha256, tokenMatches } from './order-codes.server.ts';

type OrderRow = Omit<
  Selectable<Tables['orders']>,
  'client_address' | 'mailbox' | 'contact_erased_at' | 'name_erased_at'
>;

/** Finds an order by number and the buyer's or mail token. Null: either is wrong; both mistakes take the same time. */
export async function findOrderByToken(db: Kysely<Tables>, number: string, token: string): Promise<OrderRow | null> {
  // An invalid number (such as one with a NUL character) takes the same time as an unknown one.
  const validNumber = orderNumberPattern.test(number) ? number : '';
  const order = await db.selectFrom('orders').selectAll().where('number', '=', validNumber).executeTakeFirst();
  const isBuyersToken = tokenMatches(token, order?.token_hash ?? null);
  const isMailToken = tokenMatches(token, sha256(mailToken(await secret(db, 'order-links'), validNumber)));
  return order && (isBuyersToken || isMailToken) ? order : null;
}

export async function readOrder(db: Kysely<Tables>, id: number): Promise<StoredOrder> {
  return readOrderDetails(db, await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

/** `currentPayment`: the authorized payment, otherwise the latest. `booking`: the latest, even freed or done. */
export type StoredOrder = {
  order: OrderRow;
  lines: Omit<Selectable<Tables['order_lines']>, 'order_id'>[];
  holds: Omit<Selectable<Tables['stock_holds']>, 'order_id'>[];
  currentPayment: Pick<PaymentRow, 'id' | 'state' | 'redirect_url' | 'leased_until'>;
  paidCents: Cents;
  refundedCents: Cents;
  returnedOnCreditCents: Cents;
  refunds: Pick<RefundRow, 'state' | 'amount_cents' | 'reason'>[];
  withdrawnAt: Date | null;
  delay: Delay | null;
  booking: Booking | null;
  documents: Pick<Selectable<Tables['money_documents']>, 'number' | 'kind' | 'issued_on' | 'gross_cents'>[];
};

export async function readOrderDetails(db: Kysely<Tables>, order: OrderRow): Promise<StoredOrder> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'tire_id', 'title', 'size', 'count', 'price_cents'])
    .where('order_id', '=', order.id)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const holds = await db
    .selectFrom('stock_holds')
    .select(['position', 'tire_id', 'place', 'count', 'lead_days', 'state'])
    .where('order_id', '=', order.id)
    .execute();
  const currentPayment = await db
    .selectFrom('payments')
    .select(['id', 'state', 'redirect_url', 'leased_until'])
    .where('order_id', '=', order.id)
    .orderBy(({ eb }) => eb('state', '=', 'authorized'), 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { paid: paidCents, refunded: refundedCents } = await bookedSumsOf(db, { orderId: order.id });
  const returnedOnCreditCents = await readReturnedOnCredit(db, order.id);
  const refunds = await db
    .selectFrom('refunds')
    .select(['state', 'amount_cents', 'reason'])
    .where('order_id', '=', order.id)
    .orderBy('requested_at')
    .execute();
  const { withdrawnAt } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max<Date | null>('received_at').as('withdrawnAt'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const delay = (await latestDelay(db, order.id)) ?? null;
  const booking = order.fulfilment === 'fitting' ? await latestBookingOf(db, order.id) : null;
  const documents = await db
    .selectFrom('money_documents')
    .select(['number', 'kind', 'issued_on', 'gross_cents'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  return {
    order,
    lines,
    holds,
    currentPayment,
    paidCents,
    refundedCents,
    returnedOnCreditCents,
    refunds,
    withdrawnAt,
    delay,
    booking,
    documents,
  };
}
