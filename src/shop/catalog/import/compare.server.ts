import { sql } from 'kysely';
import { arrayLiteral } from './array-literal.ts';
import { listedColumns } from './listed-columns.ts';
import type { Trx } from './staging.server.ts';
import { hashLengths } from './tire-id.server.ts';

const described = Object.keys(listedColumns);

/** `s.ean, s.model, …`: what a list says of a tire, of one table. */
export function describedBy(alias: string) {
  return sql.raw(described.map((column) => `${alias}.${column}`).join(', '));
}

export const describedColumns = sql.raw(described.join(', '));

/**
 * Sets the list against the catalogue, into temporary tables: `compared` (each listed tire with its id and what is
 * new of it), `removed` (tires on sale that their supplier no longer lists), `restocked` (stock that differs).
 */
export async function compare(trx: Trx, places: string[], replaceAll: boolean): Promise<void> {
  await compareTires(trx);
  await lengthenClashingIds(trx);
  await findRemoved(trx, replaceAll);
  await compareStock(trx, places);
}

async function compareTires(trx: Trx) {
  await sql`create temporary table compared on commit drop as
    select s.line,
      coalesce(t.id, s.slug || '-' || left(s.hash, ${sql.lit(hashLengths[0])})) as tire_id,
      t.id is null as is_new,
      t.id is not null and (${describedBy('t')}, t.on_sale) is distinct from (${describedBy('s')}, true) as differs,
      t.id is null or t.price_cents <> s.price_cents as repriced
    from staged_tires s left join tires t using (supplier, supplier_sku)`.execute(trx);
  await sql`analyze compared (line, tire_id)`.execute(trx);
}

/** Two new tires, or a new and a known one, whose ids would be the same: the new ones show more of their hash. */
async function lengthenClashingIds(trx: Trx) {
  for (const length of hashLengths.slice(1)) {
    const { numAffectedRows } =
      await sql`update compared c set tire_id = s.slug || '-' || left(s.hash, ${sql.lit(length)})
      from staged_tires s
      where s.line = c.line and c.is_new and c.tire_id in (
        select tire_id from compared group by tire_id having count(*) > 1
        union all
        select n.tire_id from compared n join tires t on t.id = n.tire_id where n.is_new)`.execute(trx);
    if (!numAffectedRows) return;
  }
}

async function findRemoved(trx: Trx, replaceAll: boolean) {
  await sql`create temporary table removed on commit drop as
    select t.id as tire_id from tires t
    where t.on_sale
      and not exists (select from compared c where c.tire_id = t.id)
      and (${replaceAll} or (
        t.supplier in (select supplier from staged_tires)
        and not exists (select from staged_refusals r
          where r.supplier = t.supplier and r.supplier_sku = t.supplier_sku)))`.execute(trx);
}

/** A place where nothing lies and nothing is listed needs no row. */
async function compareStock(trx: Trx, places: string[]) {
  await sql`create temporary table restocked on commit drop as
    select c.tire_id, k.place, k.on_hand, k.lead_days, not c.is_new as listed
    from compared c
      join staged_tires s using (line)
      cross join lateral (
        select place, on_hand, case place when 'supplier' then s.lead_days else 0 end as lead_days
        from unnest(${arrayLiteral(places)}::text[], s.on_hand) as p (place, on_hand)
      ) k
      left join stock h on h.tire_id = c.tire_id and h.place = k.place
    where case when h.tire_id is null then k.on_hand > 0
      else k.on_hand is not null and (h.on_hand, h.lead_days) is distinct from (k.on_hand, k.lead_days) end
    union all
    select h.tire_id, h.place, 0, h.lead_days, false
    from removed join stock h using (tire_id) where h.on_hand > 0`.execute(trx);
}
