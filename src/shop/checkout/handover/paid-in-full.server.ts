import type { Trx } from '../../../database/transaction.server.ts';
import { acceptedShortfall, type LockedOrder, orderMoney } from '../../order/change-order.server.ts';
import { dueAtHandOver, isOnCredit, isPaidUp } from '../../order/order.ts';

/** Whether a locked order is paid up, as `isPaidUp` decides. Its pieces then count as sold. */
export async function isPaidInFull(trx: Trx, order: LockedOrder): Promise<boolean> {
  return isPaidUp(await orderMoney(trx, order));
}

/** False while the order awaits its payment. Otherwise true if the company pays later, if the total was paid, or if only a shortfall is due that an employee accepted. */
export async function mayHandOver(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.status === 'awaiting_payment') return false;
  if (isOnCredit(order)) return true;
  const money = await orderMoney(trx, order);
  return isPaidUp(money) || dueAtHandOver(money, await acceptedShortfall(trx, order)) === 0;
}
