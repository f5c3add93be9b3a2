import type { Trx } from '../../database/transaction.server.ts';
import { type Change, record } from '../history.server.ts';
import { changeStatus, type LockedOrder } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';
import type { PaymentRow } from '../payment/change-payment.server.ts';
import { moneyOf } from '../payment/ledger.server.ts';
import { endLive, paymentsOf } from '../payment/payments-of.server.ts';
import { isOffline } from '../payment/providers.ts';
import { keepAgain } from './keep-again.server.ts';
import { moveHolds } from './move-holds.server.ts';
import { promiseFrom } from './promise-from.server.ts';
import { requestRefund } from './request-refund.server.ts';
import type { Till } from './till.server.ts';

type Review = NonNullable<LockedOrder['review']>;

/** Money that was too little, or that was taken back: tires that leave now would leave unpaid. */
export function blocks(review: LockedOrder['review']): boolean {
  return review === 'amount-mismatch' || review === 'payment-withdrawn';
}

/** Marks an order for a person to look at. What blocks it is not lifted by what does not. */
export async function needsReview(trx: Trx, order: LockedOrder, review: Review, change: Change): Promise<void> {
  if (!blocks(order.review) || blocks(review)) {
    await trx.updateTable('orders').set({ review }).where('id', '=', order.id).execute();
    order.review = review;
  }
  await record(trx, order.id, change, 'review', { review });
}

/**
 * Decides what becomes of an order whose payment has just been booked for the first time. Money always wins: it
 * confirms the order, opens a closed one again while its tires are there, and goes back when they are not or when the
 * order was paid before. `right`: amount and currency are those that were asked for.
 */
export async function moneyArrived(
  trx: Trx,
  till: Till,
  order: LockedOrder,
  payment: PaymentRow,
  right: boolean,
  change: Change,
): Promise<void> {
  if (!right) {
    // What becomes of the money a person decides; nobody waits any more for the tires of a cancelled order.
    if (order.status === 'cancelled') await moveHolds(trx, order.id, 'release');
    return needsReview(trx, order, 'amount-mismatch', change);
  }
  const { paid, refunded } = await moneyOf(trx, { orderId: order.id });
  const before = paid - payment.amount_cents;
  if (before - refunded > 0 || order.status === 'completed')
    return giveBack(trx, till, payment, order, 'overpaid', change);
  if (order.status === 'cancelled' && (await isWithdrawn(trx, order.id))) {
    await moveHolds(trx, order.id, 'release');
    return giveBack(trx, till, payment, order, 'withdrawal', change);
  }
  if (order.status === 'cancelled' || order.status === 'expired') {
    const kept = await moveHolds(trx, order.id, 'sell');
    // An order that was paid and given back before is over, and so is one whose buyer cannot be told any more.
    const over = before > 0 || order.contact_erased_at !== null;
    const there = kept > 0 || (!over && (await keepAgain(trx, order, till.facts, change.at)));
    if (!there) return giveBack(trx, till, payment, order, 'late-payment', change);
  }
  await moveHolds(trx, order.id, 'sell');
  await closeOffline(trx, order.id, change);
  if (order.status !== 'confirmed' && order.status !== 'ready')
    await promiseFrom(trx, order.id, till.facts.hours, change.at);
  await changeStatus(trx, order, 'confirmed', change);
  await askForLetter(trx, till.later, order.id, 'paid', change.at, payment.id);
  // What was paid at the desk the branch knows.
  if (payment.provider === 'pay_at_branch') return;
  await askForLetter(trx, till.later, order.id, 'branch-order', change.at, payment.id);
}

/** Its buyer wants neither the tires nor the order: money that was on its way does not bring them back. */
async function isWithdrawn(trx: Trx, orderId: number): Promise<boolean> {
  const declared = await trx.selectFrom('withdrawals').select('id').where('order_id', '=', orderId).executeTakeFirst();
  return declared !== undefined;
}

/** Nobody waits any more for a transfer or for money at the desk. What is open at a provider its provider ends. */
async function closeOffline(trx: Trx, orderId: number, change: Change) {
  const payments = await paymentsOf(trx, orderId);
  await endLive(
    trx,
    payments.filter(({ provider }) => isOffline(provider)),
    'cancelled',
    change,
  );
}

async function giveBack(
  trx: Trx,
  till: Till,
  payment: PaymentRow,
  order: LockedOrder,
  why: 'overpaid' | 'late-payment' | 'withdrawal',
  change: Change,
) {
  await requestRefund(trx, till.later, payment, payment.amount_cents, why, change);
  // That a withdrawal gives money back is as it should be.
  if (why !== 'withdrawal') await needsReview(trx, order, why, change);
}
