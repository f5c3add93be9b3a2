import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { endOfDay, startOfDay } from '../../calendar.ts';
import type { Grouping, MarginRow, Period, SalesRow } from './figures.ts';

/** `column`: groups the sales in a first step (for brands: by tire, because that is faster). `key`: groups those sums for the result. */
const groups: Record<Grouping, { column: RawBuilder<unknown>; key: RawBuilder<unknown> }> = {
  day: { column: sql`day`, key: sql`sums.key::text` },
  branch: { column: sql`branch`, key: sql`sums.key` },
  brand: { column: sql`tire_id`, key: sql`brand.label` },
  size: { column: sql`size`, key: sql`sums.key` },
};

const joinBrands = (by: Grouping) =>
  by === 'brand'
    ? sql`left join tires on tires.id = sums.key left join manufacturers brand on brand.id = tires.manufacturer_id`
    : sql``;

/** SQL: the sales of a period. Days stored in `closed_sales` are read from there, later days from the slower view `sales`. */
function salesIn({ from, to, branch }: Period) {
  const columns = sql.raw(
    'day, branch, tire_id, size, sold, returned, sold_cents, returned_cents, refunded_cents, net_cents',
  );
  const ofBranch = branch === undefined ? sql`true` : sql`branch = ${branch}`;
  const firstOpenInstant = sql`(select coalesce((max(day) + 1)::timestamp at time zone 'Europe/Tallinn', '-infinity') from closed_sales)`;
  return sql`(
    select ${columns} from closed_sales where day between ${from} and ${to} and ${ofBranch}
    union all
    select ${columns} from sales
    where at >= ${startOfDay(from)} and at <= ${endOfDay(to)} and at >= ${firstOpenInstant} and ${ofBranch}
  ) sales_in_period`;
}

export async function salesBy(db: Kysely<Tables>, by: Grouping, period: Period): Promise<SalesRow[]> {
  const { column, key } = groups[by];
  const sortOrder = by === 'day' ? sql`key` : sql`key is null, "netCents" desc, key`;
  const { rows } = await sql<SalesRow>`
    with sums as (
      select ${column} as key, sum(sold) as sold, sum(returned) as returned, sum(sold_cents) as sold_cents,
        sum(returned_cents) as returned_cents, sum(refunded_cents) as refunded_cents, sum(net_cents) as net_cents
      from ${salesIn(period)} group by 1
    ), by_key as (
      select ${key} as key, sum(sold)::int8 as "soldPieces", sum(returned)::int8 as "returnedPieces",
        sum(sold_cents)::int8 as "soldCents", sum(returned_cents)::int8 as "returnedCents",
        sum(refunded_cents)::int8 as "refundedCents",
        (sum(sold_cents) - sum(returned_cents) - sum(refunded_cents))::int8 as "grossCents", sum(net_cents)::int8 as "netCents"
      from sums ${joinBrands(by)} group by 1
    )
    select * from by_key order by ${sortOrder}`.execute(db);
  return rows;
}

/** Returns null unless the reader may see margins. Costs are averages of a tire's purchases, or else estimates from price lists, or else unknown. Sales without a tire are refunds of tires that buyers keep: they change the net amount, and have no cost. */
export async function marginBy(
  db: Kysely<Tables>,
  by: Exclude<Grouping, 'day'>,
  period: Period,
  reader: { maySeeMargin: boolean },
): Promise<MarginRow[] | null> {
  if (!reader.maySeeMargin) return null;
  const { column, key } = groups[by];
  const { rows } = await sql<MarginRow>`
    with by_tire as materialized (
      select ${column} as key, tire_id, sum(sold) - sum(returned) as pieces, sum(net_cents) as net_cents
      from ${salesIn(period)} group by 1, 2
    ), sums as (
      select key, pieces, net_cents, pieces * cost_cents as cost_cents, basis, tire_id is not null and basis is null as is_unknown
      from by_tire left join tire_costs using (tire_id)
    ), by_key as (
      select ${key} as key, sum(pieces)::int8 as "pieces", sum(net_cents)::int8 as "netCents",
        coalesce(sum(cost_cents), 0)::int8 as "costCents",
        coalesce(sum(pieces) filter (where basis = 'list'), 0)::int8 as "estimatedPieces",
        coalesce(sum(pieces) filter (where is_unknown), 0)::int8 as "unknownPieces",
        coalesce(sum(net_cents) filter (where is_unknown), 0)::int8 as "unknownNetCents"
      from sums ${joinBrands(by)} group by 1
    )
    select *, "netCents" - "unknownNetCents" - "costCents" as "marginCents"
    from by_key order by key is null, "netCents" desc, key`.execute(db);
  return rows;
}

/** Stores the sales of the days that are over, which makes long periods faster to read. */
export async function refreshClosedSales(db: Kysely<Tables>): Promise<void> {
  await sql`refresh materialized view closed_sales`.execute(db);
  await sql`analyze closed_sales`.execute(db);
}
