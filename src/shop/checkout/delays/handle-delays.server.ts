import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { addWorkingDays, type Day, endOfDay, hoursOf } from '../../calendar.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { latestDelay } from '../../order/delays.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import { isPrepaid } from '../../payment/payment-methods.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { reviewBooking } from '../fitting/review-booking.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type ExpectedArrival, expectedArrivalOf, mustTellBuyerAgain } from './expected-day.server.ts';
import { type ReplacedPieces, replaceLatePieces } from './replace-late-pieces.server.ts';

/** `found`: pieces that now come from elsewhere. `told`: a mail to the buyer was enqueued. `expectedOn`: null if not known. */
export type DelayOutcome = {
  number: string;
  found: ReplacedPieces[];
  promisedOn: Day;
  expectedOn: Day | null;
  isLate: boolean;
  told: boolean;
};

/** Looks for late tires elsewhere, and tells the buyers of tires that stay late. Tries all orders, then throws the errors. */
export async function handleDelays(
  shop: ShopContext,
  orderIds: readonly number[],
  actor: string,
): Promise<DelayOutcome[]> {
  const outcomes: DelayOutcome[] = [];
  const errors: unknown[] = [];
  for (const id of orderIds) {
    try {
      const outcome = await inTransaction(shop.db, async (trx) =>
        handleDelay(trx, shop, await lockOrder(trx, id), { at: shop.now(), actor }),
      );
      if (outcome) outcomes.push(outcome);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `the delays of ${errors.length} orders could not be handled`);
  return outcomes;
}

/** As `handleDelays`, for one locked order. Null: the order waits for no tires. */
export async function handleDelay(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<DelayOutcome | null> {
  if (order.status !== 'confirmed') {
    await endOpenDelay(trx, order.id, change);
    return null;
  }
  const found = await replaceLatePieces(trx, shop, order, change);
  if (found.length > 0) {
    const { at } = change;
    await enqueueMail(trx, shop.enqueue, {
      orderId: order.id,
      kind: 'branch-elsewhere',
      at,
      eventKey: at.toISOString(),
    });
  }
  const expectation = await expectedArrivalOf(trx, shop.shopConfig, order);
  const { day, isLate } = expectation;
  const areTiresLater = day === null || day > (order.expected_on ?? order.promised_on);
  if (day !== order.expected_on) {
    await trx.updateTable('orders').set({ expected_on: day }).where('id', '=', order.id).execute();
    order.expected_on = day;
  }
  if (areTiresLater) await reviewBooking(trx, shop, order, change, { areTiresLater });
  const isTold = await tellBuyerOfDelay(trx, shop, order, expectation, change);
  const { number, promised_on: promisedOn } = order;
  return { number, found, promisedOn, expectedOn: day, isLate, told: isTold };
}

/** The mail is delayed so that an employee can correct a wrong entry before it is sent. */
const mailDelaySeconds = 60;
const answerWorkingDays = 2;

async function tellBuyerOfDelay(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  { day, isLate }: ExpectedArrival,
  change: ChangeStamp,
): Promise<boolean> {
  if (!isLate) {
    await endOpenDelay(trx, order.id, change);
    return false;
  }
  await extendHoldForDelay(trx, shop, order, change.at);
  const hours = hoursOf(shop.shopConfig, order.branch);
  const lastDelay = await latestDelay(trx, order.id);
  const isOpenOrAccepted = lastDelay?.answer === 'wait' || (lastDelay?.answer === null && lastDelay.ended_at === null);
  const wasTold = lastDelay && isOpenOrAccepted && !mustTellBuyerAgain(lastDelay.expected_on, day, hours);
  if (wasTold) return false;
  await endOpenDelay(trx, order.id, change);
  const isReachable = order.email !== '';
  const answerDay = addWorkingDays(tallinnDate(change.at), answerWorkingDays, hours);
  // Without an address, the branch phones at once.
  const answerDueAt = isReachable ? endOfDay(answerDay) : change.at;
  const { id } = await trx
    .insertInto('delays')
    .values({
      order_id: order.id,
      promised_on: order.promised_on,
      expected_on: day,
      told_at: change.at,
      answer_due_at: answerDueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordEvent(trx, order.id, change, 'delayed', { promised: order.promised_on, expected: day });
  if (!isReachable) return false;
  await enqueueMail(trx, shop.enqueue, {
    orderId: order.id,
    kind: 'delayed',
    at: change.at,
    eventKey: String(id),
    afterSeconds: mailDelaySeconds,
  });
  return true;
}

async function endOpenDelay(trx: Trx, orderId: number, change: ChangeStamp): Promise<void> {
  const ended = await trx
    .updateTable('delays')
    .set({ ended_at: change.at })
    .where('order_id', '=', orderId)
    .where('answer', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows > 0n) await recordEvent(trx, orderId, change, 'delay-ended');
}

/** Extends the hold of an order that is paid at the branch, so that it does not expire before its tires arrive. */
export async function extendHoldForDelay(
  trx: Trx,
  { terms, shopConfig }: Pick<ShopContext, 'terms' | 'shopConfig'>,
  order: LockedOrder,
  at: Date,
): Promise<void> {
  const from = order.expected_on ?? tallinnDate(at);
  const until = endOfDay(addWorkingDays(from, terms.pickUpWorkingDays, hoursOf(shopConfig, order.branch)));
  if (isPrepaid(order.payment_method) || until <= order.held_until) return;
  await trx.updateTable('orders').set({ held_until: until }).where('id', '=', order.id).execute();
  order.held_until = until;
}

export async function ordersWithDelays(db: Kysely<Tables>): Promise<number[]> {
  const lacksPieces = sql`exists (select from stock_holds h where h.order_id = o.id and h.state = 'missing')`;
  const hasLatePurchase = sql`exists (
    -- purchase_for: the pieces of a purchase line that are for an order. Its day is the shop's estimate until the supplier names one for the line.
    select from purchase_for f join purchase_lines l on l.id = f.line_id
    where f.order_id = o.id and f.received < f.count
      and (coalesce(l.expected_on, f.expected_on) > o.promised_on or (l.backordered > 0 and l.expected_on is null)))`;
  const hasOpenDelay = sql`exists (select from delays d
    where d.order_id = o.id and d.answer is null and d.ended_at is null)`;
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where (o.status = 'confirmed' and (o.expected_on > o.promised_on or ${lacksPieces} or ${hasLatePurchase}))
      or ${hasOpenDelay}
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}
