import type { Trx } from '../../../database/transaction.server.ts';
import type { Change } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { handedOver } from '../../order/holds.ts';
import { receiveUncounted } from '../../purchasing/draft-purchase.server.ts';
import { changeHolds, confirmHolds } from '../settle/holds.server.ts';
import { endTransfers } from './request-transfers.server.ts';

/**
 * Hands over all tires that the buyer of a locked order does not have yet. Tires whose arrival nobody counted arrive with it,
 * because a buyer who stands there must not wait for a missing entry.
 */
export async function handOverAll(trx: Trx, order: LockedOrder, change: Change): Promise<void> {
  // Tires of an order that is not paid in full are still held.
  await confirmHolds(trx, order, change, { isPaid: true });
  const changed = await changeHolds(trx, order.id, handedOver, { movesTires: true });
  if (!changed) return;
  await receiveUncounted(
    trx,
    order,
    changed.before.filter(({ state }) => state === 'ordered'),
    change,
  );
  await endTransfers(trx, order.id, change);
  const counts = new Map<number, number>();
  for (const { position, state, count } of changed.before) {
    if (state === 'handed_over' || state === 'returned' || state === 'released') continue;
    counts.set(position, (counts.get(position) ?? 0) + count);
  }
  await trx
    .insertInto('handlings')
    .values(
      [...counts].map(([position, count]) => ({
        order_id: order.id,
        position,
        kind: 'handed_over' as const,
        count,
        ...change,
      })),
    )
    .execute();
}
