import { allOrNothing, type Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import { changeStatus, type LockedOrder, lockOrder } from '../order/change-status.server.ts';
import type { PaymentRow } from '../payment/change-payment.server.ts';
import { isFinal } from '../payment/payment-states.ts';
import { endLive, isLive, paymentsOf } from '../payment/payments-of.server.ts';
import { isOffline } from '../payment/providers.ts';
import { moveHolds } from './move-holds.server.ts';
import { refundable, requestRefund } from './request-refund.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { syncPayment } from './sync-payment.server.ts';
import { tellOver } from './tell-over.server.ts';
import type { Till } from './till.server.ts';
import { lockBuyersOrder } from './unpaid-order.server.ts';

/** Why an order was not changed: `too-late`: it has been paid, handed over or closed. */
export type Changing = { ok: true } | { ok: false; reason: 'too-late' };

/**
 * Takes the page where the buyer could pay away, where the provider can, and learns the truth, before an attempt is
 * given up. Nothing that fails here stands in the way: what comes later is money, and money is never lost.
 */
export async function closeAttempts(till: Till, orderId: number): Promise<void> {
  const payments = await paymentsOf(till.db, orderId);
  for (const { id, provider, provider_ref } of payments.filter(isLive)) {
    const asked = till.providers.find((one) => one.id === provider);
    const closed = provider_ref === null ? undefined : await asked?.expire?.(provider_ref, AbortSignal.timeout(3000));
    if (closed?.ok) await settlePayment(till, id, closed.value);
    else if (asked) await syncPayment(till, id, 3000);
  }
}

/** Cancels an unpaid order for its buyer. Tires that a payment may still come for stay until its time is over. */
export async function cancelByBuyer(till: Till, orderId: number): Promise<Changing> {
  await closeAttempts(till, orderId);
  return allOrNothing(till.db, async (trx): Promise<Changing> => {
    const { order, payments, waits } = await lockBuyersOrder(trx, orderId);
    if (!waits) return { ok: false, reason: 'too-late' };
    await close(trx, till, order, payments, { at: till.now(), actor: 'buyer' });
    return { ok: true };
  });
}

/**
 * Cancels an order that was not handed over; what was paid is asked back. For the operator, the branch, and a buyer who
 * withdraws from it.
 */
export async function cancelAndRefund(
  till: Till,
  orderId: number,
  actor: string,
  reason: 'cancelled' | 'withdrawal' = 'cancelled',
): Promise<Changing> {
  await closeAttempts(till, orderId);
  return allOrNothing(till.db, async (trx): Promise<Changing> => {
    const order = await lockOrder(trx, orderId);
    if (!['awaiting_payment', 'confirmed', 'ready'].includes(order.status)) return { ok: false, reason: 'too-late' };
    const payments = await paymentsOf(trx, orderId);
    const change = { at: till.now(), actor };
    for (const payment of payments) {
      await requestRefund(trx, till.later, payment, await refundable(trx, payment.id), reason, change);
    }
    await close(trx, till, order, payments, change);
    return { ok: true };
  });
}

async function close(trx: Trx, till: Till, order: LockedOrder, payments: PaymentRow[], change: Change) {
  const stillOpen = payments.some(
    (payment) =>
      !isOffline(payment.provider) &&
      isLive(payment) &&
      (payment.provider_ref !== null || payment.state === 'submitted') &&
      !isFinal(payment.told),
  );
  await endLive(trx, payments, 'cancelled', change);
  await moveHolds(trx, order.id, 'takeBack');
  if (!stillOpen) await moveHolds(trx, order.id, 'release');
  await changeStatus(trx, order, 'cancelled', change);
  await tellOver(trx, till.later, order, 'cancelled', change);
}
