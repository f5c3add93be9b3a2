import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isSupplier } from '../catalog/stock-location.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { changeableUntil } from '../fitting/start-range.ts';
import { toEuros, vatIn } from '../money.ts';
import type { RefundState } from '../payment/payment-states.ts';
import { offlineProviderOf } from '../payment/providers.ts';
import { tallinnDate } from '../tallinn-date.ts';
import {
  awaitsBuyer,
  balanceOf,
  dueOf,
  netMoney,
  type OrderMoney,
  openStatuses,
  paidState,
  refundSumsOf,
} from './order.ts';
import type { NextStep, OrderAnswer, OrderView } from './order-view.ts';
import { readOrder, type StoredOrder } from './read-order.server.ts';

/** Returns the response to the buyer, which does not name suppliers. */
export function answerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  const order = viewOf(stored, (place) => (isSupplier(place) ? 'supplier' : place));
  return { order, next: nextStepOf(stored, shopConfig) };
}

export async function readAnswer(
  { db, shopConfig }: { db: Kysely<Tables>; shopConfig: ShopConfig },
  orderId: number,
): Promise<OrderAnswer> {
  return answerOf(await readOrder(db, orderId), shopConfig);
}

export function staffAnswerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  return { order: viewOf(stored, (place) => place), next: nextStepOf(stored, shopConfig) };
}

function moneyOf({ order, refunds, paidCents, refundedCents, returnedOnCreditCents }: StoredOrder): OrderMoney {
  return netMoney({
    status: order.status,
    totalCents: order.total_cents,
    notDueCents: order.not_due_cents,
    dueAgainCents: order.due_again_cents,
    paidCents,
    refundedCents,
    returnedOnCreditCents,
    ...refundSumsOf(refunds),
  });
}

function viewOf(stored: StoredOrder, displayLocation: (place: string) => string): OrderView {
  const { order, lines, holds, currentPayment, refunds, withdrawnAt } = stored;
  const money = moneyOf(stored);
  const state = paidState(money, currentPayment.state);
  const { missingCents, overCents } = balanceOf(money);
  return {
    number: order.number,
    status: order.status,
    locale: order.locale,
    placedAt: order.placed_at.toISOString(),
    customer: { name: order.name, email: order.email, phone: order.phone },
    company: companyOf(order),
    branch: order.branch,
    fulfilment: order.fulfilment,
    plate: order.plate,
    note: order.note,
    paymentMethod: order.payment_method,
    items: lines.map(({ position, tire_id, title, size, count, price_cents }) => {
      const holdsOfLine = holds.filter((hold) => hold.position === position);
      return {
        id: tire_id,
        title,
        size,
        count,
        price: toEuros(price_cents),
        handedOver: countInState(holdsOfLine, 'handed_over'),
        returned: countInState(holdsOfLine, 'returned'),
        parts: partsOf(holdsOfLine, displayLocation),
      };
    }),
    total: toEuros(order.total_cents),
    vat: { percent: order.vat_percent, amount: toEuros(vatIn(order.total_cents, order.vat_percent)) },
    payment: {
      state,
      attempt: currentPayment.state,
      paid: toEuros(stored.paidCents),
      refunded: toEuros(stored.refundedCents),
      missing: toEuros(missingCents),
      over: toEuros(overCents),
      refunds: refunds.map((refund) => ({ amount: toEuros(refund.amount_cents), state: refundStateOf(refund.state) })),
    },
    awaitsBuyer: awaitsBuyer(order.status, state),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    fitting: appointmentOf(stored),
    promisedOn: order.promised_on,
    heldUntil: tallinnDate(order.held_until),
    delay: delayOf(stored),
    documents: stored.documents.map(({ number, kind, issued_on, gross_cents }) => ({
      number,
      kind,
      issuedOn: issued_on,
      total: toEuros(gross_cents),
    })),
  };
}

function appointmentOf({ booking }: StoredOrder): OrderView['fitting'] {
  if (!booking) return null;
  const { starts_at, ends_at, price_cents, vehicle, storage, state, earlier_since } = booking;
  return {
    at: starts_at.toISOString(),
    minutes: (ends_at.getTime() - starts_at.getTime()) / 60_000,
    price: price_cents === null ? null : toEuros(price_cents),
    vehicle,
    storage,
    earlier: earlier_since !== null,
    state,
    freedBecause: booking.freed_because,
    changeableUntil: changeableUntil(starts_at).toISOString(),
  };
}

function delayOf({ order, delay }: StoredOrder): OrderView['delay'] {
  if (order.status !== 'confirmed' || !delay || delay.ended_at) return null;
  const { promised_on: promisedOn, expected_on: acceptedOn, answer } = delay;
  if (answer === null) return { promisedOn, expectedOn: order.expected_on, answer };
  if (answer !== 'wait') return null;
  // When the buyer accepted the expected day, it became the order's `promised_on`. A later change of the order may have moved that.
  const hasAcceptedDay = acceptedOn !== null;
  return { promisedOn, expectedOn: hasAcceptedDay ? order.promised_on : null, answer };
}

type Holds = StoredOrder['holds'];

function countInState(holds: Holds, state: Holds[number]['state']): number {
  return countOf(holds.filter((hold) => hold.state === state));
}

function countOf(holds: Holds): number {
  return holds.reduce((sum, { count }) => sum + count, 0);
}

function partsOf(holds: Holds, displayLocation: (place: string) => string) {
  const sorted = holds.toSorted((a, b) => a.lead_days - b.lead_days || (a.place < b.place ? -1 : 1));
  const groups = Map.groupBy(sorted, ({ place, lead_days }) => `${place} ${lead_days}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ place: displayLocation(first.place), count: countOf(group), leadDays: first.lead_days }] : [];
  });
}

function refundStateOf(state: RefundState) {
  if (state === 'succeeded') return 'done';
  return state === 'failed' ? 'failed' : 'underway';
}

export function nextStepOf(stored: StoredOrder, shopConfig: ShopConfig): NextStep {
  const { order, currentPayment } = stored;
  const money = moneyOf(stored);
  const state = paidState(money, currentPayment.state);
  const awaitsBalance = state === 'part_paid' && openStatuses.includes(order.status);
  if (!awaitsBuyer(order.status, state) && !awaitsBalance) return { type: 'none' };
  const paymentPage: NextStep | null =
    currentPayment.state === 'pending' && currentPayment.redirect_url
      ? { type: 'redirect', url: currentPayment.redirect_url }
      : null;
  if (paymentPage && awaitsBalance) return paymentPage;
  const offline = offlineProviderOf(order.payment_method);
  if (offline) {
    const { reference, held_until: heldUntil } = order;
    return offline.nextStep({ reference, dueCents: dueOf(money), heldUntil }, shopConfig);
  }
  if (paymentPage) return paymentPage;
  const isNotStarted = currentPayment.state === 'created' || currentPayment.state === 'submitted';
  return { type: isNotStarted ? 'retry' : 'none' };
}

function companyOf({ company }: StoredOrder['order']): OrderView['company'] {
  if (!company) return null;
  const { name, regCode, vatNumber, address } = company;
  return { name, regCode, vatNumber: vatNumber ?? '', address: address ?? '' };
}
