import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import { hasFittingBegun } from '../../fitting/bookings/bookings.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { changeStatus, type LockedOrder, lockOrder, lockOrderAndBalance } from '../../order/change-order.server.ts';
import type { HoldState } from '../../order/holds.ts';
import { openStatuses } from '../../order/order.ts';
import { enqueueOrderEndedMails } from '../../order/order-mails.server.ts';
import { isOffline } from '../../payment/payment-methods.ts';
import { isFinal } from '../../payment/payment-states.ts';
import { endLivePayments, isLive, type PaymentRow, paymentsOf } from '../../payment/payments.server.ts';
import { cancelTransfers } from '../handover/request-transfers.server.ts';
import { refundableOfPayment, requestRefund } from '../refund/refund-order.server.ts';
import { readHolds, releaseHolds } from '../settle/holds.server.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `too-late`: tires of the order are handed over, or it is closed. If the buyer cancels, also: it is paid, or its fitting has begun. */
export type CancelResult = { ok: true } | { ok: false; reason: 'too-late' };

export async function cancelByBuyer(shop: ShopContext, orderId: number): Promise<CancelResult> {
  await closePayments(shop, orderId);
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CancelResult> => {
    const { order, payments, isUnpaid } = await lockOrderAndBalance(trx, orderId);
    if (!isUnpaid || (await hasFittingBegun(trx, orderId))) return { ok: false, reason: 'too-late' };
    await closeOrder(trx, shop, order, payments, { at: shop.now(), actor: 'buyer' });
    return { ok: true };
  });
}

/** Cancels an order for the operator, the branch or a buyer who withdraws. Refused if tires are handed over. */
export async function cancelAndRefund(
  shop: ShopContext,
  orderId: number,
  actor: string,
  reason: 'cancelled' | 'withdrawal' = 'cancelled',
): Promise<CancelResult> {
  await closePayments(shop, orderId);
  return commitIfOkWithRetry(shop.db, async (trx) =>
    cancelLockedOrder(trx, shop, await lockOrder(trx, orderId), reason, { at: shop.now(), actor }),
  );
}

/** Cancels and refunds an order. The caller has locked it and closed its payments with their providers. */
export async function cancelLockedOrder(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  reason: 'cancelled' | 'withdrawal',
  change: ChangeStamp,
): Promise<CancelResult> {
  if (!openStatuses.includes(order.status)) return { ok: false, reason: 'too-late' };
  if (await isPartlyHandedOver(trx, order.id)) return { ok: false, reason: 'too-late' };
  // The tires may be on the vehicle: an employee must take them off first.
  if (change.actor === 'buyer' && (await hasFittingBegun(trx, order.id))) return { ok: false, reason: 'too-late' };
  const payments = await paymentsOf(trx, order.id);
  for (const payment of payments) {
    await requestRefund(trx, shop.enqueue, payment, await refundableOfPayment(trx, payment.id), reason, change);
  }
  await closeOrder(trx, shop, order, payments, change);
  await issueDueDocuments(trx, shop, order, change);
  return { ok: true };
}

async function isPartlyHandedOver(trx: Trx, orderId: number): Promise<boolean> {
  return (await readHolds(trx, orderId)).some(({ state }) => state === 'handed_over');
}

async function closeOrder(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  payments: PaymentRow[],
  change: ChangeStamp,
) {
  const mayStillBePaid = payments.some((payment) => {
    const { provider, provider_ref, state, told: stateAtProvider } = payment;
    const mayBeAtProvider = !isOffline(provider) && (provider_ref !== null || state === 'submitted');
    return mayBeAtProvider && isLive(payment) && !isFinal(stateAtProvider);
  });
  await endLivePayments(trx, payments, 'cancelled', change);
  const releasedStates: HoldState[] = ['sold', 'ordered', 'in_transit', 'missing'];
  // Held tires stay held for an order that a late payment may reopen.
  if (!mayStillBePaid) releasedStates.push('held');
  await releaseHolds(trx, order.id, releasedStates, change);
  // Also if the tires stay held: other branches must not send them unless the order is reopened.
  await cancelTransfers(trx, order.id);
  await changeStatus(trx, order, 'cancelled', change);
  await enqueueOrderEndedMails(trx, shop.enqueue, order, 'cancelled', change);
}
