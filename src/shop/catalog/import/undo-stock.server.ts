import { sql } from 'kysely';
import { supplierPlace } from '../supplier-place.ts';
import type { Trx } from './staging.server.ts';

/**
 * Gives places the count that they had before an import, less what has gone from there since, or with what has come
 * back: what was sold stays sold. A place where somebody has counted since the import keeps that count. Sources that the
 * import brought, and tires that go off sale (the temporary table `gone`), have nothing. Returns how many places change.
 * Last, and in the order in which orders lock these rows.
 */
export async function restoreStock(trx: Trx, importId: number, importedAt: Date): Promise<number> {
  await lockStock(trx, importId);
  await carryShortage(trx, importId, importedAt);
  const { numAffectedRows = 0n } = await sql`
    with counted as (
      select tire_id, place from stock_changes where counted and at >= ${importedAt}
    ), emptied as (
      select tire_id, ${sql.lit(supplierPlace(''))} || supplier as place from tire_sources
      where added_by = ${importId}
      union
      select tire_id, place from gone join stock using (tire_id)
    ), wanted as (
      select tire_id, place, 0 as on_hand, null::smallint as lead_days from emptied
      union all
      select r.tire_id, r.place, greatest(0, r.before + s.on_hand - r.after), r.lead_days_before
      from import_stock r join stock s using (tire_id, place)
      where r.import_id = ${importId}
        and not exists (select from emptied e where e.tire_id = r.tire_id and e.place = r.place)
        and not exists (select from counted c where c.tire_id = r.tire_id and c.place = r.place)
    )
    update stock s set on_hand = w.on_hand, lead_days = coalesce(w.lead_days, s.lead_days)
    from wanted w
    where s.tire_id = w.tire_id and s.place = w.place
      and (s.on_hand, s.lead_days) is distinct from (w.on_hand, coalesce(w.lead_days, s.lead_days))`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Where more was sold than was there before the import, the rest was sold of what an import before it had found: it is
 * missing when that one is taken back, too.
 */
async function carryShortage(trx: Trx, importId: number, importedAt: Date) {
  await sql`
    with short as (
      select r.tire_id, r.place, r.after - r.before - s.on_hand as count
      from import_stock r join stock s using (tire_id, place)
      where r.import_id = ${importId} and r.before + s.on_hand < r.after
        and not exists (select from stock_changes c
          where c.tire_id = r.tire_id and c.place = r.place and c.counted and c.at >= ${importedAt})
    ), earlier as (
      select max(e.import_id) as import_id, tire_id, place, count
      from short join import_stock e using (tire_id, place) join imports i on i.id = e.import_id
      where e.import_id < ${importId} and i.undone_at is null
      group by tire_id, place, count
    )
    update import_stock e set before = e.before - earlier.count from earlier
    where (e.import_id, e.tire_id, e.place) = (earlier.import_id, earlier.tire_id, earlier.place)`.execute(trx);
}

async function lockStock(trx: Trx, importId: number) {
  await sql`select count(*) from (
    select from stock s
    where exists (select from import_stock r
        where r.import_id = ${importId} and r.tire_id = s.tire_id and r.place = s.place)
      or s.tire_id in (select tire_id from gone)
      or exists (select from tire_sources k
        where k.added_by = ${importId} and k.tire_id = s.tire_id and s.place = ${sql.lit(supplierPlace(''))} || k.supplier)
    order by tire_id, place for update) as locked`.execute(trx);
}
