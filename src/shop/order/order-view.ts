import { z } from 'zod';
import { isSupplier } from '../catalog/stock-location.ts';
import { localeIds } from '../locale.ts';
import { toEuros, vatIn } from '../money.ts';
import { paymentStates, type RefundState } from '../payment/payment-states.ts';
import { offlineProviderOf, offlineStep } from '../payment/providers.ts';
import type { ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { awaitsBuyer, openStatuses, orderStatuses, paidState, paidStates } from './order.ts';
import type { StoredOrder } from './orders.server.ts';

const isoDate = z.iso.date();

/** An order in the API. Amounts are euros including VAT; days are days in Estonia. */
export const orderView = z
  .object({
    number: z.string(),
    status: z.enum(orderStatuses),
    locale: z.enum(localeIds),
    placedAt: z.iso.datetime(),
    /** Erased over time: e-mail and phone first, the name later. */
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    company: z.object({ name: z.string(), regCode: z.string(), vatNumber: z.string() }).nullable(),
    branch: z.string(),
    fulfilment: z.enum(['pickup', 'fitting']),
    plate: z.string().nullable(),
    note: z.string(),
    paymentMethod: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        size: z.string(),
        count: z.int(),
        price: z.number(),
        parts: z.array(z.object({ place: z.string(), count: z.int(), leadDays: z.int() })),
      }),
    ),
    total: z.number(),
    vat: z.object({ percent: z.int(), amount: z.number() }),
    payment: z.object({
      state: z.enum(paidStates),
      attempt: z.enum(paymentStates),
      paid: z.number(),
      refunded: z.number(),
      refunds: z.array(z.object({ amount: z.number(), state: z.enum(['underway', 'done', 'failed']) })),
    }),
    awaitsBuyer: z.boolean(),
    withdrawnAt: z.iso.datetime().nullable(),
    promisedOn: isoDate,
    heldUntil: isoDate,
  })
  .meta({ id: 'Order' });

/** `redirect`: pay at this URL; `retry`: the page of the provider does not exist yet. */
export const nextStep = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.url() }),
    ...offlineStep.options,
    z.object({ type: z.literal('retry') }),
  ])
  .meta({ id: 'NextStep' });

export const orderAnswer = z.object({ order: orderView, next: nextStep });
export const placedAnswer = z.object({ order: orderView.extend({ token: z.string() }), next: nextStep });

export type OrderView = z.infer<typeof orderView>;
export type NextStep = z.infer<typeof nextStep>;
export type PlacedAnswer = z.infer<typeof placedAnswer>;
export type OrderAnswer = z.infer<typeof orderAnswer>;

/** The response to the buyer: suppliers are not named. */
export function answerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  const order = viewOf(stored, (place) => (isSupplier(place) ? 'supplier' : place));
  return { order, next: nextStepOf(stored, shopConfig) };
}

export function staffAnswerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  return { order: viewOf(stored, (place) => place), next: nextStepOf(stored, shopConfig) };
}

function paidStateOf({ order, attempt, paidCents, refundedCents }: StoredOrder) {
  return paidState({ paidCents, refundedCents, totalCents: order.total_cents }, attempt.state);
}

function viewOf(stored: StoredOrder, displayLocation: (place: string) => string): OrderView {
  const { order, lines, holds, attempt, refunds, withdrawnAt } = stored;
  const state = paidStateOf(stored);
  return {
    number: order.number,
    status: order.status,
    locale: order.locale,
    placedAt: order.placed_at.toISOString(),
    customer: { name: order.name, email: order.email, phone: order.phone },
    company: order.company && { ...order.company, vatNumber: order.company.vatNumber ?? '' },
    branch: order.branch,
    fulfilment: order.fulfilment,
    plate: order.plate,
    note: order.note,
    paymentMethod: order.payment_method,
    items: lines.map(({ position, tire_id, title, size, count, price_cents }) => ({
      id: tire_id,
      title,
      size,
      count,
      price: toEuros(price_cents),
      parts: holds
        .filter((hold) => hold.position === position)
        .sort((a, b) => a.lead_days - b.lead_days || (a.place < b.place ? -1 : 1))
        .map(({ place, count, lead_days }) => ({ place: displayLocation(place), count, leadDays: lead_days })),
    })),
    total: toEuros(order.total_cents),
    vat: { percent: order.vat_percent, amount: toEuros(vatIn(order.total_cents, order.vat_percent)) },
    payment: {
      state,
      attempt: attempt.state,
      paid: toEuros(stored.paidCents),
      refunded: toEuros(stored.refundedCents),
      refunds: refunds.map((refund) => ({ amount: toEuros(refund.amount_cents), state: refundStateOf(refund.state) })),
    },
    awaitsBuyer: awaitsBuyer(order.status, state),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    promisedOn: order.promised_on,
    heldUntil: tallinnDate(order.held_until),
  };
}

function refundStateOf(state: RefundState) {
  return state === 'succeeded' ? 'done' : state === 'failed' ? 'failed' : 'underway';
}

export function nextStepOf(stored: StoredOrder, shopConfig: ShopConfig): NextStep {
  const { order, attempt } = stored;
  const state = paidStateOf(stored);
  const awaitsRest = state === 'part_paid' && openStatuses.includes(order.status);
  if (!awaitsBuyer(order.status, state) && !awaitsRest) return { type: 'none' };
  const offline = offlineProviderOf(order.payment_method);
  if (offline) {
    const dueCents = order.total_cents - stored.paidCents + stored.refundedCents;
    return offline.nextStep({ reference: order.reference, dueCents, heldUntil: order.held_until }, shopConfig);
  }
  if (awaitsRest) return { type: 'none' };
  if (attempt.state === 'pending' && attempt.redirect_url) return { type: 'redirect', url: attempt.redirect_url };
  return attempt.state === 'created' || attempt.state === 'submitted' ? { type: 'retry' } : { type: 'none' };
}
