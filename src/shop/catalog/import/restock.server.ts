import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';
import { supplierPrefix } from '../stock-location.ts';
import { listDiffers, minListedToRefuse } from './compare.server.ts';
import { RefusedList } from './file/refusal.ts';

/** Writes the changes of stock, also those to 0, into the table `restocked`. If several rows count a tire at a branch, their highest count applies.
 * `of_new_tire`: the list adds both the tire and the offer. An offer that was stored for another tire is not new: it `differs`.
 * `changed_by_row`: a row changes the stock of a stored tire; false for offers that the list lacks (`unlisted`) or moves to another tire (`separated`).
 * A tire that a supplier has refused to deliver stays at 0 if the list equals the supplier's last imported one: it may be older than the refusal. */
export async function compareStock(trx: Trx, branches: readonly string[]): Promise<void> {
  await sql`create temporary table restocked on commit drop as
    with listed as (
      select tire_id, ${sql.lit(supplierPrefix)} || supplier as place, at_supplier as on_hand, lead_days,
        adding_line is not null and not differs as of_new_tire, line
      from compared
      -- A new tire without stock needs no row in stock. Null (not counted in the list): the stock stays as it is.
      where (at_supplier > 0 or (at_supplier = 0 and adding_line is null))
        and not exists (select from (${refusedSinceList}) refused
          where refused.tire_id = compared.tire_id and refused.supplier = compared.supplier)
      union all
      select tire_id, branch as place, max(count) as on_hand, 0::smallint as lead_days,
        bool_and(adding_line is not null and not differs) as of_new_tire, min(line) as line
      from compared, unnest(${branches}::text[], branch_stock) counted (branch, count)
      where count > 0 or (count = 0 and adding_line is null)
      group by tire_id, branch
    )
    select listed.*, not listed.of_new_tire as changed_by_row
    from listed left join stock using (tire_id, place)
    where case when stock.tire_id is null then listed.on_hand > 0
      else (stock.on_hand, stock.lead_days) is distinct from (listed.on_hand, listed.lead_days) end
    union all
    select stock.tire_id, stock.place, 0 as on_hand, stock.lead_days, false as of_new_tire, null as line,
      false as changed_by_row
    from (select tire_id, supplier from unlisted union all select tire_id, supplier from separated) gone
    join stock on stock.tire_id = gone.tire_id and stock.place = ${sql.lit(supplierPrefix)} || gone.supplier
    where stock.on_hand > 0`.execute(trx);
}

/** SQL: tires without stock that their supplier refused to deliver, if the list repeats the supplier's last one. */
const refusedSinceList = sql`
  select tire_id, supplier from purchase_lines line
  join purchases on purchases.id = line.purchase_id join stock using (tire_id)
  where line.refused > 0 and stock.place = ${sql.lit(supplierPrefix)} || supplier and stock.on_hand = 0
    and not ${listDiffers(sql`purchases.supplier`)}
    and (select reason like 'refused: %' from stock_changes change
      where change.tire_id = stock.tire_id and change.place = stock.place order by id desc limit 1)`;

/** Throws RefusedList if a place with at least 10 tires in stock keeps under a tenth: its counts are probably empty. */
export async function refuseEmptiedStock(trx: Trx): Promise<void> {
  const { rows } = await sql<{ place: string; emptied: number; inStock: number }>`
    select place, emptied, "inStock" from (
      select place,
        (count(*) filter (where stock.on_hand > 0))::integer as "inStock",
        (count(*) filter (where stock.on_hand > 0 and restocked.on_hand = 0))::integer as emptied,
        count(*) filter (where coalesce(restocked.on_hand, stock.on_hand) > 0) as remaining
      from stock full join restocked using (tire_id, place)
      where place in (select place from restocked where on_hand = 0)
      group by place) counts
    where remaining < 0.1 * "inStock" and "inStock" >= ${minListedToRefuse}
    order by place`.execute(trx);
  if (rows.length > 0) throw new RefusedList({ reason: 'empties-stock', places: rows });
}

/** Sets the stock of `dropped_tires` to 0 in `restocked`, at suppliers and at branches that the list counts; with `replacesDemonstration`, at all places. */
export async function emptyDroppedStock(
  trx: Trx,
  branches: readonly string[],
  replacesDemonstration: boolean,
): Promise<void> {
  // A list counts the same branches in each row.
  const countedBranches = sql`(
    select branch from unnest(${branches}::text[], (select branch_stock from compared limit 1)) counted (branch, count)
    where count is not null)`;
  await sql`insert into restocked (tire_id, place, on_hand, lead_days, of_new_tire, changed_by_row)
    select tire_id, place, 0, lead_days, false, false from dropped_tires join stock using (tire_id)
    where stock.on_hand > 0
      and (${replacesDemonstration} or stock.place like ${sql.lit(`${supplierPrefix}%`)} or stock.place in ${countedBranches})
      and not exists (select from restocked r where r.tire_id = stock.tire_id and r.place = stock.place)`.execute(trx);
}

/** Writes `restocked` to `stock`. Runs last: orders wait for these rows. Locks by tire, then place, as orders do. */
export async function restock(trx: Trx, importId: number): Promise<void> {
  // Stock of new tires cannot conflict, because other transactions do not see these tires.
  await sql`insert into stock (tire_id, place, on_hand, lead_days)
    select tire_id, place, on_hand, lead_days from restocked where of_new_tire`.execute(trx);
  // Not for suppliers: an undo empties the stock of all offers that the import added.
  await sql`insert into import_stock (import_id, tire_id, place, before, after, lead_days_before)
    select ${importId}::bigint, tire_id, place, 0, on_hand, 0 from restocked
    where of_new_tire and place not like ${sql.lit(`${supplierPrefix}%`)}`.execute(trx);
  await sql`with written as (
      insert into stock as kept (tire_id, place, on_hand, lead_days)
      select tire_id, place, on_hand, lead_days from restocked where not of_new_tire order by tire_id, place
      on conflict (tire_id, place) do update set on_hand = excluded.on_hand, lead_days = excluded.lead_days
      where (kept.on_hand, kept.lead_days) is distinct from (excluded.on_hand, excluded.lead_days)
      returning tire_id, place, old.on_hand as before, new.on_hand as after, old.lead_days as lead_days_before
    )
    insert into import_stock (import_id, tire_id, place, before, after, lead_days_before)
    select ${importId}::bigint, tire_id, place, coalesce(before, 0), after, coalesce(lead_days_before, 0)
    from written`.execute(trx);
  // An undo keeps counts by hand with a higher id, which are later: this import has locked its rows, so each earlier count is committed.
  await sql`update imports set last_stock_change = (select coalesce(max(id), 0) from stock_changes)
    where id = ${importId}`.execute(trx);
}
