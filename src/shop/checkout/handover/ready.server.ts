import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { addWorkingDays, endOfDay, hoursOf } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import { changeStatus, type LockedOrder, lockOrderAndBalance } from '../../order/change-order.server.ts';
import { areAllHere } from '../../order/holds.ts';
import { isBlocking } from '../../order/order.ts';
import { dropUnsentMail, enqueueMail } from '../../order/order-mails.server.ts';
import { isPrepaid } from '../../payment/payment-methods.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** The mail is delayed so that an employee can undo a mistake before it is sent. */
const mailDelaySeconds = 60;

/** Marks a confirmed, locked order as ready, and enqueues the buyer’s mail. Returns false if the order is in another state. */
export async function makeReady(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<boolean> {
  const isMadeReady = order.status === 'confirmed' && (await changeStatus(trx, order, 'ready', change));
  if (!isMadeReady) return false;
  await extendHold(trx, shop, order, change.at);
  await enqueueMail(trx, shop.enqueue, {
    orderId: order.id,
    kind: 'ready',
    at: change.at,
    // An order can become ready again after `undoReady`, with another mail.
    eventKey: change.at.toISOString(),
    afterSeconds: mailDelaySeconds,
  });
  return true;
}

export async function makeReadyIfAllHere(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  change: ChangeStamp,
): Promise<boolean> {
  if (order.status !== 'confirmed' || isBlocking(order.review)) return false;
  if (!areAllHere(await readHolds(trx, order.id), order.branch)) return false;
  return makeReady(trx, shop, order, change);
}

async function extendHold(trx: Trx, { terms, shopConfig }: ShopContext, order: LockedOrder, at: Date): Promise<void> {
  const hours = hoursOf(shopConfig, order.branch);
  const until = endOfDay(addWorkingDays(tallinnDate(at), terms.pickUpWorkingDays, hours));
  const isPaidAtBranch = !isPrepaid(order.payment_method);
  if (isPaidAtBranch && until > order.held_until)
    await trx.updateTable('orders').set({ held_until: until }).where('id', '=', order.id).execute();
}

/** `mailed`: the mail to the buyer was sent already. */
export type UndoReadyResult = { ok: true } | { ok: false; reason: 'too-late' | 'mailed' };

/** Sets the order to confirmed, or to awaiting payment if the buyer has since chosen to prepay. Drops the mail, which must be unsent. */
export async function undoReady(shop: ShopContext, orderId: number, actor: string): Promise<UndoReadyResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<UndoReadyResult> => {
    const { order, isUnpaid } = await lockOrderAndBalance(trx, orderId);
    if (order.status !== 'ready') return { ok: false, reason: 'too-late' };
    const change = { at: shop.now(), actor };
    if (!(await dropUnsentMail(trx, orderId, 'ready', change.at))) return { ok: false, reason: 'mailed' };
    const awaitsPayment = isUnpaid && isPrepaid(order.payment_method);
    await changeStatus(trx, order, awaitsPayment ? 'awaiting_payment' : 'confirmed', change);
    return { ok: true };
  });
}
