import type { Trx } from '../../../database/transaction.server.ts';
import { isSupplier } from '../../catalog/stock-location.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Enqueue } from '../../jobs.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import type { Hold } from '../../order/holds.ts';
import { enqueueTransferMail } from '../../order/order-mails.server.ts';

/** Requests the pieces that are at other branches. An open request for the same pieces gets the new count. Mails each branch with a new or changed request. */
export async function requestTransfers(
  trx: Trx,
  enqueue: Enqueue,
  { id, branch }: Pick<LockedOrder, 'id' | 'branch'>,
  holds: readonly Hold[],
  { at }: ChangeStamp,
): Promise<void> {
  const elsewhere = holds.filter(
    ({ place, state }) => (state === 'held' || state === 'sold') && place !== branch && !isSupplier(place),
  );
  if (elsewhere.length === 0) return;
  const requested = await trx
    .insertInto('transfers')
    .values(
      sumByLineAndPlace(elsewhere).map(({ position, tire_id, place, count }) => ({
        order_id: id,
        position,
        tire_id,
        from_branch: place,
        to_branch: branch,
        count,
        state: 'requested' as const,
        requested_at: at,
      })),
    )
    // `where` is the condition of the unique index. `whereRef` skips requests whose count stays the same.
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'position', 'from_branch'])
        .where('state', '=', 'requested')
        .doUpdateSet(({ ref }) => ({ count: ref('excluded.count') }))
        .whereRef('transfers.count', '!=', 'excluded.count'),
    )
    .returning('from_branch')
    .execute();
  for (const sender of new Set(requested.map(({ from_branch }) => from_branch)))
    await enqueueTransferMail(trx, enqueue, id, sender, at);
}

function sumByLineAndPlace(holds: readonly Hold[]): Hold[] {
  const groups = Map.groupBy(holds, ({ position, place }) => `${position} ${place}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, count: group.reduce((sum, { count }) => sum + count, 0) }] : [];
  });
}

/** After a change of an order (also of its branch), lowers the count of each request to the tires that the order still needs from that branch, and cancels requests whose tires it no longer needs. Returns the branches whose request changed. */
export async function lowerTransfers(
  trx: Trx,
  { id, branch }: Pick<LockedOrder, 'id' | 'branch'>,
  holds: readonly Hold[],
): Promise<string[]> {
  const requested = await trx
    .selectFrom('transfers')
    .select(['id', 'position', 'from_branch', 'to_branch', 'count'])
    .where('order_id', '=', id)
    .where('state', '=', 'requested')
    .execute();
  const changedBranches = new Set<string>();
  for (const { id: transferId, position, from_branch, to_branch, count } of requested) {
    const neededCount = holds
      .filter((hold) => hold.position === position && hold.place === from_branch)
      .filter(({ state }) => state === 'held' || state === 'sold')
      .reduce((sum, hold) => sum + hold.count, 0);
    const isNeeded = neededCount > 0 && to_branch === branch && from_branch !== branch;
    const keepsCount = isNeeded && neededCount >= count;
    if (keepsCount) continue;
    await trx
      .updateTable('transfers')
      .set(isNeeded ? { count: neededCount } : { state: 'cancelled' })
      .where('id', '=', transferId)
      .execute();
    changedBranches.add(from_branch);
  }
  return [...changedBranches];
}

/** Cancels requests that were not sent. Tires that are on their way become stock of the branch at which they arrive. */
export async function cancelTransfers(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('transfers')
    .set({ state: 'cancelled' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .execute();
}

/** Marks all open transfers of an order as arrived, because the buyer has its tires. */
export async function endTransfers(trx: Trx, orderId: number, { at, actor }: ChangeStamp): Promise<void> {
  await trx
    .updateTable('transfers')
    .set({ state: 'arrived', arrived_at: at, arrived_by: actor })
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'sent'])
    .execute();
}
