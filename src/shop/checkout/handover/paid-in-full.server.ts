import type { Trx } from '../../../database/transaction.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { moneyOf } from '../../payment/payments.server.ts';

/** Whether the pieces of an order count as sold: all of it was paid, and not all refunded. */
export async function isPaidInFull(trx: Trx, { id, total_cents }: LockedOrder): Promise<boolean> {
  const { paid, refunded } = await moneyOf(trx, { orderId: id });
  return paid - refunded > 0 && paid >= total_cents;
}
