import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import { cancelOpenBooking, completeBooking, reopenBooking } from '../fitting/bookings/end-booking.server.ts';
import { type ChangeStamp, recordEvent } from '../history.server.ts';
import type { Cents } from '../money.ts';
import { bookedSumsOf, type PaymentRow, paymentsOf } from '../payment/payments.server.ts';
import {
  awaitsBuyer,
  dueOf,
  type GrossMoney,
  isBlocking,
  netMoney,
  type OrderMoney,
  type OrderReview,
  type OrderStatus,
  orderTransitions,
  paidState,
  refundSumsOf,
} from './order.ts';

export type LockedOrder = Selectable<Tables['orders']>;

export async function lockOrder(trx: Trx, id: number): Promise<LockedOrder> {
  return trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function lockPayment(trx: Trx, id: string): Promise<{ order: LockedOrder; payment: PaymentRow }> {
  const row = await trx.selectFrom('payments').select('order_id').where('id', '=', id).executeTakeFirstOrThrow();
  const order = await lockOrder(trx, row.order_id);
  const payment = await trx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { order, payment };
}

type MoneyColumns = Pick<LockedOrder, 'id' | 'status' | 'total_cents' | 'not_due_cents' | 'due_again_cents'>;

export async function orderMoney(db: Kysely<Tables>, order: MoneyColumns): Promise<OrderMoney> {
  return netMoney(await grossMoney(db, order));
}

export async function grossMoney(
  db: Kysely<Tables>,
  { id, status, total_cents, not_due_cents, due_again_cents }: MoneyColumns,
): Promise<GrossMoney> {
  const { paid, refunded } = await bookedSumsOf(db, { orderId: id });
  const refunds = await db
    .selectFrom('refunds')
    .select(['reason', 'state', 'amount_cents'])
    .where('order_id', '=', id)
    .execute();
  return {
    status,
    totalCents: total_cents,
    notDueCents: not_due_cents,
    dueAgainCents: due_again_cents,
    returnedOnCreditCents: await readReturnedOnCredit(db, id),
    paidCents: paid,
    refundedCents: refunded,
    ...refundSumsOf(refunds),
  };
}

export async function readReturnedOnCredit(db: Kysely<Tables>, id: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select ${returnedOnCreditOf(sql`${id}::bigint`)} as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** SQL: the price of returned tires that a company on credit need not pay. 0 for others: staff decide on refunds. */
export function returnedOnCreditOf(id: RawBuilder<unknown>): RawBuilder<Cents> {
  return sql`(select coalesce(sum(hold.count * line.price_cents), 0)::integer from orders credited
    join stock_holds hold on hold.order_id = credited.id and hold.state = 'returned'
    join order_lines line on line.order_id = hold.order_id and line.position = hold.position
    where credited.id = ${id} and credited.credit_reg_code is not null)`;
}

/** SQL of `isOnCredit`. `orders`: the name of the table in the query. */
export function onCreditSql(orders: 'orders' | 'o'): RawBuilder<boolean> {
  const creditCode = sql.ref(`${orders}.credit_reg_code`);
  return sql`(${creditCode} is not null and (${sql.ref(`${orders}.status`)} = 'completed'
    or ${creditCode} is not distinct from ${sql.ref(`${orders}.company`)}->>'regCode'))`;
}

/** `isUnpaid`: open, nothing paid or authorized. `awaitsBalance`: confirmed or ready, part paid, nothing authorized. `dueCents`: the balance; negative: overpaid. */
export async function lockOrderAndBalance(trx: Trx, id: number) {
  const order = await lockOrder(trx, id);
  const payments = await paymentsOf(trx, id);
  const money = await orderMoney(trx, order);
  const isAuthorized = payments.some(({ state }) => state === 'authorized');
  const paid = paidState(money, isAuthorized ? 'authorized' : undefined);
  const isConfirmedOrReady = order.status === 'confirmed' || order.status === 'ready';
  return {
    order,
    payments,
    isUnpaid: awaitsBuyer(order.status, paid),
    awaitsBalance: paid === 'part_paid' && isConfirmedOrReady && !isAuthorized,
    dueCents: dueOf(money),
  };
}

/** Changes an order's status and updates its appointment. Returns false if `orderTransitions` forbids the change. */
export async function changeStatus(
  trx: Trx,
  order: LockedOrder,
  to: OrderStatus,
  change: ChangeStamp,
): Promise<boolean> {
  if (!orderTransitions[order.status].includes(to)) return false;
  await trx.updateTable('orders').set({ status: to }).where('id', '=', order.id).execute();
  await recordEvent(trx, order.id, change, to, { from: order.status });
  if (order.fulfilment === 'fitting') await updateBookingOf(trx, order, to, change);
  order.status = to;
  return true;
}

async function updateBookingOf(
  trx: Trx,
  { id, status: from }: LockedOrder,
  to: OrderStatus,
  { at }: ChangeStamp,
): Promise<void> {
  if (to === 'cancelled') await cancelOpenBooking(trx, id, 'closed');
  else if (to === 'expired') await cancelOpenBooking(trx, id, 'expired');
  else if (to === 'completed') await completeBooking(trx, id, at);
  else if (from === 'completed') await reopenBooking(trx, id);
}

/** Ends the review of an order. `missingCents`: the shortfall that the employee accepted. */
export async function endReview(
  trx: Trx,
  order: LockedOrder,
  change: ChangeStamp,
  missingCents: Cents = 0,
): Promise<void> {
  await trx.updateTable('orders').set({ review: null }).where('id', '=', order.id).execute();
  await recordEvent(trx, order.id, change, 'reviewed', { review: order.review, missing: Math.max(0, missingCents) });
  order.review = null;
}

/** SQL: the shortfall accepted since the total last rose. Old reviews have no amount, and accept any. */
export function acceptedShortfallOf(id: RawBuilder<unknown>, totalCents: RawBuilder<unknown>): RawBuilder<Cents> {
  const acceptedByReview = sql`coalesce((data->>'missing')::integer, ${totalCents})`;
  const lastRiseOfTotal = sql`(
    select coalesce(max(id), 0) from order_events where order_id = ${id} and type = 'changed'
      and (data->'total'->>'after')::integer > (data->'total'->>'before')::integer)`;
  return sql`(select coalesce(max(${acceptedByReview}), 0) from order_events
    where order_id = ${id} and type = 'reviewed' and id > ${lastRiseOfTotal})`;
}

export async function acceptedShortfall(trx: Trx, { id, total_cents }: LockedOrder): Promise<Cents> {
  const { rows } = await sql<{ accepted: Cents }>`
    select ${acceptedShortfallOf(sql`${id}::bigint`, sql`${total_cents}::integer`)} as accepted`.execute(trx);
  return rows[0]?.accepted ?? 0;
}

/** Records a review, and sets it unless the order has a more important one: nothing replaces `payment-withdrawn`, and only a blocking review replaces `amount-mismatch`. */
export async function requestReview(
  trx: Trx,
  order: LockedOrder,
  review: OrderReview,
  change: ChangeStamp,
): Promise<void> {
  const mayReplace = order.review !== 'payment-withdrawn' && (!isBlocking(order.review) || isBlocking(review));
  if (mayReplace) {
    await trx.updateTable('orders').set({ review }).where('id', '=', order.id).execute();
    order.review = review;
  }
  await recordEvent(trx, order.id, change, 'review', { review });
}
