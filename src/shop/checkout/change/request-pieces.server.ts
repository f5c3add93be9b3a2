import type { Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { isPrepaid } from '../../payment/payment-methods.ts';
import { isPaidInFull, mayHandOver } from '../handover/paid-in-full.server.ts';
import { requestTransfers } from '../handover/request-transfers.server.ts';
import { confirmHolds, readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** Orders new pieces from suppliers and requests them from other branches. Orders nothing from suppliers for a prepaid order whose tires must not be handed over yet. */
export async function requestPieces(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<void> {
  const isPaid = await isPaidInFull(trx, order);
  const mayOrder = isPaid || !isPrepaid(order.payment_method) || (await mayHandOver(trx, order));
  if (mayOrder) await confirmHolds(trx, shop.enqueue, order, change, { isPaid });
  else await requestTransfers(trx, shop.enqueue, order, await readHolds(trx, order.id), change);
}
