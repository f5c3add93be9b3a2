import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { type Change, record } from '../history.server.ts';
import { type LockedOrder, lockOrder } from '../order/change-status.server.ts';
import { changePayment, type PaymentRow } from '../payment/change-payment.server.ts';
import { bookMoney } from '../payment/ledger.server.ts';
import { moneyStates, paymentAfter } from '../payment/payment-states.ts';
import { endLive, isLive, paymentsOf } from '../payment/payments-of.server.ts';
import { nextPoll } from '../payment/poll-times.ts';
import type { ProviderState, ProviderTruth } from '../payment/redirect-provider.ts';
import { moneyArrived, needsReview } from './money-arrived.server.ts';
import { settleRefunds } from './settle-refunds.server.ts';
import type { Till } from './till.server.ts';

const hour = 60 * 60 * 1000;

/** An order and one of its payments, the order locked first. */
export async function lockPayment(trx: Trx, id: string): Promise<{ order: LockedOrder; payment: PaymentRow }> {
  const row = await trx.selectFrom('payments').select('order_id').where('id', '=', id).executeTakeFirstOrThrow();
  const order = await lockOrder(trx, row.order_id);
  const payment = await trx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { order, payment };
}

/**
 * Applies what a provider says of a payment: once, however often, late or out of order it is told. The only verb that
 * takes money of a provider.
 */
export async function settlePayment(till: Till, paymentId: string, truth: ProviderTruth): Promise<void> {
  await inTransaction(till.db, async (trx) => {
    const { order, payment } = await lockPayment(trx, paymentId);
    const at = till.now();
    const change = { at, actor: payment.provider };
    if (truth.merchantRef !== order.number && truth.merchantRef !== payment.id) {
      await record(trx, order.id, change, 'foreign-payment', { payment: payment.id });
      return;
    }
    if (truth.state === 'paid' || truth.state === 'disputed' || truth.refunds.length > 0) {
      await takeMoney(trx, till, order, payment, truth, change);
      await settleRefunds(trx, till, order, payment, truth.refunds, change);
    }
    const had = payment.state;
    const next = paymentAfter(had, truth.state);
    // One attempt of an order at a time: money that is on its way for another takes the place of the open one.
    if (isLive({ state: next }) && !isLive(payment))
      await endLive(trx, await paymentsOf(trx, order.id), 'cancelled', change);
    if (next !== had) await changePayment(trx, payment, next, change);
    const withdrawn = next === 'voided' || next === 'disputed';
    if (withdrawn && next !== had && had !== 'authorized') {
      await needsReview(trx, order, 'payment-withdrawn', change);
    }
    await remember(trx, payment, truth.state, at);
  });
}

/** Notes what was told and when, and when to ask again. */
async function remember(trx: Trx, payment: PaymentRow, told: ProviderState, at: Date) {
  await trx
    .updateTable('payments')
    .set({ told, told_at: at, next_poll_at: await pollTime(trx, payment, at) })
    .where('id', '=', payment.id)
    .execute();
}

async function pollTime(trx: Trx, payment: PaymentRow, at: Date): Promise<Date | null> {
  const onTheirWay = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['submitted', 'pending'])
    .executeTakeFirst();
  if (onTheirWay) return new Date(at.getTime() + hour);
  const expires = payment.expires_at ?? payment.created_at;
  const next = nextPoll(payment.created_at, expires, at);
  // What is paid is asked about once a day: a bank may still want it back.
  return next && moneyStates.includes(payment.state) ? new Date(at.getTime() + 24 * hour) : next;
}

async function takeMoney(
  trx: Trx,
  till: Till,
  order: LockedOrder,
  payment: PaymentRow,
  truth: ProviderTruth,
  change: Change,
) {
  const fact = { order_id: order.id, payment_id: payment.id, provider: payment.provider, ...change };
  const amount = { provider_ref: truth.providerRef, amount_cents: truth.amountCents };
  if (!(await bookMoney(trx, { ...fact, ...amount, kind: 'paid' }))) return;
  await changePayment(trx, payment, 'paid', change);
  const right = truth.amountCents === payment.amount_cents && truth.currency === 'EUR';
  await moneyArrived(trx, till, order, payment, right, change);
}
