import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import { hoursOf } from '../../calendar.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';
import type { Booking } from '../../fitting/bookings/bookings.server.ts';
import { holdEndWithBooking } from '../../fitting/hold-end.ts';
import type { Actor } from '../../history.server.ts';
import { totalOf, vatPercentAt } from '../../money.ts';
import { newOrderNumber, referenceOf, sha256 } from '../../order/order-codes.server.ts';
import type { NewOrderMail } from '../../order/order-mails.server.ts';
import type { StoredOrder } from '../../order/read-order.server.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { holdEnd, providerIdOf } from '../../payment/providers.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { promisedDay } from './allocate.ts';
import { holdsOfLine, type OfferedLine, stockNotifications } from './offers.server.ts';
import type { Buyer } from './order-attempt.server.ts';
import { type PlacedForm, storedPlate } from './order-form.ts';
import type { OrderSource } from './place-order.server.ts';

type OrderDraft = {
  id: number;
  token: string;
  form: PlacedForm;
  lines: readonly OfferedLine[];
  booking: Booking | null;
  source: Pick<OrderSource, 'channel' | 'deviceId'>;
  shopConfig: ShopConfig;
  terms: HoldTerms;
  now: Date;
};

export function draftOrder({
  id,
  token,
  form,
  lines,
  booking,
  source,
  shopConfig,
  terms,
  now,
}: OrderDraft): StoredOrder {
  const number = newOrderNumber(tallinnDate(now));
  const parts = lines.flatMap((line) => line.parts);
  const hours = hoursOf(shopConfig, form.branch);
  const promisedOn = promisedDay(parts, now, shopConfig, form.branch);
  const usualHoldEnd = holdEnd(form.paymentMethod, { now, promisedOn }, terms, hours);
  const isPaidAtBranch = !isPrepaid(form.paymentMethod);
  const heldUntil = booking && isPaidAtBranch ? holdEndWithBooking(usualHoldEnd, booking) : usualHoldEnd;
  return {
    order: {
      id,
      number,
      token_hash: sha256(token),
      status: isPaidAtBranch ? 'confirmed' : 'awaiting_payment',
      locale: form.locale,
      ...form.customer,
      company: form.company,
      credit_reg_code: null,
      credit_days: null,
      branch: form.branch,
      fulfilment: form.fulfilment,
      plate: form.fulfilment === 'fitting' ? storedPlate(form.plate) : null,
      note: form.note,
      payment_method: form.paymentMethod,
      reference: referenceOf(number),
      total_cents: totalOf(lines),
      not_due_cents: 0,
      due_again_cents: 0,
      vat_percent: vatPercentAt(shopConfig.vat, now),
      placed_at: now,
      promised_on: promisedOn,
      expected_on: null,
      held_until: heldUntil,
      device_id: source.deviceId,
      terms_accepted_at: source.channel === 'counter' ? null : now,
      review: null,
      channel: source.channel,
      issues_documents: true,
    },
    lines: lines.map((line, position) => {
      const { id: tire_id, title, size, count, priceCents: price_cents } = line;
      return { position, tire_id, title, size, count, price_cents };
    }),
    holds: lines.flatMap((line, position) => holdsOfLine({ ...line, position })),
    currentPayment: {
      id: randomUUID(),
      state: isOffline(form.paymentMethod) ? 'pending' : 'created',
      redirect_url: null,
      leased_until: null,
    },
    paidCents: 0,
    refundedCents: 0,
    returnedOnCreditCents: 0,
    refunds: [],
    withdrawnAt: null,
    documents: [],
    delay: null,
    booking,
  };
}

/** Writes an order in one statement. It also notifies other processes of the changed stock, at the commit. */
export async function writeOrder(
  trx: Trx,
  { order, lines, holds, currentPayment: payment }: StoredOrder,
  mails: readonly NewOrderMail[],
  buyer: Buyer | null,
  eventDetails: { actor: Actor; data: Record<string, unknown> },
) {
  const order_id = order.id;
  const { total_cents: amount_cents, payment_method: method, placed_at } = order;
  const row = { ...order, mailbox: buyer?.mailbox ?? null, client_address: buyer?.client ?? null };
  const event = { order_id, at: placed_at, type: 'placed', ...eventDetails };
  await trx
    .with('new_order', (db) => db.insertInto('orders').values(row))
    .with('new_lines', (db) => db.insertInto('order_lines').values(lines.map((line) => ({ order_id, ...line }))))
    .with('new_holds', (db) =>
      db
        .insertInto('stock_holds')
        .values(holds.map((hold) => ({ order_id, ...hold })))
        .returning(['tire_id', 'place', 'count']),
    )
    .with('changed_stock', (db) =>
      db
        .updateTable('stock')
        .from('new_holds')
        .set(({ eb, ref }) => ({ held: eb('stock.held', '+', ref('new_holds.count')) }))
        .whereRef('stock.tire_id', '=', 'new_holds.tire_id')
        .whereRef('stock.place', '=', 'new_holds.place'),
    )
    .with('new_payment', (db) =>
      db.insertInto('payments').values({
        id: payment.id,
        order_id,
        provider: providerIdOf(method),
        method,
        state: payment.state,
        amount_cents,
        created_at: placed_at,
        // If this process ends before it calls the provider, the next poll starts the payment.
        next_poll_at: payment.state === 'created' ? placed_at : null,
      }),
    )
    .with('new_mails', (db) =>
      db
        .insertInto('letters')
        .columns(['id', 'kind', 'order_id', 'created_at'])
        // Not `values`, which cannot be empty.
        .expression(
          sql`select id, kind, ${order_id}::bigint, ${placed_at}::timestamptz
            from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ kind }) => kind)}::text[]) as mail (id, kind)`,
        ),
    )
    .with('new_event', (db) => db.insertInto('order_events').values(event))
    .selectNoFrom(stockNotifications(lines.map(({ tire_id }) => tire_id)))
    .execute();
}
