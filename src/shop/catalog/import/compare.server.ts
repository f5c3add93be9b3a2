import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import { listedColumnsSql } from './file/listed-tire.ts';
import { RefusedList } from './file/refusal.ts';
import { comparableEanSql, matchAcrossSuppliers, separateSources } from './match/match.server.ts';
import { hashLengths } from './match/row-keys.server.ts';
import type { ImportReport } from './report.ts';
import { stagedId } from './staging.server.ts';

/**
 * Writes the rows of the list into the table `compared`, and the stored sources that the list lacks into `unlisted`. Columns of `compared`:
 * - `alike`: the key of rows that describe the same tire
 * - `adding_line`: the line that adds the row's tire; null: the tire exists
 * - `may_be_another_tire`: the stored row may be of another tire: its size, season or EAN has changed, or an earlier list lacked it */
export async function compareWithStored(trx: Trx, replacesDemonstration: boolean, report: ImportReport): Promise<void> {
  await compareSources(trx);
  await sql`analyze compared (line, tire_id)`.execute(trx);
  await separateSources(trx, report);
  await matchAcrossSuppliers(trx, replacesDemonstration, report);
  await lengthenClashingIds(trx);
  // The other rows of a new tire take the id that its adding line has now.
  await sql`update compared c set tire_id = adding.tire_id
    from compared adding where adding.line = c.adding_line and c.adding_line <> c.line`.execute(trx);
  await findUnlistedSources(trx, replacesDemonstration);
}

/** `differs` compares the columns of the stored and the listed row in the same order. `on_hand` is the stored `at_supplier`; a stock that the list lacks counts as unchanged. */
async function compareSources(trx: Trx) {
  await sql`create temporary table compared on commit drop as
    select s.line, s.supplier, s.supplier_sku, s.at_supplier, s.branch_stock, s.lead_days,
      ${comparableEanSql('s')} as gtin, s.alike,
      coalesce(stored.tire_id, ${stagedId()}) as tire_id,
      case when stored.tire_id is null then s.line end as adding_line,
      stored.tire_id is null as is_new,
      stored.tire_id is not null and
        (${sql.raw(listedColumnsSql('stored'))}, stored.alike, stored.lead_days, stored.cost_net,
          stored.recommended_cents, stored.on_hand, stored.at_branches, stored.listed) is distinct from
        (${sql.raw(listedColumnsSql('s'))}, s.alike, s.lead_days, s.cost_net, s.recommended_cents,
          coalesce(s.at_supplier, stored.on_hand), coalesce(s.at_branches, stored.at_branches), true) as differs,
      stored.price_cents <> s.price_cents as repriced,
      stored.tire_id is not null and
        (stored.listed, stored.ean, stored.tread_width, stored.profile, stored.diameter, stored.season) is distinct from
        (true, s.ean, s.tread_width, s.profile, s.diameter, s.season) as may_be_another_tire
    from staged_tires s left join tire_sources stored using (supplier, supplier_sku)`.execute(trx);
}

/** Gives new tires a longer hash in their ids where two of them, or one and a stored tire, have the same id. */
async function lengthenClashingIds(trx: Trx) {
  for (const length of hashLengths.slice(1)) {
    const { numAffectedRows } = await sql`update compared c set tire_id = ${stagedId(length)}
      from staged_tires s
      where s.line = c.line and c.adding_line = c.line and c.tire_id in (
        select tire_id from compared where adding_line = line group by tire_id having count(*) > 1
        union all
        select adding.tire_id from compared adding join tires t on t.id = adding.tire_id
        where adding.adding_line = adding.line)`.execute(trx);
    if (!numAffectedRows) return;
  }
}

async function findUnlistedSources(trx: Trx, replacesDemonstration: boolean) {
  const isOfListedSupplier = sql`stored.supplier in (select supplier from staged_tires)`;
  const isRefusedRow = sql`exists (select from staged_refusals r
    where r.supplier = stored.supplier and r.supplier_sku = stored.supplier_sku)`;
  await sql`create temporary table unlisted on commit drop as
    select stored.supplier, stored.supplier_sku, stored.tire_id from tire_sources stored
    where stored.listed
      and not exists (select from staged_tires s
        where s.supplier = stored.supplier and s.supplier_sku = stored.supplier_sku)
      and (${replacesDemonstration} or (${isOfListedSupplier} and not ${isRefusedRow}))`.execute(trx);
}

/** SQL: whether the list differs from the last imported list of the supplier. If not, it may be the same old file. */
export function listDiffers(supplier: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from compared c where c.supplier = ${supplier} and (c.differs or c.is_new)
    union all select from unlisted u where u.supplier = ${supplier})`;
}

export const minListedToRefuse = 10;

/** Throws RefusedList if a supplier with 10 tires or more loses over a third: the file is probably cut off. */
export async function refuseManyRemovals(trx: Trx): Promise<void> {
  const { rows } = await sql<{ supplier: string; removed: number; listed: number }>`
    select supplier, u.removed, l.listed
    from (select supplier, count(*)::integer as removed from unlisted group by supplier) u
    join (select supplier, count(*)::integer as listed from tire_sources where listed group by supplier) l
      using (supplier)
    where u.removed * 3 > l.listed and l.listed >= ${minListedToRefuse}
    order by supplier`.execute(trx);
  if (rows.length > 0) throw new RefusedList({ reason: 'removes-too-many', suppliers: rows });
}
