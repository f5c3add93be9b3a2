import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Change } from '../history.server.ts';

/**
 * Whether nobody has acted on a row of `withdrawals`: no person is done with it, and its order is unknown, or it is neither
 * closed without its money nor has a refund been asked for since.
 */
export const awaitsPerson = sql<boolean>`(withdrawals.handled_at is null
  and not exists (select from orders where orders.id = withdrawals.order_id and orders.status in ('cancelled', 'expired'))
  and not exists (select from refunds where refunds.order_id = withdrawals.order_id
    and refunds.requested_at >= withdrawals.received_at and refunds.state <> 'failed'))`;

/** Declarations of withdrawal, newest first, those too whose order was not found; `open`: those that await a person. */
export function listWithdrawals(db: Kysely<Tables>, { open }: { open: boolean }) {
  return (
    db
      .selectFrom('withdrawals')
      .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
      .select(['withdrawals.id', 'received_at as receivedAt', 'withdrawals.number', 'withdrawals.name'])
      .select(['withdrawals.email', 'items', 'withdrawals.note', 'withdrawals.locale'])
      // Null: no order is known to be meant.
      .select('orders.status')
      .$if(open, (declared) => declared.where(awaitsPerson))
      .orderBy('received_at', 'desc')
      .orderBy('withdrawals.id')
      .execute()
  );
}

/** Notes that a person is done with a declaration. False when there is none of this id, or it was done before. */
export async function markHandled(db: Kysely<Tables>, id: string, { at, actor }: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('withdrawals')
    .set({ handled_at: at, handled_by: actor })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
