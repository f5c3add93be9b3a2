import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { isSupplier } from '../../catalog/stock-location.ts';
import { type ChangeStamp, recordEvent } from '../../history.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { arrivingPieces, type Hold, isHere, isOpen } from '../../order/holds.ts';
import { receiveForOrder } from '../../purchasing/order-parts.server.ts';
import { readHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import {
  type CountedTires,
  type CountResult,
  countsByPosition,
  isConfirmedOrReady,
  recordMovement,
} from './counted-tires.server.ts';
import { makeReadyIfAllHere } from './ready.server.ts';
import { markTransferMissing, moveToBranch } from './transfers.server.ts';

/** Marks tires as arrived, by default all that have not arrived yet. `place`: only tires from this branch or supplier. Makes the order ready when all have arrived. */
export async function markArrived(
  shop: ShopContext,
  orderId: number,
  actor: string,
  { tires, place }: { tires?: CountedTires | undefined; place?: string | undefined } = {},
): Promise<CountResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CountResult> => {
    const order = await lockOrder(trx, orderId);
    if (!isConfirmedOrReady(order)) return { ok: false, reason: 'too-late' };
    const holds = await readHolds(trx, orderId);
    const isAwaited = (hold: Hold) =>
      isOpen(hold) && !isHere(hold, order.branch) && (place === undefined || hold.place === place);
    const counts = countsByPosition(holds.filter(isAwaited), tires);
    if (!counts) return { ok: false, reason: 'not-coming' };
    const arrivingHolds = [...counts].flatMap(([position, count]) =>
      arrivingPieces(holds, { position, count, place }, order.branch),
    );
    const change = { at: shop.now(), actor };
    await moveToBranch(trx, order, arrivingHolds);
    const orderedHolds = arrivingHolds.filter(({ place, state }) => isSupplier(place) && state === 'ordered');
    await receiveForOrder(trx, order, orderedHolds, change);
    for (const hold of arrivingHolds.filter(({ place }) => !isSupplier(place)))
      await markTransfersArrived(trx, order, hold, change);
    await recordMovement(trx, order.id, 'arrived', counts, change);
    await makeReadyIfAllHere(trx, shop, order, change);
    return { ok: true };
  });
}

/** Marks the transfers of these pieces as arrived. Splits a transfer of which only some pieces have arrived. */
async function markTransfersArrived(
  trx: Trx,
  order: LockedOrder,
  hold: Hold,
  { at, actor }: ChangeStamp,
): Promise<void> {
  const transferState = hold.state === 'in_transit' ? 'sent' : 'requested';
  const transfers = await trx
    .selectFrom('transfers')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('position', '=', hold.position)
    .where('from_branch', '=', hold.place)
    .where('state', '=', transferState)
    .orderBy('id')
    .execute();
  let remaining = hold.count;
  for (const { id, ...transfer } of transfers) {
    const count = Math.min(remaining, transfer.count);
    if (count === 0) return;
    remaining -= count;
    const ended = { state: 'arrived', arrived_at: at, arrived_by: actor } as const;
    if (count === transfer.count) {
      await trx.updateTable('transfers').set(ended).where('id', '=', id).execute();
      continue;
    }
    await trx
      .updateTable('transfers')
      .set({ count: transfer.count - count })
      .where('id', '=', id)
      .execute();
    await trx
      .insertInto('transfers')
      .values({ ...transfer, count, ...ended })
      .execute();
  }
}

/** Records that tires of a branch or supplier did not arrive. */
export function markNotArrived(shop: ShopContext, orderId: number, actor: string, place: string): Promise<CountResult> {
  const record = isSupplier(place) ? recordMissingDelivery : markTransfersMissing;
  return record(shop, orderId, actor, place);
}

async function markTransfersMissing(
  shop: ShopContext,
  orderId: number,
  actor: string,
  branch: string,
): Promise<CountResult> {
  const transfers = await shop.db
    .selectFrom('transfers')
    .select('id')
    .where('order_id', '=', orderId)
    .where('from_branch', '=', branch)
    .where('state', '=', 'sent')
    .orderBy('id')
    .execute();
  let isAnyMissing = false;
  for (const { id } of transfers) {
    const result = await markTransferMissing(shop, id, actor);
    isAnyMissing ||= result.ok;
  }
  return isAnyMissing ? { ok: true } : { ok: false, reason: 'not-coming' };
}

/** Records the event that `findMissingTires` reports. The tires stay ordered, because only the supplier can agree to change the purchase. */
async function recordMissingDelivery(
  shop: ShopContext,
  orderId: number,
  actor: string,
  place: string,
): Promise<CountResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CountResult> => {
    const order = await lockOrder(trx, orderId);
    const isDue = (hold: Hold) => hold.place === place && hold.state === 'ordered';
    if (!(await readHolds(trx, orderId)).some(isDue)) return { ok: false, reason: 'not-coming' };
    await recordEvent(trx, order.id, { at: shop.now(), actor }, 'did-not-come', { place });
    return { ok: true };
  });
}

export async function findMissingTires(db: Kysely<Tables>): Promise<{ number: string; supplier: string }[]> {
  const { rows } = await sql<{ number: string; supplier: string }>`
    select distinct o.number, substr(h.place, length('supplier:') + 1) as supplier from order_events e
    join orders o on o.id = e.order_id and o.status in ('confirmed', 'ready')
    join stock_holds h on h.order_id = o.id and h.place = e.data->>'place' and h.state = 'ordered'
    where e.type = 'did-not-come' order by 1, 2`.execute(db);
  return rows;
}
