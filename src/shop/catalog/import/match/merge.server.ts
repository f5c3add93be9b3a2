import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import { listedColumnsSql } from '../file/listed-tire.ts';
import type { ImportReport } from '../report.ts';

type ChangeCount = 'added' | 'joined' | 'updated' | 'priceChanged' | 'stockChanged' | 'unchanged' | 'unlisted';

export async function countChanges(trx: Trx): Promise<Pick<ImportReport, ChangeCount>> {
  const { rows } = await sql<Pick<ImportReport, ChangeCount>>`
    with restocked_lines as (select distinct line from restocked where changed_by_row)
    select
      count(*) filter (where is_new)::integer as added,
      -- joined: another row adds the tire, or it exists already
      count(*) filter (where is_new and adding_line is distinct from line)::integer as joined,
      count(*) filter (where not is_new and (differs or r.line is not null))::integer as updated,
      count(*) filter (where repriced)::integer as "priceChanged",
      count(*) filter (where not is_new and r.line is not null)::integer as "stockChanged",
      count(*) filter (where not is_new and not differs and r.line is null)::integer as unchanged,
      (select count(*) from unlisted)::integer as unlisted
    from compared left join restocked_lines r using (line)`.execute(trx);
  if (!rows[0]) throw new Error('the count returned no row');
  return rows[0];
}

/** Writes new manufacturers, `tire_sources`, and tires with a new or changed source into `changed_tires`. */
export async function mergeSources(trx: Trx, importId: number, replacesDemonstration: boolean): Promise<void> {
  await sql`insert into manufacturers (id, label)
    select distinct on (manufacturer_id) manufacturer_id, manufacturer from staged_tires
    where manufacturer_id not in (select id from manufacturers) order by manufacturer_id, line`.execute(trx);
  const [columnList, stagedColumns] = [sql.raw(listedColumnsSql()), sql.raw(listedColumnsSql('s'))];
  await sql`update tire_sources stored
    set (tire_id, ${columnList}, alike, lead_days, cost_net, recommended_cents, on_hand, at_branches, listed) = (c.tire_id, ${stagedColumns}, s.alike,
      s.lead_days, s.cost_net, s.recommended_cents, coalesce(s.at_supplier, stored.on_hand),
      coalesce(s.at_branches, stored.at_branches), true)
    from compared c join staged_tires s using (line)
    where c.differs and stored.supplier = c.supplier and stored.supplier_sku = c.supplier_sku`.execute(trx);
  // Without the rows that were separated from their tire: their offers are stored, so the update above has written them.
  await sql`insert into tire_sources
      (tire_id, ${columnList}, alike, lead_days, cost_net, recommended_cents, on_hand, at_branches, listed, added_by)
    select c.tire_id, ${stagedColumns}, s.alike, s.lead_days, s.cost_net, s.recommended_cents,
      coalesce(s.at_supplier, 0), coalesce(s.at_branches, (select sum(count) from unnest(s.branch_stock) count), 0), true,
      ${importId}::bigint
    from compared c join staged_tires s using (line) where c.is_new and not c.differs`.execute(trx);
  const clearMatchKeys = sql.raw(replacesDemonstration ? ', ean = null, alike = null' : '');
  await sql`update tire_sources stored set listed = false${clearMatchKeys}
    from unlisted u where stored.supplier = u.supplier and stored.supplier_sku = u.supplier_sku`.execute(trx);
  // If the row that adds a tire is the only one of the tire, no other source can exist.
  await sql`create temporary table changed_tires on commit drop as
    select tire_id, bool_and(adds_tire) as known_single_source
    from (
      select tire_id, is_new and adding_line is not distinct from line as adds_tire from compared where is_new or differs
      union all
      select tire_id, false from unlisted
      union all
      select tire_id, false from separated
    ) changes
    group by tire_id`.execute(trx);
  await sql`analyze changed_tires`.execute(trx);
}
