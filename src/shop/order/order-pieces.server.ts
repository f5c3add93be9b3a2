import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { addWorkingDays, type Day, hoursOf } from '../calendar.ts';
import { isSupplier, supplierAt } from '../catalog/stock-location.ts';
import type { ShopConfig } from '../shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { Hold } from './holds.ts';

/** `reserved`: at another branch or a supplier that was not asked yet. `asked`: another branch is asked to send. */
export type PieceState = 'here' | 'reserved' | 'asked' | 'sent' | 'ordered' | 'handed-over';

/** Pieces of an order line at one place in one state. `day`: when they are to be at the order's branch. */
export type OrderPiece = {
  position: number;
  tireId: string;
  place: string;
  count: number;
  state: PieceState;
  day: Day | null;
  /** Where they were put aside at the branch, and how many of them. */
  shelf: string | null;
  aside: number;
};

/** Returns where the pieces of an order are. Pieces that were released or came back are left out. */
export async function piecesOf(db: Kysely<Tables>, shopConfig: ShopConfig, orderId: number): Promise<OrderPiece[]> {
  const { branch, promisedOn } = await db
    .selectFrom('orders')
    .select(['branch', 'promised_on as promisedOn'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const holds = await db
    .selectFrom('stock_holds')
    .select(['position', 'tire_id', 'place', 'count', 'lead_days', 'state'])
    .where('order_id', '=', orderId)
    .where('state', 'not in', ['released', 'returned'])
    .orderBy('position')
    .orderBy('lead_days')
    .orderBy('place')
    .execute();
  const transfers = await openTransfers(db, orderId);
  const purchases = await openPurchases(db, orderId);
  const asides = await asidesOf(db, orderId);
  const pieces = holds.flatMap((hold): OrderPiece[] => {
    const { position, tire_id: tireId, place, count, state } = hold;
    const piece = { position, tireId, place, count, day: null, shelf: null, aside: 0 };
    if (state === 'handed_over') return [{ ...piece, place: branch, state: 'handed-over' }];
    if (isSupplier(place) && state === 'ordered') return supplierPieces(hold, purchases, promisedOn);
    if (isSupplier(place)) return [{ ...piece, state: 'reserved', day: promisedOn }];
    if (place === branch && state !== 'in_transit') {
      const { shelf = null, aside = 0 } = asides.get(position) ?? {};
      return [{ ...piece, state: 'here', shelf, aside: Math.min(aside, count) }];
    }
    const isSent = state === 'in_transit';
    const transfer = transfers.find(
      (open) => open.position === position && open.from === place && (open.state === 'sent') === isSent,
    );
    if (!transfer) return [{ ...piece, state: 'reserved', day: promisedOn }];
    const since = transfer.sentAt ?? transfer.requestedAt;
    const day = addWorkingDays(tallinnDate(since), 1, hoursOf(shopConfig, branch));
    return [{ ...piece, state: isSent ? 'sent' : 'asked', day }];
  });
  return joined(pieces);
}

/** Joins pieces that differ only in being paid, or in the place from which they were handed over. */
function joined(pieces: readonly OrderPiece[]): OrderPiece[] {
  const groups = Map.groupBy(pieces, ({ position, place, state, day }) => `${position} ${place} ${state} ${day}`);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, count: same.reduce((sum, { count }) => sum + count, 0) }] : [];
  });
}

async function openTransfers(db: Kysely<Tables>, orderId: number) {
  return db
    .selectFrom('transfers')
    .select(['position', 'from_branch as from', 'state', 'requested_at as requestedAt', 'sent_at as sentAt'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'sent'])
    .orderBy('id', 'desc')
    .execute();
}

async function openPurchases(db: Kysely<Tables>, orderId: number) {
  return db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
    .select(['part.position', 'part.count', 'part.received', 'purchase.supplier', 'purchase.state'])
    .select('line.expected_on as expectedOn')
    .where('part.order_id', '=', orderId)
    .whereRef('part.received', '<', 'part.count')
    .orderBy('part.line_id')
    .execute();
}

function supplierPieces(
  { position, tire_id: tireId, place }: Hold,
  purchases: Awaited<ReturnType<typeof openPurchases>>,
  promisedOn: Day,
): OrderPiece[] {
  return purchases
    .filter((part) => part.position === position && part.supplier === supplierAt(place))
    .map(({ count, received, state, expectedOn }) => ({
      position,
      tireId,
      place,
      count: count - received,
      state: state === 'draft' ? 'reserved' : 'ordered',
      day: expectedOn ?? promisedOn,
      shelf: null,
      aside: 0,
    }));
}

/** Returns, for each line, the latest shelf, and how many pieces are put aside: they are handed over before others. */
export async function asidesOf(db: Kysely<Tables>, orderId: number) {
  const rows = await db
    .selectFrom('handlings')
    .select(['position', 'kind', 'count', 'shelf'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['put_aside', 'handed_over'])
    .orderBy('id')
    .execute();
  const byPosition = new Map<number, { shelf: string | null; aside: number }>();
  for (const [position, ofLine] of Map.groupBy(rows, (row) => row.position)) {
    const sum = (kind: 'put_aside' | 'handed_over') =>
      ofLine.filter((row) => row.kind === kind).reduce((total, { count }) => total + count, 0);
    const shelf = ofLine.findLast(({ kind, count }) => kind === 'put_aside' && count > 0)?.shelf ?? null;
    byPosition.set(position, { shelf, aside: Math.max(0, sum('put_aside') - sum('handed_over')) });
  }
  return byPosition;
}
