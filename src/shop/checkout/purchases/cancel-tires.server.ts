import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import {
  closeIfComplete,
  countByLine,
  linesOf,
  type PurchaseLine,
  type PurchaseResult,
  type TireCount,
  writeQuantities,
} from '../../purchasing/answer-purchase.server.ts';
import { changeOwed, recordPurchaseEvent } from '../../purchasing/draft-purchase.server.ts';
import { cancelPieces, outstandingOf } from '../../purchasing/quantities.ts';
import { notifyStockChange } from '../place/offers.server.ts';
import { lockSentPurchase, orderPartsOfLine } from './waiting-orders.server.ts';

/** Cancels tires that the supplier agreed not to send and for which no order waits. They no longer count as `owed` (ordered, but not deducted in the supplier's list yet), so the supplier's stock has them free again. */
export async function cancelTires(
  db: Kysely<Tables>,
  number: string,
  cancelled: TireCount,
  change: ChangeStamp,
): Promise<PurchaseResult> {
  return commitIfOkWithRetry(db, async (trx): Promise<PurchaseResult> => {
    const locked = await lockSentPurchase(trx, number);
    if (!locked.ok) return locked;
    const { purchase, tireIds } = locked;
    const lines = await linesOf(trx, purchase.id);
    const awaitedByLine = new Map<PurchaseLine, number>();
    for (const line of lines) awaitedByLine.set(line, await countAwaited(trx, line.id));
    const cancellableOf = (line: PurchaseLine) => outstandingOf(line) - (awaitedByLine.get(line) ?? 0);
    const counted = countByLine(lines, [cancelled], cancellableOf);
    if (!counted.ok) return counted;
    for (const [line, count] of counted.counts) {
      const after = cancelPieces(line, count);
      await writeQuantities(trx, line.id, after);
      await changeOwed(trx, purchase.supplier, line.tire_id, after.owed - line.owed);
      await recordPurchaseEvent(trx, purchase.id, change, 'cancelled', { tire: line.tire_id, count });
    }
    await notifyStockChange(trx, tireIds);
    await closeIfComplete(trx, purchase.id, change);
    return { ok: true };
  });
}

async function countAwaited(trx: Trx, lineId: number): Promise<number> {
  const parts = await orderPartsOfLine(trx, lineId);
  return parts.reduce((sum, { count, received }) => sum + count - received, 0);
}
