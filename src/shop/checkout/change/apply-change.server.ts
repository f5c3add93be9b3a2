import type { Trx } from '../../../database/transaction.server.ts';
import { addWorkingDays, type Day, endOfDay, hoursOf } from '../../calendar.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';
import { type Booking, latestBookingOf, lockOpenBookingOf } from '../../fitting/bookings/bookings.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Cents } from '../../money.ts';
import {
  changeStatus,
  endReview,
  type LockedOrder,
  orderMoney,
  requestReview,
} from '../../order/change-order.server.ts';
import { areAllHere, isOpen } from '../../order/holds.ts';
import { dueOf, isPaidUp, paidState } from '../../order/order.ts';
import { dropUnsentMail } from '../../order/order-mails.server.ts';
import { isOffline, isPrepaid } from '../../payment/payment-methods.ts';
import { moneyStates } from '../../payment/payment-states.ts';
import { changePayment, isLive, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import { holdEnd } from '../../payment/providers.ts';
import { removeFromPurchases } from '../../purchasing/order-parts.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { handleDelay } from '../delays/handle-delays.server.ts';
import { arrivalDayOf } from '../fitting/order-range.server.ts';
import { reviewBooking } from '../fitting/review-booking.server.ts';
import { isConfirmedOrReady } from '../handover/counted-tires.server.ts';
import { lowerTransfers } from '../handover/request-transfers.server.ts';
import { mailboxOf } from '../place/order-attempt.server.ts';
import { refundableOfPayment, requestRefund } from '../refund/refund-order.server.ts';
import { changeHolds, readHolds } from '../settle/holds.server.ts';
import { confirmPaid } from '../settle/settle-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { enqueueChangeMails } from './change-mails.server.ts';
import type { ChangeSummary } from './change-result.ts';
import type { ChangedLine } from './changed-lines.ts';
import type { ChangedMoney, ChangePlan } from './plan-change.server.ts';
import { requestPieces } from './request-pieces.server.ts';

/** Applies a plan to a locked order. `requestHash`: the hash of the buyer's idempotency key, a space, and the hash of the change. */
export async function applyChange(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  plan: ChangePlan,
  change: ChangeStamp,
  requestHash?: string,
): Promise<ChangeSummary> {
  const branchBefore = order.branch;
  const bookingBefore = await lockOpenBookingOf(trx, order.id);
  const arrivalBefore = await arrivalOf(trx, order);
  await writeColumns(trx, shop, order, plan, change.at);
  await writeLines(trx, order.id, plan.lines);
  const eventId = await recordChange(trx, order.id, plan, change, requestHash);
  const branchesWithChangedTransfers = plan.pieces ? await applyPieces(trx, order, plan.pieces, change) : [];
  await settleMoney(trx, shop, order, plan.money, change);
  if (plan.pieces && isConfirmedOrReady(order)) await updateStatusAndRequestPieces(trx, shop, order, change);
  if (plan.pieces) await handleDelay(trx, shop, order, change);
  if (plan.pieces || plan.summary.fulfilment) {
    const areTiresLater = isLater(await arrivalOf(trx, order), arrivalBefore);
    await reviewBooking(trx, shop, order, change, { areTiresLater });
  }
  await enqueueChangeMails(trx, shop.enqueue, order, { eventId, branchBefore, branchesWithChangedTransfers }, change);
  const bookingAfter = bookingBefore && (await latestBookingOf(trx, order.id));
  return { ...plan.summary, ...effectsOnFitting(bookingBefore, bookingAfter) };
}

/** When the last tires of an order come to its branch; null: it is not known. */
type Arrival = Day | 'here' | null;

async function arrivalOf(trx: Trx, order: LockedOrder): Promise<Arrival> {
  const holds = await readHolds(trx, order.id);
  return areAllHere(holds, order.branch) ? 'here' : arrivalDayOf(order, holds);
}

function isLater(arrival: Arrival, before: Arrival): boolean {
  if (arrival === 'here' || before === null) return false;
  return arrival === null || before === 'here' || arrival > before;
}

type FittingEffects = Pick<ChangeSummary, 'freesFitting' | 'fittingPrice'>;

function effectsOnFitting(before: Booking | null, after: Booking | null): FittingEffects {
  if (before && after?.state === 'freed') return { freesFitting: before.starts_at, fittingPrice: null };
  const isSamePrice = before?.price_cents === after?.price_cents;
  const prices = { before: before?.price_cents ?? null, after: after?.price_cents ?? null };
  return { freesFitting: null, fittingPrice: isSamePrice ? null : prices };
}

async function writeColumns(
  trx: Trx,
  { terms, shopConfig }: ShopContext,
  order: LockedOrder,
  { columns, pieces, money, summary }: ChangePlan,
  at: Date,
): Promise<void> {
  const promised_on = pieces?.promisedOn ?? order.promised_on;
  const hours = hoursOf(shopConfig, columns.branch);
  // Only orders placed by buyers have a mailbox, by which their open orders are counted.
  const countsTowardsLimits = order.mailbox !== null;
  const needsNewMailbox = countsTowardsLimits && columns.email !== order.email;
  const balanceDueBy = endOfDay(addWorkingDays(tallinnDate(at), terms.transferWorkingDays, hours));
  const newHoldEnd = summary.missingCents > 0 ? balanceDueBy : usualHoldEnd(order, promised_on, terms, hours);
  const row = {
    ...columns,
    mailbox: needsNewMailbox ? mailboxOf(columns.email) : order.mailbox,
    total_cents: money.orderTotalCents,
    not_due_cents: money.notDueCents,
    due_again_cents: money.dueAgainCents,
    promised_on,
    held_until: new Date(Math.max(newHoldEnd.getTime(), order.held_until.getTime())),
  };
  await trx.updateTable('orders').set(row).where('id', '=', order.id).execute();
  Object.assign(order, row);
}

function usualHoldEnd(order: LockedOrder, promisedOn: Day, terms: HoldTerms, hours: ShopConfig['hours']): Date {
  const { payment_method: method, placed_at: placedAt, held_until } = order;
  return isOffline(method) ? holdEnd(method, { now: placedAt, promisedOn }, terms, hours) : held_until;
}

async function writeLines(trx: Trx, order_id: number, lines: readonly ChangedLine[]): Promise<void> {
  for (const { countBefore, ...line } of lines) {
    const { title, size, count, price_cents } = line;
    if (count === countBefore) continue;
    await trx
      .insertInto('order_lines')
      .values({ order_id, ...line })
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'position']).doUpdateSet({ title, size, count, price_cents }),
      )
      .execute();
  }
}

async function recordChange(
  trx: Trx,
  order_id: number,
  { summary }: ChangePlan,
  { at, actor }: ChangeStamp,
  requestHash?: string,
): Promise<number> {
  const { tires, branch, fulfilment, fields, total, refundCents, promised } = summary;
  const data = {
    ...(tires.length > 0 && { tires: tires.map(({ id, before, after }) => ({ id, before, after })) }),
    ...(branch && { branch }),
    ...(fulfilment && { fulfilment }),
    ...(fields.length > 0 && { fields }),
    ...(total.before !== total.after && { total }),
    ...(refundCents > 0 && { refund: refundCents }),
    ...(promised.before !== promised.after && { promised }),
    ...(requestHash && { key: requestHash }),
  };
  const { id } = await trx
    .insertInto('order_events')
    .values({ order_id, at, actor, type: 'changed', data })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function applyPieces(
  trx: Trx,
  order: LockedOrder,
  { after, leavingPurchases }: NonNullable<ChangePlan['pieces']>,
  change: ChangeStamp,
): Promise<string[]> {
  await changeHolds(trx, order.id, () => after);
  await removeFromPurchases(trx, order.id, leavingPurchases, change);
  return lowerTransfers(trx, order, after);
}

async function settleMoney(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  { before, after, refundCents, takenBackByBankCents }: ChangedMoney,
  change: ChangeStamp,
): Promise<void> {
  if (before.totalCents === after.totalCents) return;
  const payments = await paymentsOf(trx, order.id);
  const latestFirst = payments.toSorted((a, b) => b.position - a.position);
  await updateLivePayments(trx, payments, dueOf(after), change);
  await requestRefunds(trx, shop, latestFirst, refundCents, change);
  if (takenBackByBankCents > 0) await requestReview(trx, order, 'overpaid', change);
  const becomesPaidUp = isPaidUp(after) && !isPaidUp(before);
  if (!becomesPaidUp) return;
  const paidPayment = latestFirst.find(({ state }) => moneyStates.includes(state));
  if (order.status === 'awaiting_payment' && paidPayment) await confirmPaid(trx, shop, order, paidPayment, change);
  else if (order.review === 'amount-mismatch') await endReview(trx, order, change);
}

async function updateLivePayments(
  trx: Trx,
  payments: readonly PaymentRow[],
  dueCents: Cents,
  change: ChangeStamp,
): Promise<void> {
  for (const payment of payments.filter(isLive)) {
    if (isOffline(payment.provider) && dueCents > 0) {
      await trx.updateTable('payments').set({ amount_cents: dueCents }).where('id', '=', payment.id).execute();
    } else {
      // If the buyer pays the old total at the provider all the same, the money is booked, and an employee reviews it.
      await changePayment(trx, payment, 'cancelled', change);
    }
  }
}

async function requestRefunds(
  trx: Trx,
  shop: ShopContext,
  payments: readonly PaymentRow[],
  refundCents: Cents,
  change: ChangeStamp,
): Promise<void> {
  let remainingCents = refundCents;
  for (const payment of payments) {
    const partCents = Math.min(remainingCents, await refundableOfPayment(trx, payment.id));
    const refund = await requestRefund(trx, shop.enqueue, payment, partCents, 'changed', change);
    if (refund) remainingCents -= partCents;
  }
}

/** Completes an order whose tires are all handed over. Otherwise ends its `ready` status if tires are not at its branch, and orders or requests the added tires. */
async function updateStatusAndRequestPieces(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<void> {
  const holds = await readHolds(trx, order.id);
  if (!holds.some(isOpen)) {
    await changeStatus(trx, order, 'completed', change);
    return;
  }
  if (order.status === 'ready' && !areAllHere(holds, order.branch)) {
    await dropUnsentMail(trx, order.id, 'ready', change.at);
    const isUnpaid = paidState(await orderMoney(trx, order)) === 'unpaid';
    const status = isUnpaid && isPrepaid(order.payment_method) ? 'awaiting_payment' : 'confirmed';
    await changeStatus(trx, order, status, change);
  }
  if (isConfirmedOrReady(order)) await requestPieces(trx, shop, order, change);
}
