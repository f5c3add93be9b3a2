import { sql } from 'kysely';
import { derive } from './derive.server.ts';
import { describedBy, describedColumns } from './source-columns.ts';
import type { Trx } from './staging.server.ts';

export type Landed = { offSale: number; repriced: number };

/**
 * Makes the tires of the temporary table `touched` what their sources now say: on sale, off sale, at which price. Leaves
 * the temporary table `gone`: tires that go off sale. Each change of price, and each end of a sale, is a new line of the
 * price history.
 */
export async function landTires(trx: Trx, now: Date): Promise<Landed> {
  await derive(trx);
  await sql`create temporary table gone on commit drop as
    select t.id as tire_id from tires t join touched on touched.tire_id = t.id
    where t.on_sale and t.id not in (select tire_id from derived)`.execute(trx);
  const repriced = await writePrices(trx, now);
  const described = sql.raw(describedColumns);
  const derived = sql.raw(describedBy('d'));
  await sql`update tires t set (${described}, on_sale, changed_at) = (${derived}, true, ${now}), lowest_before_cents =
      case when t.on_sale and t.price_cents = d.price_cents then t.lowest_before_cents else ${lowestBefore(now)} end
    from derived d
    where t.id = d.tire_id and (${sql.raw(describedBy('t'))}, t.on_sale) is distinct from (${derived}, true)`.execute(
    trx,
  );
  await sql`insert into tires (id, ${described}, changed_at)
    select tire_id, ${derived}, ${now} from derived d
    where not exists (select from tires where id = d.tire_id)`.execute(trx);
  await sql`update tires set on_sale = false, changed_at = ${now} from gone where id = gone.tire_id`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from gone`.execute(trx);
  await checkMakers(trx);
  return { offSale: rows[0]?.count ?? 0, repriced };
}

const thirtyDays = 30;

/**
 * The lowest price of the 30 days before a price that begins now (Directive 98/6/EC, art. 6a): a price counts if it was
 * still in force after they began. Of the tire `t`, whose new price is in the history already.
 */
function lowestBefore(now: Date) {
  return sql`(
    select min(price_cents)
    from (
      select price_cents, lead(since) over (order by since) as until from price_history where tire_id = t.id
    ) earlier
    where until <= ${now}::timestamptz and until > ${now}::timestamptz - make_interval(days => ${sql.lit(thirtyDays)})
  )`;
}

async function writePrices(trx: Trx, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`insert into price_history (tire_id, price_cents, since)
    select d.tire_id, d.price_cents, ${now}::timestamptz from derived d join tires t on t.id = d.tire_id
    where not t.on_sale or t.price_cents <> d.price_cents
    union all
    select tire_id, null, ${now}::timestamptz from gone
    order by 1
    on conflict (tire_id, since) do update set price_cents = excluded.price_cents`.execute(trx);
  // A tire that is new has no history to be in conflict with.
  const { numAffectedRows: begun = 0n } = await sql`insert into price_history (tire_id, price_cents, since)
    select tire_id, price_cents, ${now}::timestamptz from derived d
    where not exists (select from tires where id = d.tire_id)`.execute(trx);
  return Number(numAffectedRows + begun);
}

/** What a foreign key would check row by row. That a source has its tire follows from how tires are made. Throws. */
async function checkMakers(trx: Trx) {
  const { rows } = await sql<{ id: string }>`
    select manufacturer_id as id from (select distinct manufacturer_id from derived) as named
    where manufacturer_id not in (select id from manufacturers)`.execute(trx);
  if (rows[0]) throw new Error(`there is no maker ${rows[0].id}`);
}
