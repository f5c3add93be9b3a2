import type { Database } from '../../src/database/connect.server.ts';
import { brokenInvariants } from '../../test/support/database/invariants.ts';

/** Counts confirmed orders that are lost, pieces reserved beyond the stock, and mails sent. Throws on a broken invariant. */
export async function checkOrders({ pool }: Database, confirmed: readonly string[]) {
  const broken = await brokenInvariants({ pool });
  if (broken.length > 0) throw new Error(`after the orders: ${broken.slice(0, 5).join('; ')}`);
  const { rows } = await pool.query<{ lost: number; oversold: number; mails: number }>(
    `select
      (select count(*) from unnest($1::text[]) as confirmed (number)
        where not exists (select from orders o join order_lines l on l.order_id = o.id where o.number = confirmed.number)) as lost,
      (select coalesce(sum(held + sold - on_hand), 0) from stock where held + sold > on_hand) as oversold,
      (select count(*) from letters where sent_at is not null) as mails`,
    [confirmed],
  );
  const { lost = Number.NaN, oversold = Number.NaN, mails = Number.NaN } = rows[0] ?? {};
  return { lost, oversold, mails };
}
