import type { Day } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import {
  backorderPurchase,
  type Confirmation,
  confirmPurchase,
  findPurchase,
  type PurchaseRefusal,
  type TireCount,
} from '../../purchasing/answer-purchase.server.ts';
import { type DelayOutcome, handleDelays } from '../delays/handle-delays.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { idsOfWaitingOrders } from './waiting-orders.server.ts';

export type ConfirmResult = { ok: true; delays: DelayOutcome[] } | PurchaseRefusal;

export async function confirmAndHandleDelays(
  shop: ShopContext,
  number: string,
  confirmation: Confirmation,
  change: ChangeStamp,
): Promise<ConfirmResult> {
  const result = await confirmPurchase(shop.db, number, confirmation, change);
  return result.ok ? { ok: true, delays: await handleDelaysOfWaitingOrders(shop, number, change.actor) } : result;
}

export async function backorderAndHandleDelays(
  shop: ShopContext,
  number: string,
  backorder: { pieces: readonly TireCount[]; expected?: Day },
  change: ChangeStamp,
): Promise<ConfirmResult> {
  const result = await backorderPurchase(shop.db, number, backorder, change);
  return result.ok ? { ok: true, delays: await handleDelaysOfWaitingOrders(shop, number, change.actor) } : result;
}

async function handleDelaysOfWaitingOrders(shop: ShopContext, number: string, actor: string): Promise<DelayOutcome[]> {
  const purchase = await findPurchase(shop.db, number);
  return purchase ? handleDelays(shop, await idsOfWaitingOrders(shop.db, purchase.id), actor) : [];
}
