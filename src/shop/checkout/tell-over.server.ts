import type { Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import type { Later } from '../later.server.ts';
import type { LockedOrder } from '../order/change-status.server.ts';
import { askForLetter } from '../order/letter-rows.server.ts';

/**
 * Tells the buyer that an order is over, and its branch, which may have put the tires aside, where it was told of the
 * order and did not end it itself.
 */
export async function tellOver(
  trx: Trx,
  later: Later,
  order: LockedOrder,
  kind: 'cancelled' | 'expired',
  { at, actor }: Change,
): Promise<void> {
  await askForLetter(trx, later, order.id, kind, at, at.toISOString());
  if (actor.startsWith('branch:')) return;
  const told = await trx
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'branch-order')
    .limit(1)
    .executeTakeFirst();
  if (told) await askForLetter(trx, later, order.id, 'branch-over', at, at.toISOString());
}
