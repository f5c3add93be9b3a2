import { sql } from 'kysely';
import { describedBy, describedColumns, listedColumns } from './file/listed-tire.ts';
import type { Trx } from './staging.server.ts';

export type CommitResult = { offSale: number; repriced: number };

/** Updates the tires in the temporary table `touched`, and the price history. Tires taken off sale are then in the table `gone`. */
export async function commitTires(trx: Trx, now: Date): Promise<CommitResult> {
  await deriveTires(trx);
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
  await checkManufacturers(trx);
  return { offSale: rows[0]?.count ?? 0, repriced };
}

const priceHistoryDays = 30;

/** SQL: the lowest price in the 30 days before `now`, also one that began earlier (Directive 98/6/EC, art. 6a). */
function lowestBefore(now: Date) {
  return sql`(
    select min(price_cents)
    from (
      select price_cents, lead(since) over (order by since) as until from price_history where tire_id = t.id
    ) earlier
    where until <= ${now}::timestamptz and until > ${now}::timestamptz - make_interval(days => ${sql.lit(priceHistoryDays)})
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
  const { numAffectedRows: newPrices = 0n } = await sql`insert into price_history (tire_id, price_cents, since)
    select tire_id, price_cents, ${now}::timestamptz from derived d
    where not exists (select from tires where id = d.tire_id)`.execute(trx);
  return Number(numAffectedRows + newPrices);
}

/** Throws for an unknown manufacturer. Replaces a foreign key, which would be checked row by row. */
async function checkManufacturers(trx: Trx) {
  const { rows } = await sql<{ id: string }>`
    select manufacturer_id as id from (select distinct manufacturer_id from derived) as named
    where manufacturer_id not in (select id from manufacturers)`.execute(trx);
  if (rows[0]) throw new Error(`there is no manufacturer ${rows[0].id}`);
}

/** Price: the cheapest, preferably of four pieces. Description: by supplier name (stable). Label: of one source. */
async function deriveTires(trx: Trx): Promise<void> {
  await sql`create temporary table several on commit drop as
    select s.* from tire_sources s
    where s.listed and s.tire_id in (
      select tire_id from tire_sources join touched using (tire_id)
      where listed and not alone group by tire_id having count(*) > 1
    )`.execute(trx);
  await sql`create temporary table derived on commit drop as
    select tire_id, ${sql.raw(columns.join(', '))} from tire_sources s
    where listed and tire_id in (select tire_id from touched) and tire_id not in (select tire_id from several)
    union all
    select tire_id, ${sql.raw(columns.map((column) => sqlFromSeveralSources[column] ?? `chief.${column}`).join(', '))}
    from (select distinct on (tire_id) * from several order by tire_id, supplier) chief
    join (select distinct on (tire_id) tire_id, price_cents from several
      order by tire_id, case when on_hand + at_branches >= ${sql.lit(wheelsOfCar)} then 0
        when on_hand + at_branches > 0 then 1 else 2 end, price_cents) cheapest using (tire_id)
    join (select distinct on (tire_id) * from several
      order by tire_id, eprel_id is null, num_nulls(fuel, wet, noise_db, noise_class), supplier) label using (tire_id)
    join (select tire_id, bool_or(snow) as snow, ${sql.raw(combinedColumns.map(firstKnownValue).join(', '))}
      from several group by tire_id) filled using (tire_id)`.execute(trx);
  await sql`analyze derived (tire_id)`.execute(trx);
}

const wheelsOfCar = 4;

const columns = Object.keys(listedColumns);
const combinedColumns = ['ean', 'dot_year', 'weight_grams'];

function firstKnownValue(column: string): string {
  return `(array_agg(${column} order by supplier) filter (where ${column} is not null))[1] as ${column}`;
}

const sqlFromSeveralSources: Record<string, string> = {
  price_cents: 'cheapest.price_cents',
  snow: 'filled.snow',
  marks: `case when filled.snow and '3PMSF' <> all (chief.marks) then array_append(chief.marks, '3PMSF') else chief.marks end`,
  ...Object.fromEntries(
    ['fuel', 'wet', 'noise_db', 'noise_class', 'ice', 'eprel_id'].map((column) => [column, `label.${column}`]),
  ),
  ...Object.fromEntries(combinedColumns.map((column) => [column, `filled.${column}`])),
};
