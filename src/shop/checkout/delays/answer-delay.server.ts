import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { Day } from '../../calendar.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { toEuros } from '../../money.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { type Delay, isOpenDelay, latestDelay } from '../../order/delays.server.ts';
import { applyChange } from '../change/apply-change.server.ts';
import { planChange } from '../change/plan-change.server.ts';
import { cancelLockedOrder } from '../desk/cancel-order.server.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import type { DelayAnswer, DelaySwap } from './delay-answer.ts';
import { type DelayOutcome, handleDelay } from './handle-delays.server.ts';
import { type LateLine, replacementsOf } from './replacements.server.ts';

/** `changed`: another day is expected now, or the chosen tires are no longer offered at this price. `too-late`: no delay is open, because the order is not late or is no longer `confirmed`; or the order cannot be cancelled. */
export type AnswerResult =
  | { ok: true }
  | { ok: false; reason: 'too-late' }
  | { ok: false; reason: 'answered'; answer: NonNullable<Delay['answer']> }
  | { ok: false; reason: 'changed'; expectedOn: Day | null };

/** Applies the buyer's reply to a delay: promises the new day, replaces all late tires, or cancels the order and refunds it in full. */
export async function answerDelay(
  shop: ShopContext,
  orderId: number,
  reply: DelayAnswer,
  actor: string,
): Promise<AnswerResult> {
  // Checked before payments are closed at their provider, because closing them cannot be undone.
  const checked = await shop.db.transaction().execute((trx) => lockOpenDelay(trx, orderId, reply));
  if (!checked.ok) return checked;
  // An open payment page of a provider must not accept the old amount.
  if (reply.answer !== 'wait') await closePayments(shop, orderId);
  return commitIfOkWithRetry(shop.db, async (trx): Promise<AnswerResult> => {
    const locked = await lockOpenDelay(trx, orderId, reply);
    if (!locked.ok) return locked;
    const { order, delay } = locked;
    const change = { at: shop.now(), actor };
    if (reply.answer === 'cancel') {
      await closeDelay(trx, delay, 'cancel', delay.expected_on, change);
      return cancelLockedOrder(trx, shop, order, 'cancelled', change);
    }
    if (reply.answer === 'swap') return swapTires(trx, shop, order, delay, reply.swaps, change);
    await closeDelay(trx, delay, 'wait', reply.expectedOn, change);
    if (reply.expectedOn !== null)
      await trx.updateTable('orders').set({ promised_on: reply.expectedOn }).where('id', '=', orderId).execute();
    return { ok: true };
  });
}

async function swapTires(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  delay: Delay,
  swaps: readonly DelaySwap[],
  change: ChangeStamp,
): Promise<AnswerResult> {
  const offersChanged = { ok: false, reason: 'changed', expectedOn: order.expected_on } as const;
  const lines = await replacementsOf(trx, shop, order);
  const isOffered = ({ tireId, offers }: LateLine, { from, to, price }: DelaySwap) =>
    from === tireId && offers.some((offer) => offer.tire.id === to && toEuros(offer.priceCents) === price);
  const isReplaced = (line: LateLine) => swaps.some((swap) => isOffered(line, swap));
  const replacesAllLateTires = swaps.length === lines.length && lines.every(isReplaced);
  if (!replacesAllLateTires) return offersChanged;
  const swapsWithoutSurcharge = swaps.map(({ from, to }) => ({ from, to, neverDearer: true as const }));
  const planned = await planChange(trx, shop, order, { counts: [], swaps: swapsWithoutSurcharge, customer: {} });
  if (!planned.ok) return offersChanged;
  await closeDelay(trx, delay, 'swap', order.expected_on, change);
  await applyChange(trx, shop, order, planned.plan, change);
  await issueDueDocuments(trx, shop, order, change);
  return { ok: true };
}

type LockedDelay = { ok: true; order: LockedOrder; delay: Delay };

async function lockOpenDelay(
  trx: Trx,
  orderId: number,
  reply: DelayAnswer,
): Promise<LockedDelay | (AnswerResult & { ok: false })> {
  const order = await lockOrder(trx, orderId);
  const delay = await latestDelay(trx, orderId);
  if (delay?.answer) return { ok: false, reason: 'answered', answer: delay.answer };
  if (!delay || !isOpenDelay(delay, order)) return { ok: false, reason: 'too-late' };
  if (reply.answer === 'wait' && reply.expectedOn !== order.expected_on)
    return { ok: false, reason: 'changed', expectedOn: order.expected_on };
  return { ok: true, order, delay };
}

async function closeDelay(
  trx: Trx,
  { id, order_id }: Delay,
  answer: NonNullable<Delay['answer']>,
  expectedOn: Day | null,
  change: ChangeStamp,
): Promise<void> {
  await trx
    .updateTable('delays')
    .set({ answer, expected_on: expectedOn, answered_at: change.at, answered_by: change.actor })
    .where('id', '=', id)
    .execute();
  await recordEvent(trx, order_id, change, 'delay-answered', { answer, day: expectedOn });
}

export type ReportResult = { ok: true; outcome: DelayOutcome } | { ok: false; reason: 'too-late' };

/** Tells the buyer if the day is later than promised. Each report replaces the one before, even if its day is earlier. `reason` must not name a person. */
export async function reportDelay(
  shop: ShopContext,
  orderId: number,
  { day, reason }: { day: Day; reason: string },
  actor: string,
): Promise<ReportResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<ReportResult> => {
    const order = await lockOrder(trx, orderId);
    const change = { at: shop.now(), actor };
    if (order.status !== 'confirmed') return { ok: false, reason: 'too-late' };
    await recordEvent(trx, orderId, change, 'delay-reported', { day, reason });
    const outcome = await handleDelay(trx, shop, order, change);
    return outcome ? { ok: true, outcome } : { ok: false, reason: 'too-late' };
  });
}
