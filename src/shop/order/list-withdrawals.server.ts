import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Change } from '../history.server.ts';

/**
 * Declarations of withdrawal, newest first, those too whose order was not found. `open`: nobody has acted on them: no
 * person is done with them, and their order is unknown, or it is neither closed without its money nor has a refund been
 * asked for since.
 */
export function listWithdrawals(db: Kysely<Tables>, { open }: { open: boolean }) {
  return (
    db
      .selectFrom('withdrawals')
      .leftJoin('orders', 'orders.id', 'withdrawals.order_id')
      .select(['withdrawals.id', 'received_at as receivedAt', 'withdrawals.number', 'withdrawals.name'])
      .select(['withdrawals.email', 'items', 'withdrawals.note', 'withdrawals.locale'])
      // Null: no order is known to be meant.
      .select('orders.status')
      .$if(open, (declared) =>
        declared
          .where('handled_at', 'is', null)
          .where(({ eb, and, or, not, exists, selectFrom }) =>
            or([
              eb('orders.id', 'is', null),
              and([
                eb('orders.status', 'not in', ['cancelled', 'expired']),
                not(
                  exists(
                    selectFrom('refunds')
                      .select('refunds.id')
                      .whereRef('refunds.order_id', '=', 'orders.id')
                      .whereRef('refunds.requested_at', '>=', 'withdrawals.received_at')
                      .where('refunds.state', '!=', 'failed'),
                  ),
                ),
              ]),
            ]),
          ),
      )
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
