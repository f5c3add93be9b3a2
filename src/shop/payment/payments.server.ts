import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import { type ChangeStamp, recordEvent } from '../history.server.ts';
import type { Cents } from '../money.ts';
import {
  livePaymentStates,
  type PaymentState,
  paymentTransitions,
  type RefundState,
  refundTransitions,
} from './payment-states.ts';

export type PaymentRow = Selectable<Tables['payments']>;
export type RefundRow = Selectable<Tables['refunds']>;

/** Changes the state in the table and in `payment`. The caller has locked the order. Returns false if `paymentTransitions` forbids the change. */
export async function changePayment(
  trx: Trx,
  payment: PaymentRow,
  to: PaymentState,
  change: ChangeStamp,
  alsoSet: Updateable<Tables['payments']> = {},
): Promise<boolean> {
  if (!paymentTransitions[payment.state].includes(to)) return false;
  await trx
    .updateTable('payments')
    .set({ ...alsoSet, state: to })
    .where('id', '=', payment.id)
    .execute();
  const data = { payment: payment.id, method: payment.method, from: payment.state, cents: payment.amount_cents };
  await recordEvent(trx, payment.order_id, change, `payment-${to}`, data);
  Object.assign(payment, alsoSet, { state: to });
  return true;
}

export async function changeRefund(
  trx: Trx,
  refund: RefundRow,
  to: RefundState,
  change: ChangeStamp,
  alsoSet: Updateable<Tables['refunds']> = {},
): Promise<boolean> {
  if (!refundTransitions[refund.state].includes(to)) return false;
  await trx
    .updateTable('refunds')
    .set({ ...alsoSet, state: to })
    .where('id', '=', refund.id)
    .execute();
  const data = { refund: refund.id, from: refund.state, cents: refund.amount_cents };
  await recordEvent(trx, refund.order_id, change, `refund-${to}`, data);
  Object.assign(refund, alsoSet, { state: to });
  return true;
}

export function paymentsOf(db: Kysely<Tables>, orderId: number): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).execute();
}

/** Returns whether the buyer can still complete this payment. */
export function isLive({ state }: Pick<PaymentRow, 'state'>): boolean {
  return livePaymentStates.includes(state);
}

export async function endLivePayments(
  trx: Trx,
  payments: readonly PaymentRow[],
  to: 'cancelled' | 'expired',
  change: ChangeStamp,
): Promise<void> {
  for (const payment of payments.filter(isLive)) await changePayment(trx, payment, to, change);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a payment by the provider's id, else by `merchantRef`: its own id, or its order's number (latest payment). */
export async function findPaymentId(
  db: Kysely<Tables>,
  provider: string,
  providerRef: string,
  merchantRef: string | null,
): Promise<string | undefined> {
  const ofProvider = db.selectFrom('payments').select('payments.id').where('provider', '=', provider);
  const byProviderRef = await ofProvider.where('provider_ref', '=', providerRef).executeTakeFirst();
  if (byProviderRef || merchantRef === null) return byProviderRef?.id;
  if (uuid.test(merchantRef)) return (await ofProvider.where('payments.id', '=', merchantRef).executeTakeFirst())?.id;
  const latest = await ofProvider
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('orders.number', '=', merchantRef)
    .orderBy('payments.position', 'desc')
    .executeTakeFirst();
  return latest?.id;
}

/** Returns false if the ledger has the entry already, so each movement of money is booked once. */
export async function bookMoney(trx: Trx, entry: Insertable<Tables['payment_ledger']>): Promise<boolean> {
  const booked = await trx
    .insertInto('payment_ledger')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_ref', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return booked !== undefined;
}

export async function bookedSumsOf(
  db: Kysely<Tables>,
  owner: { orderId: number } | { paymentId: string },
): Promise<{ paid: Cents; refunded: Cents }> {
  const sum = (kind: 'paid' | 'refunded') =>
    db.fn.coalesce(db.fn.sum<number>('amount_cents').filterWhere('kind', '=', kind), sql<number>`0`).as(kind);
  const rows = db.selectFrom('payment_ledger').select([sum('paid'), sum('refunded')]);
  const { paid, refunded } = await ('orderId' in owner
    ? rows.where('order_id', '=', owner.orderId)
    : rows.where('payment_id', '=', owner.paymentId)
  ).executeTakeFirstOrThrow();
  return { paid: Number(paid), refunded: Number(refunded) };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const firstPollMinutes = [1, 3, 10, 30, 45];

/** Polls after 1, 3, 10, 30, 45 minutes, hourly for two days, then daily. Null from 7 days after `expiresAt`. */
export function nextPollAt(startedAt: Date, expiresAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - startedAt.getTime();
  const nextMinutes = firstPollMinutes.find((minutes) => minutes * minuteMs > ageMs);
  const laterStep = ageMs < 2 * dayMs ? hourMs : dayMs;
  const waitMs = nextMinutes === undefined ? laterStep : nextMinutes * minuteMs - ageMs;
  const next = now.getTime() + waitMs;
  return next > expiresAt.getTime() + 7 * dayMs ? null : new Date(next);
}
