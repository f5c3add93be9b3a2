import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.server.ts';
import { type Day, endOfDay, startOfDay, tallinnTimeOfDay } from '../calendar.ts';
import { mayHandOver } from '../checkout/handover/paid-in-full.server.ts';
import type { Cents } from '../money.ts';
import { type DueOrder, dueOrders } from '../order/find/list-orders.server.ts';
import { isBlocking, isOnCredit } from '../order/order.ts';
import { putAsideByLine } from '../order/order-pieces.server.ts';
import { readBookings } from './calendar/calendar.server.ts';

export async function fittingsOfDay(db: Kysely<Tables>, { branch, day }: { branch: string; day: Day }) {
  const bookings = await readBookings(db, branch, { from: startOfDay(day), to: endOfDay(day) });
  return bookings
    .filter(({ state }) => state === 'booked' || state === 'arrived')
    .map(({ starts_at, order_id: orderId, ...booking }) => ({
      ...booking,
      orderId,
      time: tallinnTimeOfDay(starts_at),
    }));
}

/** Returns orders due by a day, sorted by promised day. `owedCents`: to be paid before the hand-over. `shelves`: where the tires lie. */
export async function ordersOfDay(db: Kysely<Tables>, { branch, day }: { branch: string; day: Day }) {
  const due = await dueOrders(db, { branch, dueBy: day });
  const lines = await linesOf(
    db,
    due.map(({ id }) => id),
  );
  const orders = [];
  for (const order of due) {
    const putAside = [...(await putAsideByLine(db, order.id)).values()];
    orders.push({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
      owedCents: await owedFor(db, order),
      isBlocked: isBlocking(order.review),
      shelves: [...new Set(putAside.flatMap(({ shelf, count }) => (shelf && count > 0 ? [shelf] : [])))],
    });
  }
  return orders;
}

async function linesOf(db: Kysely<Tables>, orderIds: readonly number[]) {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_lines')
    .select(['order_id as orderId', 'title', 'size', 'count'])
    .where('order_id', 'in', orderIds)
    .where('count', '>', 0)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
}

/** Returns 0 also for a company on credit, and if `mayHandOver` accepts less money: for an accepted shortfall, or a refund after full payment. Only partly paid orders need this slow check. */
async function owedFor(db: Kysely<Tables>, { id, paid, dueCents }: DueOrder): Promise<Cents> {
  if (dueCents <= 0) return 0;
  const creditQuery = db.selectFrom('orders').select(['status', 'company', 'credit_reg_code']).where('id', '=', id);
  if (isOnCredit(await creditQuery.executeTakeFirstOrThrow())) return 0;
  if (paid === 'unpaid' || paid === 'authorized') return dueCents;
  const canBeHandedOver = await inTransaction(db, async (trx) => {
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return mayHandOver(trx, order);
  });
  return canBeHandedOver ? 0 : dueCents;
}
