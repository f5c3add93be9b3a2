import { isDeepStrictEqual } from 'node:util';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import {
  closeIfComplete,
  linesOf,
  type PurchaseLine,
  writeQuantities,
} from '../../purchasing/answer-purchase.server.ts';
import { recordPurchaseEvent } from '../../purchasing/draft-purchase.server.ts';
import {
  backorderableOf,
  backorderPieces,
  confirmableOf,
  confirmPieces,
  outstandingOf,
  refusePieces,
} from '../../purchasing/quantities.ts';
import type { AnsweredLine } from '../../purchasing/wire/supplier-answer.ts';
import { handleDelays } from '../delays/handle-delays.server.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { tryEach } from '../try-each.ts';
import { refuseOnLine } from './refuse-tires.server.ts';
import { idsOfWaitingOrders, lockSentPurchase } from './waiting-orders.server.ts';

/** Applies the stored answers of suppliers' systems that are not applied yet (`booked_at`) to purchases and orders, including those that an interrupted run has left. If an answer fails, later answers about the same purchase are not applied. */
export async function applyStoredAnswers(shop: ShopContext): Promise<void> {
  const answers = await shop.db
    .selectFrom('purchase_exchanges as exchange')
    .innerJoin('purchases as purchase', 'purchase.id', 'exchange.purchase_id')
    .select(['exchange.id', 'exchange.lines', 'purchase.id as purchaseId', 'purchase.number'])
    .where('exchange.lines', 'is not', null)
    .where('exchange.booked_at', 'is', null)
    .orderBy('exchange.id')
    .execute();
  const byPurchase = [...Map.groupBy(answers, ({ purchaseId }) => purchaseId).values()];
  await tryEach(byPurchase, 'answers of suppliers', async (answersOfPurchase) => {
    for (const { id, lines, purchaseId, number } of answersOfPurchase) {
      const change = { at: shop.now(), actor: 'shop' };
      const answered = lines as AnsweredLine[];
      const shortOrderIds = await applyAnswer(shop, { exchangeId: id, number, answered }, change);
      const waitingOrderIds = await idsOfWaitingOrders(shop.db, purchaseId);
      await handleDelays(shop, [...new Set([...waitingOrderIds, ...shortOrderIds])], change.actor);
    }
  });
}

/** Applies all lines of an answer at once. Returns the ids of the orders that now lack tires. */
async function applyAnswer(
  shop: ShopContext,
  { exchangeId, number, answered }: { exchangeId: number; number: string; answered: readonly AnsweredLine[] },
  change: ChangeStamp,
): Promise<number[]> {
  let shortOrderIds: number[] = [];
  await commitIfOkWithRetry(shop.db, async (trx) => {
    // Reset, because a retry runs the transaction again.
    shortOrderIds = [];
    const locked = await lockSentPurchase(trx, number);
    // An answer for a purchase that was closed meanwhile changes nothing.
    if (locked.ok) {
      const { purchase, orders, tireIds } = locked;
      const lines = await linesOf(trx, purchase.id);
      const appliedAnswers = await readLastAppliedAnswers(trx, purchase.id);
      for (const answer of answered) {
        const line = lines.find(({ id }) => id === answer.lineId);
        // The same answer again must not change what people have booked since.
        if (!line || appliedAnswers.some((applied) => isDeepStrictEqual(applied, answer))) continue;
        const refused = await applyConfirmedAndBackordered(trx, purchase.id, { line, answer }, change);
        if (refused.count > 0) shortOrderIds.push(...(await refuseOnLine(trx, purchase, orders, refused, change)));
      }
      await notifyStockChange(trx, tireIds);
      await closeIfComplete(trx, purchase.id, change);
    }
    await trx.updateTable('purchase_exchanges').set({ booked_at: change.at }).where('id', '=', exchangeId).execute();
    return { ok: true };
  });
  return shortOrderIds;
}

async function readLastAppliedAnswers(trx: Trx, purchaseId: number): Promise<readonly AnsweredLine[]> {
  const exchange = await trx
    .selectFrom('purchase_exchanges')
    .select('lines')
    .where('purchase_id', '=', purchaseId)
    .where('lines', 'is not', null)
    .where('booked_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (exchange?.lines ?? []) as readonly AnsweredLine[];
}

/** Returns the line with its new counts, and how many further pieces the answer refuses. The caller books these pieces. */
async function applyConfirmedAndBackordered(
  trx: Trx,
  purchaseId: number,
  { line, answer }: { line: PurchaseLine; answer: AnsweredLine },
  change: ChangeStamp,
): Promise<{ line: PurchaseLine; count: number }> {
  const { tire_id: tire } = line;
  const { expectedOn } = answer;
  const confirmed = clamp(answer.confirmed - line.confirmed, confirmableOf(line));
  const withConfirmed = { ...line, ...confirmPieces(line, confirmed) };
  const backordered = clamp(answer.backordered - withConfirmed.backordered, backorderableOf(withConfirmed));
  const withBackordered = { ...withConfirmed, ...backorderPieces(withConfirmed, backordered) };
  // `answer.refused` includes the pieces that the shop has cancelled.
  const newlyRefused = clamp(answer.refused - line.refused - line.cancelled, outstandingOf(withBackordered));
  // A line has a single expected day, or none while some of its pieces are on back order.
  const { backordered: backorderedAfterRefusal } = refusePieces(withBackordered, newlyRefused);
  const hasBackorderedPieces = backorderedAfterRefusal > 0;
  const mayHaveDay = outstandingOf(line) > 0 && !hasBackorderedPieces;
  const isNewDay = expectedOn !== null && expectedOn !== line.expected_on && mayHaveDay;
  if (confirmed > 0 || isNewDay) {
    const confirmedAt = confirmed > 0 ? { confirmed_at: change.at } : {};
    const day = isNewDay ? { expected_on: expectedOn } : {};
    await writeQuantities(trx, line.id, withConfirmed, { ...confirmedAt, ...day });
    const tires = confirmed > 0 ? [{ tire, count: confirmed }] : [];
    await recordPurchaseEvent(trx, purchaseId, change, 'confirmed', {
      tires,
      ...(expectedOn && { expected: expectedOn }),
    });
  }
  if (backordered > 0) {
    await writeQuantities(trx, line.id, withBackordered, { expected_on: null });
    await recordPurchaseEvent(trx, purchaseId, change, 'backordered', { tires: [{ tire, count: backordered }] });
  }
  return { line: withBackordered, count: newlyRefused };
}

function clamp(count: number, max: number): number {
  return Math.max(0, Math.min(count, max));
}
