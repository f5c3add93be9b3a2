import type { Database } from '../../src/database/connect.server.ts';
import { brokenInvariants } from '../../test/support/invariants.ts';

/** Of the orders that buyers were told stand, how many do not; and how many pieces are promised that are not there. */
export async function whatStands({ pool }: Database, numbers: readonly string[]) {
  const broken = await brokenInvariants({ pool });
  if (broken.length > 0) throw new Error(`after the orders: ${broken.slice(0, 5).join('; ')}`);
  const { rows } = await pool.query<{ lost: number; oversold: number; letters: number }>(
    `select
      (select count(*) from unnest($1::text[]) as told (number)
        where not exists (select from orders o join order_lines l on l.order_id = o.id where o.number = told.number)) as lost,
      (select coalesce(sum(held - on_hand), 0) from stock where held > on_hand) as oversold,
      (select count(*) from letters where sent_at is not null) as letters`,
    [numbers],
  );
  const { lost = Number.NaN, oversold = Number.NaN, letters = Number.NaN } = rows[0] ?? {};
  return { lost, oversold, letters };
}
