import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { closeIfComplete, linesOf, type PurchaseResult } from '../../purchasing/answer-purchase.server.ts';
import { recordPurchaseEvent } from '../../purchasing/draft-purchase.server.ts';
import { outstandingOf } from '../../purchasing/quantities.ts';
import { handleDelays } from '../delays/handle-delays.server.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type RefuseResult, refuseOnLine } from './refuse-tires.server.ts';
import { lockPurchaseInState } from './waiting-orders.server.ts';

/** Ends an `unclear` purchase that the supplier did not receive. Its tires count as refused, so `handleDelays` looks for tires elsewhere for the waiting orders. */
export async function giveUpPurchase(shop: ShopContext, number: string, change: ChangeStamp): Promise<RefuseResult> {
  let orderIdsLackingTires: number[] = [];
  const result = await commitIfOkWithRetry(shop.db, async (trx): Promise<PurchaseResult> => {
    // Reset, because a retry runs the transaction again.
    orderIdsLackingTires = [];
    const locked = await lockPurchaseInState(trx, number, ['unclear']);
    if (!locked.ok) return locked;
    const { purchase, orders, tireIds } = locked;
    // `sent` only within this transaction: once all pieces are refused, `closeIfComplete` closes the purchase.
    await trx
      .updateTable('purchases')
      .set({ state: 'sent', send_requested_at: null, ask_requested_at: null })
      .where('id', '=', purchase.id)
      .execute();
    await recordPurchaseEvent(trx, purchase.id, change, 'given-up');
    for (const line of await linesOf(trx, purchase.id)) {
      const count = outstandingOf(line);
      if (count > 0) orderIdsLackingTires.push(...(await refuseOnLine(trx, purchase, orders, { line, count }, change)));
    }
    await notifyStockChange(trx, tireIds);
    await closeIfComplete(trx, purchase.id, change);
    return { ok: true };
  });
  return result.ok
    ? { ok: true, delays: await handleDelays(shop, [...new Set(orderIdsLackingTires)], change.actor) }
    : result;
}
