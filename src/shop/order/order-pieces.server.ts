import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { addWorkingDays, type Day, hoursOf } from '../calendar.ts';
import { isSupplier, supplierAt } from '../catalog/stock-location.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { tallinnDate } from '../tallinn-date.ts';
import type { Hold, PieceState } from './holds.ts';
import { type PutAside, putAsideAfter } from './put-aside.ts';

/** `day`: of arrival at the order's branch; null: arrived, or unknown. `putAsideCount`: how many are on `shelf`. */
export type OrderPiece = {
  position: number;
  tireId: string;
  place: string;
  count: number;
  state: PieceState;
  day: Day | null;
  shelf: string | null;
  putAsideCount: number;
};

const workingDaysBetweenBranches = 1;

/** Returns where an order's pieces are, without released ones. `place` of returned ones: the branch that has them. */
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
    .where('state', '!=', 'released')
    .orderBy('position')
    .orderBy('lead_days')
    .orderBy('place')
    .execute();
  const transfers = await openTransfers(db, orderId);
  const purchases = await openPurchases(db, orderId);
  const hours = hoursOf(shopConfig, branch);
  const putAsides = await putAsideByLine(db, orderId);
  const dayOfPart = (part: OpenPart) => {
    const day = part.lineExpectedOn ?? part.expectedOn ?? promisedOn;
    // `lineExpectedOn` is a day at the branch to which the supplier delivers, other days at the order's branch.
    const needsTransfer = part.lineExpectedOn !== null && part.branch !== branch;
    return needsTransfer ? addWorkingDays(day, workingDaysBetweenBranches, hours) : day;
  };
  const pieces = holds.flatMap((hold): OrderPiece[] => {
    const { position, tire_id: tireId, place, count, state } = hold;
    const piece = { position, tireId, place, count, day: null, shelf: null, putAsideCount: 0 };
    if (state === 'handed_over') return [{ ...piece, place: branch, state: 'handed-over' }];
    if (state === 'missing' || state === 'returned') return [{ ...piece, state }];
    if (isSupplier(place) && state === 'ordered') return supplierPieces(hold, purchases, dayOfPart);
    if (isSupplier(place)) return [{ ...piece, state: 'reserved', day: promisedOn }];
    if (place === branch && state !== 'in_transit') {
      const { shelf = null, count: putAsideCount = 0 } = putAsides.get(position) ?? {};
      return [{ ...piece, state: 'here', shelf, putAsideCount }];
    }
    const isSent = state === 'in_transit';
    const transferState = isSent ? 'sent' : 'requested';
    const transfer = transfers.find(
      (candidate) => candidate.position === position && candidate.from === place && candidate.state === transferState,
    );
    if (!transfer) return [{ ...piece, state: 'reserved', day: promisedOn }];
    const latestStep = transfer.sentAt ?? transfer.requestedAt;
    const day = addWorkingDays(tallinnDate(latestStep), workingDaysBetweenBranches, hours);
    return [{ ...piece, state: isSent ? 'sent' : 'asked', day }];
  });
  return joinPieces(pieces);
}

/** Joins pieces with the same position, place, state and day. `putAsideCount` is of the whole line, so not added up. */
function joinPieces(pieces: readonly OrderPiece[]): OrderPiece[] {
  const groups = Map.groupBy(pieces, ({ position, place, state, day }) => `${position} ${place} ${state} ${day}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const count = group.reduce((sum, piece) => sum + piece.count, 0);
    return first ? [{ ...first, count, putAsideCount: Math.min(first.putAsideCount, count) }] : [];
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

/** `dated`: how many pieces of the part have an expected day (back orders may have none). Older orders get the dated pieces of a line first. */
async function openPurchases(db: Kysely<Tables>, orderId: number) {
  const undatedOfLine = sql`case when line.expected_on is null then line.backordered else 0 end`;
  const datedOfLine = sql<number>`line.ordered - line.refused - line.cancelled - line.received - ${undatedOfLine}`;
  const piecesOfOlderOrders = sql<number>`coalesce(sum(part.count - part.received) over (partition by part.line_id
    order by part.order_id, part.position rows between unbounded preceding and 1 preceding), 0)`;
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('purchase_for as part')
        .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
        .innerJoin('purchases as purchase', 'purchase.id', 'line.purchase_id')
        .select([
          'part.line_id as lineId',
          'part.order_id as orderId',
          'part.position',
          'part.expected_on as expectedOn',
        ])
        .select(['purchase.supplier', 'purchase.state', 'purchase.branch', 'line.expected_on as lineExpectedOn'])
        .select(sql<number>`part.count - part.received`.as('count'))
        .select(sql<number>`(${datedOfLine} - ${piecesOfOlderOrders})::integer`.as('datedLeftByOlderOrders'))
        .where('part.line_id', 'in', (lines) =>
          lines.selectFrom('purchase_for').select('line_id').where('order_id', '=', orderId),
        )
        .as('parts'),
    )
    .selectAll()
    .where('orderId', '=', orderId)
    .where('count', '>', 0)
    .orderBy('lineId')
    .execute();
  return rows.map(({ datedLeftByOlderOrders, ...part }) => ({
    ...part,
    dated: Math.max(0, Math.min(part.count, datedLeftByOlderOrders)),
  }));
}

type OpenPart = Awaited<ReturnType<typeof openPurchases>>[number];

function supplierPieces(
  { position, tire_id: tireId, place }: Hold,
  purchases: readonly OpenPart[],
  dayOf: (part: OpenPart) => Day,
): OrderPiece[] {
  return purchases
    .filter((part) => part.position === position && part.supplier === supplierAt(place))
    .flatMap((part) => {
      const state = part.state === 'draft' ? ('reserved' as const) : ('ordered' as const);
      const piece = { position, tireId, place, state, shelf: null, putAsideCount: 0 };
      return [
        { ...piece, count: part.dated, day: dayOf(part) },
        { ...piece, count: part.count - part.dated, day: null },
      ].filter(({ count }) => count > 0);
    });
}

export async function putAsideByLine(db: Kysely<Tables>, orderId: number): Promise<Map<number, PutAside>> {
  const rows = await db
    .selectFrom('handlings')
    .select(['position', 'kind', 'count', 'shelf'])
    .where('order_id', '=', orderId)
    .where(isPutAsideMovement)
    .orderBy('id')
    .execute();
  const byPosition = Map.groupBy(rows, ({ position }) => position);
  return new Map([...byPosition].map(([position, movements]) => [position, putAsideAfter(movements)]));
}

/** SQL: the movements that `putAsideAfter` counts. `faulty`: a tire was taken back in a swap after its hand-over. */
export const isPutAsideMovement = sql<boolean>`(kind in ('put_aside', 'handed_over') or condition = 'faulty')`;
