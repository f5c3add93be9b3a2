import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { StockValueRow } from './figures.ts';

/** Includes sold tires until they are handed over. Tires set apart are counted, but not valued, because they are not for sale. `atSalePriceCents`: the value of the tires of unknown cost, by their prices without VAT. With `branch`, leaves out tires in transit between branches. */
export async function stockValue(
  db: Kysely<Tables>,
  { vatPercent, branch }: { vatPercent: number; branch?: string | undefined },
): Promise<StockValueRow[]> {
  const atBranch = branch === undefined ? sql`true` : sql`place = ${branch}`;
  const inTransit = branch === undefined ? sql`true` : sql`false`;
  const { rows } = await sql<StockValueRow>`
    with owned as (
      select place as branch, tire_id, on_hand as pieces, apart from stock
      where (on_hand > 0 or apart > 0) and place not like 'supplier:%' and ${atBranch}
      union all
      select null, tire_id, sum(count), 0 from transfers where state = 'sent' and ${inTransit} group by tire_id
    )
    -- basis: the source of the cost; 'list': a price list; null: the cost is unknown
    select branch, sum(pieces)::int8 as "pieces", coalesce(sum(pieces * cost_cents), 0)::int8 as "costCents",
      coalesce(sum(pieces) filter (where basis = 'list'), 0)::int8 as "estimatedPieces",
      coalesce(sum(pieces) filter (where basis is null), 0)::int8 as "unknownPieces",
      coalesce(sum(pieces * round(price_cents * 100.0 / (100 + ${vatPercent}::integer))) filter (where basis is null), 0)::int8
        as "atSalePriceCents",
      sum(apart)::int8 as "apartPieces"
    from owned join tire_costs using (tire_id) join tires on tires.id = tire_id
    group by branch order by branch nulls last`.execute(db);
  return rows;
}
