import { sql } from 'kysely';
import { type ImportReport, mostWarnings } from '../report.ts';
import { stagedId, type Trx } from '../staging.server.ts';
import { fitOf, gtinOf } from './match.server.ts';

/**
 * Separates sources from their tire, into the temporary table `parted`: rows with another size, season or EAN than before
 * and than another supplier of the tire. They are treated as new rows. A changed year does not separate, because the next
 * lists of the other suppliers follow.
 */
export async function partSources(trx: Trx, report: ImportReport): Promise<void> {
  await sql`create temporary table parted (line integer, tire_id text, supplier text, supplier_sku text, other text)
    on commit drop`.execute(trx);
  const { rows: some } = await sql`select from compared where is_another limit 1`.execute(trx);
  if (some.length === 0) return;
  // Uses the other sources as this list has them. Of two that change in one list, the first by name stays.
  const [known, now] = [matchedBy('t'), matchedBy('n')];
  await sql`
    with others as (
      select t.tire_id, t.supplier, t.supplier_sku, coalesce(c.is_another, false) as is_another,
        case when n.line is null then ${known.gtin} else ${now.gtin} end as gtin,
        case when n.line is null then ${known.fit} else ${now.fit} end as fit
      from tire_sources t
      left join staged_tires n using (supplier, supplier_sku)
      left join compared c using (line)
      where (t.listed or n.line is not null) and t.tire_id in (select tire_id from compared where is_another)
    )
    insert into parted
    select s.line, c.tire_id, s.supplier, s.supplier_sku, min(o.supplier || ' ' || o.supplier_sku)
    from compared c join staged_tires s using (line)
    join others o on o.tire_id = c.tire_id and o.supplier <> s.supplier and (not o.is_another or o.supplier < s.supplier)
    where c.is_another and (${matchedBy('s').fit} <> o.fit or c.gtin <> o.gtin)
    group by s.line, c.tire_id, s.supplier, s.supplier_sku`.execute(trx);
  await sql`update compared c
    set is_new = true, repriced = false, founder = c.line, tire_id = ${sql.raw(stagedId())}
    from staged_tires s where s.line = c.line and c.line in (select line from parted)`.execute(trx);
  await warn(trx, report);
}

const matchedBy = (table: string) => ({ gtin: sql.raw(gtinOf(table)), fit: sql.raw(fitOf(table)) });

async function warn(trx: Trx, report: ImportReport) {
  const { rows } = await sql<{ line: number; supplier_sku: string; other: string }>`
    select line, supplier_sku, other from parted order by line limit ${mostWarnings}`.execute(trx);
  for (const { line, supplier_sku, other } of rows) {
    report.warnings.push(
      `${report.counts} ${line}: ${supplier_sku} has another size, season or EAN than before; no longer one tire with ${other}`,
    );
  }
}
