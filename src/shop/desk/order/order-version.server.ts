import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { unbookedPaymentEvents } from '../../checkout/change/may-change.server.ts';
import type { OrderVersion } from './desk-order.ts';

type Row = {
  event: number | null;
  movement: number | null;
  entry: number | null;
  transfers: string | null;
  refunds: string | null;
  at: Date;
  actor: string;
  type: string;
};

/** Returns the order's last change, and a version: a text that differs after each change of the order. A payment attempt that books no money is no change. Reads few rows by index, in one statement. */
export async function orderVersion(db: Kysely<Tables>, orderId: number): Promise<OrderVersion> {
  const isChange = sql`type not in (${sql.join(unbookedPaymentEvents)})`;
  const { rows } = await sql<Row>`
    select (select max(id) from order_events where order_id = ${orderId} and ${isChange}) as event,
      (select max(id) from handlings where order_id = ${orderId}) as movement,
      (select max(id) from payment_ledger where order_id = ${orderId}) as entry,
      -- Shortened ids and states suffice to tell versions apart.
      (select string_agg(id || left(state, 1), ',' order by id) from transfers where order_id = ${orderId}) as transfers,
      (select string_agg(left(id::text, 8) || left(state, 3), ',' order by id) from refunds where order_id = ${orderId})
        as refunds,
      last_change.*
    from (
      -- One act can write several rows at the same time: a goods movement describes it best, then a ledger entry.
      -- A negative count undoes an earlier movement.
      (select at, actor, kind || case when count < 0 then '-undone' else '' end as type, 3 as weight, id
        from handlings where order_id = ${orderId} order by id desc limit 1)
      union all
      (select at, actor, kind, 2, id from payment_ledger where order_id = ${orderId} order by id desc limit 1)
      union all
      (select at, actor, type, 1, id from order_events where order_id = ${orderId} and ${isChange} order by id desc limit 1)
    ) as last_change
    order by at desc, weight desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`order ${orderId} has no event`);
  const { event, movement, entry, transfers, refunds, at, actor, type } = row;
  return {
    version: [event, movement, entry, transfers, refunds].map((part) => part ?? '').join('.'),
    lastChange: { at: at.toISOString(), actor, type },
  };
}
