import { sql } from 'kysely';
import { listedColumns } from './listed-columns.ts';
import type { Trx } from './staging.server.ts';

/**
 * Works out what the shop sells of the tires in the temporary table `touched`, from their listed sources, into the
 * temporary table `derived`. A pure function of what the lists say, so that neither a sale nor the order of lists
 * changes it:
 *
 * - price: of the cheapest source that can deliver a set of four, by its own list; else of the cheapest that can
 *   deliver any; else of the cheapest.
 * - description: of the leading source, the first supplier by name. It does not follow the price, which may pass from
 *   one supplier to another every day. Where it is silent, the next one speaks.
 * - label values: all of one source: with an EPREL id, then with most values, then the leading one.
 * - snowflake: as soon as one source has seen it on the rubber.
 */
export async function derive(trx: Trx): Promise<void> {
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
    select tire_id, ${sql.raw(columns.map((column) => fromSeveral[column] ?? `chief.${column}`).join(', '))}
    from (select distinct on (tire_id) * from several order by tire_id, supplier) chief
    join (select distinct on (tire_id) tire_id, price_cents from several
      order by tire_id, case when on_hand + at_branches >= ${sql.lit(setOf)} then 0
        when on_hand + at_branches > 0 then 1 else 2 end, price_cents) cheapest using (tire_id)
    join (select distinct on (tire_id) * from several
      order by tire_id, eprel_id is null, num_nulls(fuel, wet, noise_db, noise_class), supplier) label using (tire_id)
    join (select tire_id, bool_or(snow) as snow, ${sql.raw(filled.map(firstKnown).join(', '))}
      from several group by tire_id) filled using (tire_id)`.execute(trx);
  await sql`analyze derived (tire_id)`.execute(trx);
}

/** Tires that people buy at once. */
const setOf = 4;

const columns = Object.keys(listedColumns);
const filled = ['ean', 'dot_year', 'weight_grams'];

function firstKnown(column: string): string {
  return `(array_agg(${column} order by supplier) filter (where ${column} is not null))[1] as ${column}`;
}

const fromSeveral: Record<string, string> = {
  price_cents: 'cheapest.price_cents',
  snow: 'filled.snow',
  marks: `case when filled.snow and '3PMSF' <> all (chief.marks) then array_append(chief.marks, '3PMSF') else chief.marks end`,
  ...Object.fromEntries(
    ['fuel', 'wet', 'noise_db', 'noise_class', 'ice', 'eprel_id'].map((column) => [column, `label.${column}`]),
  ),
  ...Object.fromEntries(filled.map((column) => [column, `filled.${column}`])),
};
