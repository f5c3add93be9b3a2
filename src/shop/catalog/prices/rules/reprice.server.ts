import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import { commitTires } from '../../import/commit.server.ts';

/** `all`: the tires that a list contains. */
export type TireIds = 'all' | readonly string[];

/** Creates the temporary table `changed_tires` of tires to price: those of `ids` that a list contains. */
export async function createChangedTiresTable(trx: Trx, ids: TireIds): Promise<void> {
  await sql`create temporary table changed_tires on commit drop as
    select tire_id, count(*) = 1 as known_single_source -- only one list contains the tire
    from tire_sources
    where listed and ${ids === 'all' ? sql`true` : sql`tire_id = any(${ids})`} group by tire_id`.execute(trx);
  await sql`analyze changed_tires`.execute(trx);
}

export async function reprice(trx: Trx, now: Date, ids: TireIds, options?: { ignoresGuard: boolean }): Promise<number> {
  await createChangedTiresTable(trx, ids);
  const { repriced } = await commitTires(trx, now, options);
  await notifyRepriced(trx, ids, repriced);
  return repriced;
}

/** With more ids than this, every process searches the whole catalogue for changes. */
const maxNotified = 50;

/** If prices have changed, tells the web processes which tires may have a new one. */
export async function notifyRepriced(trx: Trx, ids: TireIds, repriced: number): Promise<void> {
  if (repriced === 0) return;
  const payload = ids === 'all' || ids.length > maxNotified ? 'all' : JSON.stringify(ids);
  await sql`select pg_notify('catalogue', ${payload})`.execute(trx);
}
