import type { Trx } from '../../../database/transaction.server.ts';
import { acceptedShortfall, type LockedOrder } from '../../order/change-order.server.ts';
import { dueAtHandOver, isOnCredit, isPaidUp } from '../../order/order.ts';
import { orderMoney } from '../../order/order-money.server.ts';

/** Whether the pieces of an order count as sold: all of it was paid, and not all refunded. */
export async function isPaidInFull(trx: Trx, order: LockedOrder): Promise<boolean> {
  return isPaidUp(await orderMoney(trx, order));
}

/**
 * Whether the whole total of a locked order was paid, except what a person accepted as missing when resolving a review; or whether its company
 * pays later.
 */
export async function mayHandOver(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.status === 'awaiting_payment') return false;
  if (isOnCredit(order)) return true;
  const money = await orderMoney(trx, order);
  return isPaidUp(money) || dueAtHandOver(money, await acceptedShortfall(trx, order)) === 0;
}
