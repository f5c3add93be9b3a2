import { allOrNothing, type Trx } from '../../database/transaction.server.ts';
import { addWorkingDays, endOfDay } from '../calendar.ts';
import { type Change, record } from '../history.server.ts';
import { changeStatus, type LockedOrder, lockOrder } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';
import { changePayment } from '../payment/change-payment.server.ts';
import { bookMoney, moneyOf } from '../payment/ledger.server.ts';
import { isLive, paymentsOf } from '../payment/payments-of.server.ts';
import { isOffline, isPrepaid } from '../payment/providers.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { Changing } from './cancel-order.server.ts';
import { blocks, moneyArrived } from './money-arrived.server.ts';
import type { Till } from './till.server.ts';

/** What people do with an order at the desk of a branch or in the office. */
export type Refused =
  | { ok: false; reason: 'too-late' }
  /** Something about its money has to be looked at first. */
  | { ok: false; reason: 'review' }
  /** It is not paid. */
  | { ok: false; reason: 'unpaid' }
  /** That bank reference is booked already. */
  | { ok: false; reason: 'booked' };
export type Done = { ok: true } | Refused;

/**
 * Books money that came by hand: cash or card at the desk, or a bank transfer with the bank's reference of it, of which
 * each counts once. An attempt with a provider that is still open stays one: its money, should it come, goes back.
 */
export async function markPaid(till: Till, orderId: number, actor: string, reference?: string): Promise<Done> {
  return allOrNothing(till.db, async (trx): Promise<Done> => {
    const order = await lockOrder(trx, orderId);
    const { paid, refunded } = await moneyOf(trx, { orderId });
    if (paid - refunded > 0 || order.status === 'completed') return { ok: false, reason: 'too-late' };
    const change = { at: till.now(), actor };
    const provider = reference === undefined ? 'pay_at_branch' : 'bank_transfer';
    const payment = await offlineAttempt(trx, order, provider, change);
    const booked = await bookMoney(trx, {
      order_id: order.id,
      payment_id: payment.id,
      kind: 'paid',
      provider,
      provider_ref: reference ?? payment.id,
      amount_cents: payment.amount_cents,
      ...change,
    });
    if (!booked) return { ok: false, reason: 'booked' };
    await changePayment(trx, payment, 'paid', change);
    await moneyArrived(trx, till, order, payment, true, change);
    return { ok: true };
  });
}

/** The order's attempt to pay by hand: the open one, else a new one in place of what was open. */
async function offlineAttempt(
  trx: Trx,
  order: LockedOrder,
  provider: 'pay_at_branch' | 'bank_transfer',
  change: Change,
) {
  for (const payment of (await paymentsOf(trx, order.id)).filter(isLive)) {
    if (payment.provider === provider && isOffline(provider)) return payment;
    await changePayment(trx, payment, 'cancelled', change);
  }
  return trx
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider,
      method: provider,
      state: 'pending',
      amount_cents: order.total_cents,
      created_at: change.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The tires are at the branch; the buyer is told. */
export async function markReady(till: Till, orderId: number, actor: string): Promise<Done> {
  return allOrNothing(till.db, async (trx): Promise<Done> => {
    const order = await lockOrder(trx, orderId);
    if (blocks(order.review)) return { ok: false, reason: 'review' };
    const change = { at: till.now(), actor };
    if (order.status === 'awaiting_payment') return { ok: false, reason: 'unpaid' };
    if (!(await changeStatus(trx, order, 'ready', change))) return { ok: false, reason: 'too-late' };
    await keepForPickUp(trx, till, order, change.at);
    await askForLetter(trx, till.later, order.id, 'ready', change.at);
    return { ok: true };
  });
}

/** Tires that came late wait for their buyer as long as others: counted from today, never shorter than was promised. */
async function keepForPickUp(trx: Trx, { terms, facts }: Till, order: LockedOrder, at: Date) {
  const until = endOfDay(addWorkingDays(tallinnDate(at), terms.pickUpWorkingDays, facts.hours));
  if (isPrepaid(order.payment_method) || until <= order.held_until) return;
  await trx.updateTable('orders').set({ held_until: until }).where('id', '=', order.id).execute();
}

/** The buyer has the tires, and the shop its money. */
export async function complete(till: Till, orderId: number, actor: string): Promise<Done> {
  return allOrNothing(till.db, async (trx): Promise<Done> => {
    const order = await lockOrder(trx, orderId);
    if (blocks(order.review)) return { ok: false, reason: 'review' };
    const { paid, refunded } = await moneyOf(trx, { orderId });
    if (order.status === 'awaiting_payment' || paid - refunded <= 0) return { ok: false, reason: 'unpaid' };
    const done = await changeStatus(trx, order, 'completed', { at: till.now(), actor });
    return done ? { ok: true } : { ok: false, reason: 'too-late' };
  });
}

/** A person has looked at what was marked for review, and the order goes on. */
export async function resolveReview(till: Till, orderId: number, actor: string): Promise<Changing> {
  return allOrNothing(till.db, async (trx): Promise<Changing> => {
    const order = await lockOrder(trx, orderId);
    if (!order.review) return { ok: false, reason: 'too-late' };
    await trx.updateTable('orders').set({ review: null }).where('id', '=', order.id).execute();
    await record(trx, order.id, { at: till.now(), actor }, 'reviewed', { review: order.review });
    return { ok: true };
  });
}
