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
  await sql`update tires t set (${described}, on_sale, changed_at) = (${derived}, true, ${now})
    from derived d
    where t.id = d.tire_id and (${sql.raw(describedBy('t'))}, t.on_sale) is distinct from (${derived}, true)`.execute(
    trx,
  );
  await sql`insert into tires (id, ${described}, changed_at)
    select tire_id, ${derived}, ${now} from derived d
    where not exists (select from tires where id = d.tire_id) order by tire_id`.execute(trx);
  await sql`update tires set on_sale = false, changed_at = ${now} from gone where id = gone.tire_id`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from gone`.execute(trx);
  await checkReferences(trx);
  return { offSale: rows[0]?.count ?? 0, repriced };
}

async function writePrices(trx: Trx, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`insert into price_history (tire_id, price_cents, since)
    select d.tire_id, d.price_cents, ${now}::timestamptz from derived d left join tires t on t.id = d.tire_id
    where t.id is null or not t.on_sale or t.price_cents <> d.price_cents
    union all
    select tire_id, null, ${now}::timestamptz from gone
    order by 1
    on conflict (tire_id, since) do update set price_cents = excluded.price_cents`.execute(trx);
  return Number(numAffectedRows);
}

/** What foreign keys would check row by row: every tire has its maker, every source its tire. Throws. */
async function checkReferences(trx: Trx) {
  const { rows } = await sql<{ tire_id: string }>`
    select tire_id from touched
    left join tires on tires.id = tire_id left join manufacturers on manufacturers.id = manufacturer_id
    where manufacturers.id is null limit 1`.execute(trx);
  if (rows[0]) throw new Error(`tire ${rows[0].tire_id} has no row or no maker`);
}
