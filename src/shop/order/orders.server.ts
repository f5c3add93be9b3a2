import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { secret } from '../../database/secrets.server.ts';
import type { Tables } from '../../database/tables.ts';
import type { Day } from '../calendar.ts';
import { isSupplier } from '../catalog/stock-location.ts';
import { type Cents, toEuros, vatIn } from '../money.ts';
import type { RefundState } from '../payment/payment-states.ts';
import { moneyOf, type PaymentRow, type RefundRow } from '../payment/payments.server.ts';
import { offlineProviderOf } from '../payment/providers.ts';
import type { ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import { type Delay, latestDelay } from './delays.server.ts';
import {
  awaitsBuyer,
  balanceOf,
  changeRefundsOf,
  dueOf,
  type Money,
  netMoney,
  openStatuses,
  paidState,
} from './order.ts';
import type { NextStep, OrderAnswer, OrderView } from './order-view.ts';

export type OrderRow = Omit<
  Selectable<Tables['orders']>,
  'client_address' | 'mailbox' | 'contact_erased_at' | 'name_erased_at'
>;

/** Returns an order for its number and the buyer's or the mails' token; null, after the same time, if either is wrong. */
export async function openOrder(db: Kysely<Tables>, number: string, token: string): Promise<OrderRow | null> {
  // An invalid number (such as one with a NUL character) takes the same time as an unknown one.
  const validNumber = orderNumberPattern.test(number) ? number : '';
  const order = await db.selectFrom('orders').selectAll().where('number', '=', validNumber).executeTakeFirst();
  const isBuyersToken = tokenMatches(token, order?.token_hash ?? null);
  const isMailToken = tokenMatches(token, digest(mailToken(await secret(db, 'order-links'), validNumber)));
  return order && (isBuyersToken || isMailToken) ? order : null;
}

export async function readOrder(db: Kysely<Tables>, id: number): Promise<StoredOrder> {
  return readOrderDetails(db, await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

export type StoredOrder = {
  order: OrderRow;
  lines: Omit<Selectable<Tables['order_lines']>, 'order_id'>[];
  holds: Omit<Selectable<Tables['stock_holds']>, 'order_id'>[];
  attempt: Pick<PaymentRow, 'id' | 'state' | 'redirect_url' | 'leased_until'>;
  paidCents: Cents;
  refundedCents: Cents;
  refunds: Pick<RefundRow, 'state' | 'amount_cents' | 'reason'>[];
  withdrawnAt: Date | null;
  /** The last delay that the buyer was told of. */
  delay: Delay | null;
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
  const attempt = await db
    .selectFrom('payments')
    .select(['id', 'state', 'redirect_url', 'leased_until'])
    .where('order_id', '=', order.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { paid: paidCents, refunded: refundedCents } = await moneyOf(db, { orderId: order.id });
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
  return { order, lines, holds, attempt, paidCents, refundedCents, refunds, withdrawnAt, delay };
}

const codeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 5;

/** Returns a number such as `R26-4F7K2`: year and five random characters, which do not reveal the number of orders. */
export function newOrderNumber(today: Day): string {
  // 256 is a multiple of 32: every character is equally likely.
  const random = crypto.getRandomValues(new Uint8Array(codeLength));
  return `R${today.slice(2, 4)}-${Array.from(random, (byte) => codeCharacters[byte % codeCharacters.length]).join('')}`;
}

export const orderNumberPattern = new RegExp(`^R\\d{2}-[${codeCharacters}]{${codeLength}}$`);

export function referenceOf(number: string): string {
  const [year = '', code = ''] = number.slice(1).split('-');
  const value = [...code].reduce(
    (sum, character) => sum * codeCharacters.length + codeCharacters.indexOf(character),
    0,
  );
  return referenceNumber(`${year}${String(value).padStart(8, '0')}`);
}

const weights = [7, 3, 1] as const;

/** Estonian reference number (7-3-1 check digit): 12131295 → 121312952. Throws RangeError unless given 1-19 digits. */
export function referenceNumber(base: string): string {
  if (!/^\d{1,19}$/.test(base)) throw new RangeError('a reference number is made of 1-19 digits');
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
}

/** Returns the SHA-256, which is stored instead of tokens and idempotency keys. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Derives the buyer's token, so that a repeated request gets the same one although only its digest is stored. */
export function orderToken(salt: Buffer, idempotencyKey: string): string {
  return createHmac('sha256', salt).update(idempotencyKey).digest().subarray(0, 16).toString('base64url');
}

/** Derives the token in mails. They cannot contain the buyer's token, because only its digest is stored. */
export function mailToken(key: Buffer, number: string): string {
  return createHmac('sha256', key).update(`order ${number}`).digest().subarray(0, 16).toString('base64url');
}

/** Derives the code in a payment's return URL, because a provider refuses a repeated request with another URL. */
export function returnCode(key: Buffer, paymentId: string): string {
  return createHmac('sha256', key).update(`return ${paymentId}`).digest().subarray(0, 16).toString('base64url');
}

/** Compares a token with a stored digest in constant time; `stored` null: the order does not exist. */
export function tokenMatches(token: string, stored: Buffer | null): boolean {
  return timingSafeEqual(digest(token), stored ?? Buffer.alloc(32));
}

/** The response to the buyer: suppliers are not named. */
export function answerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  const order = viewOf(stored, (place) => (isSupplier(place) ? 'supplier' : place));
  return { order, next: nextStepOf(stored, shopConfig) };
}

export function staffAnswerOf(stored: StoredOrder, shopConfig: ShopConfig): OrderAnswer {
  return { order: viewOf(stored, (place) => place), next: nextStepOf(stored, shopConfig) };
}

function moneyOfStored({ order, paidCents, refundedCents, refunds }: StoredOrder): Money {
  return netMoney(order, { paid: paidCents, refunded: refundedCents }, changeRefundsOf(refunds));
}

function paidStateOf(stored: StoredOrder) {
  return paidState(moneyOfStored(stored), stored.attempt.state);
}

function viewOf(stored: StoredOrder, displayLocation: (place: string) => string): OrderView {
  const { order, lines, holds, attempt, refunds, withdrawnAt } = stored;
  const state = paidStateOf(stored);
  const { missingCents, overCents } = balanceOf(moneyOfStored(stored));
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
      returned: piecesIn(
        holds.filter((hold) => hold.position === position),
        'returned',
      ),
      parts: partsOf(holds.filter((hold) => hold.position === position))
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
      missing: toEuros(missingCents),
      over: toEuros(overCents),
      refunds: refunds.map((refund) => ({ amount: toEuros(refund.amount_cents), state: refundStateOf(refund.state) })),
    },
    awaitsBuyer: awaitsBuyer(order.status, state),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    promisedOn: order.promised_on,
    heldUntil: tallinnDate(order.held_until),
    delay: delayOf(stored),
  };
}

function delayOf({ order, delay }: StoredOrder): OrderView['delay'] {
  if (order.status !== 'confirmed' || !delay || delay.ended_at) return null;
  const { promised_on: promisedOn, expected_on: agreedOn, answer } = delay;
  if (answer === null) return { promisedOn, expectedOn: order.expected_on, answer };
  if (answer !== 'wait') return null;
  // Without a known day the promise stays; a later change of the order may have moved it.
  return { promisedOn, expectedOn: agreedOn && order.promised_on, answer };
}

function piecesIn(holds: StoredOrder['holds'], state: StoredOrder['holds'][number]['state']): number {
  return holds.reduce((sum, hold) => sum + (hold.state === state ? hold.count : 0), 0);
}

/** Joins pieces at the same place that differ only in their state. */
function partsOf(holds: StoredOrder['holds']): StoredOrder['holds'] {
  const groups = Map.groupBy(holds, ({ place, lead_days }) => `${place} ${lead_days}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, count: same.reduce((sum, { count }) => sum + count, 0) }] : [];
  });
}

function refundStateOf(state: RefundState) {
  return state === 'succeeded' ? 'done' : state === 'failed' ? 'failed' : 'underway';
}

export function nextStepOf(stored: StoredOrder, shopConfig: ShopConfig): NextStep {
  const { order, attempt } = stored;
  const state = paidStateOf(stored);
  const awaitsRest = state === 'part_paid' && openStatuses.includes(order.status);
  if (!awaitsBuyer(order.status, state) && !awaitsRest) return { type: 'none' };
  const payNow: NextStep | null =
    attempt.state === 'pending' && attempt.redirect_url ? { type: 'redirect', url: attempt.redirect_url } : null;
  if (awaitsRest && payNow) return payNow;
  const offline = offlineProviderOf(order.payment_method);
  if (offline) {
    const dueCents = dueOf(moneyOfStored(stored));
    return offline.nextStep({ reference: order.reference, dueCents, heldUntil: order.held_until }, shopConfig);
  }
  if (payNow) return payNow;
  return attempt.state === 'created' || attempt.state === 'submitted' ? { type: 'retry' } : { type: 'none' };
}
