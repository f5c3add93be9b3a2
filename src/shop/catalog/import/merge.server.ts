import { sql } from 'kysely';
import { describedBy, describedColumns } from './compare.server.ts';
import type { Trx } from './staging.server.ts';

export type MergeCounts = {
  added: number;
  updated: number;
  priceChanged: number;
  stockChanged: number;
  unchanged: number;
  removed: number;
};

/** What the comparison found, in tires. */
export async function countChanges(trx: Trx): Promise<MergeCounts> {
  const { rows } = await sql<MergeCounts>`
    with restocked_tires as (select distinct tire_id from restocked where listed)
    select
      count(*) filter (where is_new)::integer as added,
      count(*) filter (where differs or r.tire_id is not null)::integer as updated,
      count(*) filter (where repriced and not is_new)::integer as "priceChanged",
      count(r.tire_id)::integer as "stockChanged",
      count(*) filter (where not is_new and not differs and r.tire_id is null)::integer as unchanged,
      (select count(*) from removed)::integer as removed
    from compared left join restocked_tires r using (tire_id)`.execute(trx);
  if (!rows[0]) throw new Error('an aggregate gave no row');
  return rows[0];
}

/** Carries what the comparison found into the catalogue; touches no row that stays as it is. */
export async function merge(trx: Trx, now: Date): Promise<void> {
  await sql`insert into manufacturers (id, label)
    select distinct on (manufacturer_id) manufacturer_id, manufacturer from staged_tires
    order by manufacturer_id, line
    on conflict (id) do nothing`.execute(trx);
  await sql`update tires t
    set (${describedColumns}, on_sale, changed_at) = (${describedBy('s')}, true, ${now})
    from compared c join staged_tires s using (line)
    where t.id = c.tire_id and c.differs`.execute(trx);
  await sql`insert into tires (id, ${describedColumns}, changed_at)
    select c.tire_id, ${describedBy('s')}, ${now}
    from compared c join staged_tires s using (line) where c.is_new`.execute(trx);
  await sql`insert into price_history (tire_id, price_cents, since)
    select c.tire_id, s.price_cents, ${now} from compared c join staged_tires s using (line) where c.repriced
    on conflict (tire_id, since) do update set price_cents = excluded.price_cents`.execute(trx);
  await sql`update tires set on_sale = false, changed_at = ${now}
    from removed where tires.id = removed.tire_id`.execute(trx);
  await mergeStock(trx);
}

/**
 * Last, because orders wait for these rows; in the order in which orders lock them, so that neither can hold the
 * other up for ever. `held` belongs to the orders.
 */
async function mergeStock(trx: Trx) {
  await sql`insert into stock as kept (tire_id, place, on_hand, lead_days)
    select tire_id, place, on_hand, lead_days from restocked order by tire_id, place
    on conflict (tire_id, place) do update set on_hand = excluded.on_hand, lead_days = excluded.lead_days
    where (kept.on_hand, kept.lead_days) is distinct from (excluded.on_hand, excluded.lead_days)`.execute(trx);
}
