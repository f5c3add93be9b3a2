import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import { type Change, record } from '../history.server.ts';
import { mayMove } from '../moves.ts';
import type { OrderStatus } from './order.ts';
import { orderMoves } from './order-moves.ts';

export type LockedOrder = Selectable<Tables['orders']>;

/** An order, locked until the transaction ends: whoever changes it or its payments takes turns here. */
export async function lockOrder(trx: Trx, id: number): Promise<LockedOrder> {
  return trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** The only place where an order's status changes. False when the move is not allowed; then nothing has changed. */
export async function changeStatus(
  trx: Trx,
  order: LockedOrder,
  to: OrderStatus,
  change: Change,
  data: Record<string, unknown> = {},
): Promise<boolean> {
  if (!mayMove(orderMoves, order.status, to)) return false;
  await trx.updateTable('orders').set({ status: to }).where('id', '=', order.id).execute();
  await record(trx, order.id, change, to, { from: order.status, ...data });
  order.status = to;
  return true;
}
