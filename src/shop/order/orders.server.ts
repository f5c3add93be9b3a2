import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { secret } from '../../database/secrets.server.ts';
import type { Tables } from '../../database/tables.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { moneyOf, type PaymentRow, type RefundRow } from '../payment/payments.server.ts';

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
  holds: Omit<Selectable<Tables['stock_holds']>, 'order_id' | 'state'>[];
  attempt: Pick<PaymentRow, 'id' | 'state' | 'redirect_url' | 'leased_until'>;
  paidCents: Cents;
  refundedCents: Cents;
  refunds: Pick<RefundRow, 'state' | 'amount_cents'>[];
  withdrawnAt: Date | null;
};

/** Reads lines, stock holds, payments and refunds of an order. */
export async function readOrderDetails(db: Kysely<Tables>, order: OrderRow): Promise<StoredOrder> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['position', 'tire_id', 'title', 'size', 'count', 'price_cents'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const holds = await db
    .selectFrom('stock_holds')
    .select(['position', 'tire_id', 'place', 'count', 'lead_days'])
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
    .select(['state', 'amount_cents'])
    .where('order_id', '=', order.id)
    .orderBy('requested_at')
    .execute();
  const { withdrawnAt } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max<Date | null>('received_at').as('withdrawnAt'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return { order, lines, holds, attempt, paidCents, refundedCents, refunds, withdrawnAt };
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

/** Derives the token in mails. They cannot contain the buyer's token, of which only the digest is stored. */
export function mailToken(key: Buffer, number: string): string {
  return createHmac('sha256', key).update(`order ${number}`).digest().subarray(0, 16).toString('base64url');
}

/** The code in a payment's return URL. Derived, because a provider refuses a repeated request with another URL. */
export function returnCode(key: Buffer, paymentId: string): string {
  return createHmac('sha256', key).update(`return ${paymentId}`).digest().subarray(0, 16).toString('base64url');
}

/** Compares a token with a stored digest in constant time; `stored` null: the order does not exist. */
export function tokenMatches(token: string, stored: Buffer | null): boolean {
  return timingSafeEqual(digest(token), stored ?? Buffer.alloc(32));
}
