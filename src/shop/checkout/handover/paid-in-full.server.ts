import type { Trx } from '../../../database/transaction.server.ts';
import { acceptedShortfall, type LockedOrder } from '../../order/change-order.server.ts';
import { isPaidUp } from '../../order/order.ts';
import { moneyOf } from '../../payment/payments.server.ts';

/** Whether the pieces of an order count as sold: all of it was paid, and not all refunded. */
export async function isPaidInFull(trx: Trx, { id, total_cents }: LockedOrder): Promise<boolean> {
  const { paid, refunded } = await moneyOf(trx, { orderId: id });
  return paid - refunded > 0 && paid >= total_cents;
}

/** Whether the whole total of a locked order was paid, except what a person accepted as missing when resolving a review. */
export async function mayHandOver(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.status === 'awaiting_payment') return false;
  const { paid: paidCents, refunded: refundedCents } = await moneyOf(trx, { orderId: order.id });
  if (isPaidUp({ totalCents: order.total_cents, paidCents, refundedCents })) return true;
  const shortfall = order.total_cents - paidCents;
  return paidCents > refundedCents && shortfall <= (await acceptedShortfall(trx, order));
}
