import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { type Hold, movePieces } from '../../order/holds.ts';
import { isBlocking } from '../../order/order.ts';
import { changeHolds } from '../settle/holds.server.ts';
import { mayHandOver } from './paid-in-full.server.ts';

/** Counts by tire id. */
export type CountedTires = ReadonlyMap<string, number>;

/** Sorted by id: transactions that lock the stock of several tires in the same sequence cannot deadlock. */
export function inLockOrder(tires: CountedTires): [string, number][] {
  return [...tires].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `not-coming`: fewer tires than counted are on their way. `not-here`: fewer are at the branch. `not-handed-over`: the buyer has fewer. */
export type CountResult =
  | { ok: true }
  | { ok: false; reason: 'too-late' | 'review' | 'unpaid' | 'not-coming' | 'not-here' | 'not-handed-over' };

export const isConfirmedOrReady = ({ status }: LockedOrder): boolean => status === 'confirmed' || status === 'ready';

/** Returns counts by position of the order line: all pieces, or those that were counted. Null: there are no pieces, or fewer of a tire than were counted. */
export function countsByPosition(
  pieces: readonly Pick<Hold, 'position' | 'tire_id' | 'count'>[],
  counted?: CountedTires,
): Map<number, number> | null {
  const counts = new Map<number, number>();
  const remaining = new Map(counted);
  for (const { position, tire_id, count } of pieces) {
    const taken = counted ? Math.min(remaining.get(tire_id) ?? 0, count) : count;
    if (taken === 0) continue;
    if (counted) remaining.set(tire_id, (remaining.get(tire_id) ?? 0) - taken);
    counts.set(position, (counts.get(position) ?? 0) + taken);
  }
  const isShort = [...remaining.values()].some((count) => count > 0);
  return isShort || counts.size === 0 ? null : counts;
}

export async function handOverRefusal(trx: Trx, order: LockedOrder): Promise<'too-late' | 'review' | 'unpaid' | null> {
  if (isBlocking(order.review)) return 'review';
  if (!(await mayHandOver(trx, order))) return 'unpaid';
  return isConfirmedOrReady(order) ? null : 'too-late';
}

/** Moves counted pieces and returns the holds after the move. Throws if the pieces are not there. `movesTires`: they arrive or leave, so on-hand counts change too. */
export async function moveCountedTires(
  trx: Trx,
  orderId: number,
  counts: ReadonlyMap<number, number>,
  mayMove: (hold: Hold) => boolean,
  to: Partial<Pick<Hold, 'state' | 'place' | 'lead_days'>>,
  options: { movesTires?: boolean } = {},
): Promise<Hold[]> {
  const moveEachLine = (holds: Hold[]) => {
    let moved: Hold[] | null = holds;
    for (const [position, count] of counts) {
      if (moved === null) return null;
      moved = movePieces(moved, (hold) => hold.position === position && mayMove(hold), { count, to });
    }
    return moved;
  };
  const changed = await changeHolds(trx, orderId, moveEachLine, options);
  if (!changed) throw new Error(`the pieces of order ${orderId} have moved although it is locked`);
  return changed.after;
}

type GoodsMovement = Tables['handlings'];

type MovementDetails = Partial<Pick<GoodsMovement, 'shelf' | 'condition' | 'place' | 'dot'>>;

/** Writes a row for each line. `sign` -1: undoes an earlier entry. `dot`: the production weeks on the tires. */
export async function recordMovement(
  trx: Trx,
  orderId: number,
  kind: GoodsMovement['kind'],
  counts: ReadonlyMap<number, number>,
  change: ChangeStamp,
  { sign = 1, ...details }: MovementDetails & { sign?: 1 | -1 } = {},
): Promise<void> {
  await trx
    .insertInto('handlings')
    .values(
      [...counts].map(([position, count]) => ({
        order_id: orderId,
        position,
        kind,
        count: sign * count,
        ...details,
        ...change,
      })),
    )
    .execute();
}
