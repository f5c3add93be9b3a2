import type { Trx } from '../../../database/transaction.server.ts';
import { acceptedShortfall, type LockedOrder, orderMoney } from '../../order/change-order.server.ts';
import { dueAtHandOver, isOnCredit, isPaidUp } from '../../order/order.ts';

/** Whether a locked order is paid up, as `isPaidUp` decides. Its pieces then count as sold. */
export async function isPaidInFull(trx: Trx, order: LockedOrder): Promise<boolean> {
  return isPaidUp(await orderMoney(trx, order));
}

/** False while a payment is awaited. True if paid, on credit, or if only an accepted shortfall is due. */
export async function mayHandOver(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.status === 'awaiting_payment') return false;
  if (isOnCredit(order)) return true;
  const money = await orderMoney(trx, order);
  return isPaidUp(money) || dueAtHandOver(money, await acceptedShortfall(trx, order)) === 0;
}
