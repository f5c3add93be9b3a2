import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import { type CommitOptions, commitTires } from '../../import/commit.server.ts';
import { notifyRepriced } from '../notify-repriced.server.ts';

/** Creates the temporary table `changed_tires` of tires to price: those of `ids` that a list contains; null: all that a list contains. */
export async function createChangedTiresTable(trx: Trx, ids: readonly string[] | null): Promise<void> {
  await sql`create temporary table changed_tires on commit drop as
    select tire_id, count(*) = 1 as known_single_source -- only one list contains the tire
    from tire_sources
    where listed and ${ids === null ? sql`true` : sql`tire_id = any(${ids})`} group by tire_id`.execute(trx);
  await sql`analyze changed_tires`.execute(trx);
}

/** Prices the tires `ids` again; null: all that a list contains. Returns the number of changed prices. */
export async function reprice(
  trx: Trx,
  now: Date,
  ids: readonly string[] | null,
  options: CommitOptions = {},
): Promise<number> {
  await createChangedTiresTable(trx, ids);
  const { repriced } = await commitTires(trx, now, options);
  return notifyRepriced(trx, ids, repriced);
}
