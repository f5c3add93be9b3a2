import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { compareTexts } from '../../catalog/compare-texts.ts';
import { isSupplier } from '../../catalog/stock-location.ts';
import type { Branch } from '../../config/shop-config.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Enqueue } from '../../jobs.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import {
  type Hold,
  type HoldState,
  heldAndSold,
  holdsAfterConfirmation,
  holdsAfterRelease,
} from '../../order/holds.ts';
import { addToDrafts } from '../../purchasing/draft-purchase.server.ts';
import { removeFromPurchases } from '../../purchasing/order-parts.server.ts';
import { cancelTransfers, requestTransfers } from '../handover/request-transfers.server.ts';
import { holdsOfLine, lockOffers, notifyStockChange, offeredLines } from '../place/offers.server.ts';

type HoldChange = { before: Hold[]; after: Hold[] };

/** Replaces an order's holds with the result of `next`. Returns null if `next` returns null or the same holds. `movesTires`: pieces arrive or leave, so the on-hand count of a branch changes by as many as its held and sold counts. */
export async function changeHolds(
  trx: Trx,
  orderId: number,
  next: (holds: Hold[]) => Hold[] | null,
  { movesTires = false } = {},
): Promise<HoldChange | null> {
  const before = await readHolds(trx, orderId);
  const after = next(before);
  if (!after || areSameHolds(before, after)) return null;
  const differences = stockDifferences(before, after);
  await lockStock(trx, differences);
  await trx.deleteFrom('stock_holds').where('order_id', '=', orderId).execute();
  await trx
    .insertInto('stock_holds')
    .values(after.map((hold) => ({ order_id: orderId, ...hold })))
    .execute();
  for (const { tire_id, place, heldDelta, soldDelta } of differences) {
    const onHandDelta = movesTires && !isSupplier(place) ? heldDelta + soldDelta : 0;
    await trx
      .updateTable('stock')
      .set({
        held: sql`held + ${heldDelta}`,
        sold: sql`sold + ${soldDelta}`,
        // Never below zero: a stocktake may have found fewer tires than are sold.
        on_hand: sql`greatest(on_hand + ${onHandDelta}, 0)`,
      })
      .where('tire_id', '=', tire_id)
      .where('place', '=', place)
      .execute();
  }
  await notifyStockChange(
    trx,
    before.concat(after).map(({ tire_id }) => tire_id),
  );
  return { before, after };
}

export async function readHolds(db: Kysely<Tables>, orderId: number): Promise<Hold[]> {
  return db
    .selectFrom('stock_holds')
    .select(['position', 'tire_id', 'place', 'count', 'lead_days', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('place')
    .execute();
}

function areSameHolds(before: readonly Hold[], after: readonly Hold[]): boolean {
  const textOf = (holds: readonly Hold[]) =>
    holds
      .map(({ position, place, state, count, lead_days }) => `${position} ${place} ${state} ${count} ${lead_days}`)
      .sort()
      .join();
  return textOf(before) === textOf(after);
}

type StockDifference = { tire_id: string; place: string; heldDelta: number; soldDelta: number };

function stockDifferences(before: readonly Hold[], after: readonly Hold[]): StockDifference[] {
  const byRow = new Map<string, StockDifference>();
  const add = (hold: Hold, sign: 1 | -1) => {
    const { tire_id, place } = hold;
    const key = `${tire_id} ${place}`;
    const row = byRow.get(key) ?? { tire_id, place, heldDelta: 0, soldDelta: 0 };
    const { held, sold } = heldAndSold(hold);
    byRow.set(key, { ...row, heldDelta: row.heldDelta + sign * held, soldDelta: row.soldDelta + sign * sold });
  };
  for (const hold of before) add(hold, -1);
  for (const hold of after) add(hold, 1);
  // Includes rows without a difference: they are locked too, because the purchases change their `owed` in this transaction.
  return [...byRow.values()].sort((a, b) => compareTexts(a.tire_id, b.tire_id) || compareTexts(a.place, b.place));
}

/** Locks stock rows by tire, then place, as all transactions do, so that they cannot deadlock. Adds rows for tires that are new at a branch. */
async function lockStock(trx: Trx, rows: readonly StockDifference[]): Promise<void> {
  await trx
    .insertInto('stock')
    .values(rows.map(({ tire_id, place }) => ({ tire_id, place, on_hand: 0 })))
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doNothing())
    .execute();
  await trx
    .selectFrom('stock')
    .select('tire_id')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('tire_id', 'place'),
        'in',
        rows.map(({ tire_id, place }) => tuple(tire_id, place)),
      ),
    )
    .orderBy('tire_id')
    .orderBy('place')
    .forUpdate()
    .execute();
}

const isOrdered = ({ state }: Hold) => state === 'ordered';

/** Marks paid tires at branches as sold, adds tires at suppliers to purchases, and requests tires of other branches. False: no hold changed. */
export async function confirmHolds(
  trx: Trx,
  enqueue: Enqueue,
  order: Pick<LockedOrder, 'id' | 'branch'>,
  change: ChangeStamp,
  { isPaid }: { isPaid: boolean },
): Promise<boolean> {
  const changed = await changeHolds(trx, order.id, (holds) => holdsAfterConfirmation(holds, isPaid));
  const toOrder = changed?.before.filter(({ state, place }) => state === 'held' && isSupplier(place)) ?? [];
  await addToDrafts(trx, order, toOrder, change);
  const holds = changed?.after ?? (await readHolds(trx, order.id));
  await requestTransfers(trx, enqueue, order, holds, change);
  return changed !== null;
}

/** Releases an order's pieces in these states, removes them from purchases, and cancels the order's transfers. Returns false if it has no such pieces. */
export async function releaseHolds(
  trx: Trx,
  orderId: number,
  states: readonly HoldState[],
  change: ChangeStamp,
): Promise<boolean> {
  const changed = await changeHolds(trx, orderId, (holds) => holdsAfterRelease(holds, states));
  if (!changed) return false;
  const releasedOrdered = states.includes('ordered') ? changed.before.filter(isOrdered) : [];
  await removeFromPurchases(trx, orderId, releasedOrdered, change);
  await cancelTransfers(trx, orderId);
  return true;
}

/** Holds the tires of a closed order again. False, without a change: some are no longer available, or the buyer has returned some. */
export async function holdAgain(trx: Trx, order: LockedOrder, branches: readonly Branch[]): Promise<boolean> {
  if ((await readHolds(trx, order.id)).some(({ state }) => state === 'returned')) return false;
  const lines = await trx
    .selectFrom('order_lines')
    .select(['position', 'tire_id as id', 'count'])
    .where('order_id', '=', order.id)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const ids = lines.map(({ id }) => id);
  const offered = offeredLines(lines, await lockOffers(trx, ids), order.branch, branches);
  if (offered.some(({ missing }) => missing > 0)) return false;
  await changeHolds(trx, order.id, () => offered.flatMap(holdsOfLine));
  return true;
}

/** `count`: the name of a count in `stock`. `counted`: its stored number of pieces; `expected`: the number that it should be. */
export type StockDrift = {
  tireId: string;
  place: string;
  count: 'held' | 'sold' | 'owed' | 'apart';
  counted: number;
  expected: number;
};

/** Returns stock rows whose counts differ from the sums over orders and purchases, or whose apart count (pieces not for sale) differs from the sum of its recorded changes. */
export async function findStockDrift(db: Kysely<Tables>): Promise<StockDrift[]> {
  const { rows } = await sql<StockDrift>`
    with expected as (
      select tire_id, place, state as kind, sum(count)::integer as pieces from stock_holds
      where state in ('held', 'sold') group by 1, 2, 3
      union all
      select l.tire_id, 'supplier:' || p.supplier, 'owed', sum(l.owed)::integer
      from purchase_lines l join purchases p on p.id = l.purchase_id where l.owed > 0 group by 1, 2
      union all
      select tire_id, place, 'apart', sum(after - before)::integer from stock_changes where stock_count = 'apart' group by 1, 2
    )
    select tire_id as "tireId", place, kind as count, counted, coalesce(pieces, 0) as expected
    from stock
    cross join lateral (values ('held', held), ('sold', sold), ('owed', owed), ('apart', apart)) as counts (kind, counted)
    left join expected using (tire_id, place, kind)
    where counted <> coalesce(pieces, 0)
    order by 1, 2, 3`.execute(db);
  return rows;
}
