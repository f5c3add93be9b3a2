import { randomUUID } from 'node:crypto';
import { totalOf } from '../money.ts';
import { newOrderNumber, referenceOf } from '../order/order-number.ts';
import { digest } from '../order/order-token.server.ts';
import type { StoredOrder } from '../order/stored-order.server.ts';
import { holdEnd, isOffline, isPrepaid } from '../payment/providers.ts';
import type { HoldTerms, ShopFacts } from '../shop-facts.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { vatPercentAt } from '../vat.ts';
import { promisedDay } from './allocate.ts';
import type { OfferedLine } from './offer.ts';
import type { OrderForm } from './order-form.ts';

type Given = {
  id: number;
  token: string;
  form: OrderForm;
  lines: readonly OfferedLine[];
  deviceId: string | null;
  facts: ShopFacts;
  terms: HoldTerms;
  now: Date;
};

/** The order as it will be stored: prices, names and the VAT rate as they are at this moment. */
export function draftOrder({ id, token, form, lines, deviceId, facts, terms, now }: Given): StoredOrder {
  const number = newOrderNumber(tallinnDate(now));
  const promisedOn = promisedDay(
    lines.flatMap(({ parts }) => parts),
    now,
    facts.hours,
  );
  return {
    order: {
      id,
      number,
      token_hash: digest(token),
      status: isPrepaid(form.paymentMethod) ? 'awaiting_payment' : 'confirmed',
      locale: form.locale,
      ...form.customer,
      company: form.company,
      branch: form.branch,
      fulfilment: form.fulfilment,
      plate: form.fulfilment === 'fitting' ? form.plate : null,
      note: form.note,
      payment_method: form.paymentMethod,
      reference: referenceOf(number),
      total_cents: totalOf(lines),
      vat_percent: vatPercentAt(facts.vat, now),
      placed_at: now,
      promised_on: promisedOn,
      held_until: holdEnd(form.paymentMethod, { now, promisedOn }, terms, facts.hours),
      device_id: deviceId,
      terms_accepted_at: now,
      review: null,
    },
    lines: lines.map(({ id: tire_id, title, size, count, priceCents: price_cents }, position) => ({
      position,
      tire_id,
      title,
      size,
      count,
      price_cents,
    })),
    holds: lines.flatMap(({ id: tire_id, parts }, position) =>
      parts.map(({ place, count, leadDays: lead_days }) => ({ position, tire_id, place, count, lead_days })),
    ),
    // Offline the buyer may pay at once; a provider has to be asked first.
    attempt: { id: randomUUID(), state: isOffline(form.paymentMethod) ? 'pending' : 'created', redirect_url: null },
    paidCents: 0,
    refundedCents: 0,
    refunds: [],
    withdrawnAt: null,
  };
}
