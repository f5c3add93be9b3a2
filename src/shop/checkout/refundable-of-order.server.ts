import { inTransaction } from '../../database/transaction.server.ts';
import type { Cents } from '../money.ts';
import { lockOrder } from '../order/change-status.server.ts';
import { refundable } from './request-refund.server.ts';
import type { Till } from './till.server.ts';

/** What of an order's payments can still be given back, in cents. */
export async function refundableOfOrder(till: Till, orderId: number): Promise<Cents> {
  return inTransaction(till.db, async (trx) => {
    await lockOrder(trx, orderId);
    const payments = await trx.selectFrom('payments').select('id').where('order_id', '=', orderId).execute();
    let cents = 0;
    for (const { id } of payments) cents += await refundable(trx, id);
    return cents;
  });
}
