import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { endOfDay, startOfDay } from '../../calendar.ts';
import type { Grouping, MarginRow, Period, SalesRow } from './figures.ts';

/** `column` of the views. `key`: how it is shown; of a brand, the tires are grouped first because that is faster. */
const groups: Record<
  Grouping,
  { column: RawBuilder<unknown>; ofRefunds: RawBuilder<unknown>; key: RawBuilder<unknown> }
> = {
  day: { column: sql`day`, ofRefunds: sql`day`, key: sql`sums.key::text` },
  branch: { column: sql`branch`, ofRefunds: sql`branch`, key: sql`sums.key` },
  brand: { column: sql`tire_id`, ofRefunds: sql`null::text`, key: sql`brand.label` },
  size: { column: sql`size`, ofRefunds: sql`null::text`, key: sql`sums.key` },
};

const brandsOf = (by: Grouping) =>
  by === 'brand'
    ? sql`left join tires on tires.id = sums.key left join manufacturers brand on brand.id = tires.manufacturer_id`
    : sql``;

function isIn({ from, to, branch }: Period) {
  const period = sql`at >= ${startOfDay(from)} and at <= ${endOfDay(to)}`;
  return branch === undefined ? period : sql`${period} and branch = ${branch}`;
}

const orderOf = (by: Grouping) => (by === 'day' ? sql`1` : sql`1 is null, "netCents" desc, 1`);

/** Returns the sales of a period: hand-overs, less returns and refunds (docs/figures.md). By day in order, else the largest first. */
export async function salesBy(db: Kysely<Tables>, by: Grouping, period: Period): Promise<SalesRow[]> {
  const { column, ofRefunds, key } = groups[by];
  const { rows } = await sql<SalesRow>`
    with sums as (
      select ${column} as key, sum(pieces) filter (where not is_return) as sold, sum(pieces) filter (where is_return) as returned,
        sum(gross_cents) filter (where not is_return) as sold_cents, sum(gross_cents) filter (where is_return) as returned_cents,
        0 as refunded_cents, sum(net_cents) as net_cents
      from sale_pieces where ${isIn(period)} group by 1
      union all
      select ${ofRefunds}, 0, 0, 0, 0, sum(gross_cents), -sum(net_cents) from sale_refunds where ${isIn(period)} group by 1
    )
    select ${key} as key, coalesce(sum(sold), 0)::int8 as "soldPieces", -coalesce(sum(returned), 0)::int8 as "returnedPieces",
      coalesce(sum(sold_cents), 0)::int8 as "soldCents", -coalesce(sum(returned_cents), 0)::int8 as "returnedCents",
      sum(refunded_cents)::int8 as "refundedCents",
      (coalesce(sum(sold_cents), 0) + coalesce(sum(returned_cents), 0) - sum(refunded_cents))::int8 as "grossCents",
      sum(net_cents)::int8 as "netCents"
    from sums ${brandsOf(by)} group by 1 order by ${orderOf(by)}`.execute(db);
  return rows;
}

/**
 * Returns the margin of a period, without VAT, the largest sales first. Null unless the reader is the owner. A cost is the
 * average of the tire's purchases, else an estimate by the price lists, and never guessed.
 */
export async function marginBy(
  db: Kysely<Tables>,
  by: Exclude<Grouping, 'day'>,
  period: Period,
  reader: { isOwner: boolean },
): Promise<MarginRow[] | null> {
  if (!reader.isOwner) return null;
  const { column, ofRefunds, key } = groups[by];
  const { rows } = await sql<MarginRow>`
    with sold as materialized (
      select ${column} as key, tire_id, sum(pieces) as pieces, sum(net_cents) as net_cents
      from sale_pieces where ${isIn(period)} group by 1, 2
    ), sums as (
      select key, pieces, net_cents, pieces * cost_cents as cost_cents, basis, net_cents as piece_net_cents
      from sold join tire_costs using (tire_id)
      union all
      select ${ofRefunds}, 0, -sum(net_cents), 0, 'purchases', 0 from sale_refunds where ${isIn(period)} group by 1
    ), by_key as (
      select ${key} as key, sum(pieces)::int8 as "pieces", sum(net_cents)::int8 as "netCents",
        coalesce(sum(cost_cents), 0)::int8 as "costCents",
        coalesce(sum(pieces) filter (where basis = 'list'), 0)::int8 as "estimatedPieces",
        coalesce(sum(pieces) filter (where basis is null), 0)::int8 as "unknownPieces",
        coalesce(sum(piece_net_cents) filter (where basis is null), 0)::int8 as "unknownNetCents"
      from sums ${brandsOf(by)} group by 1
    )
    select *, "netCents" - "unknownNetCents" - "costCents" as "marginCents" from by_key order by key is null, "netCents" desc, key`.execute(
    db,
  );
  return rows;
}
