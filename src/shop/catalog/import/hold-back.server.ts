import { sql } from 'kysely';
import { RefusedList } from './refusal.ts';
import type { Trx } from './staging.server.ts';

/** Fewer tires than these may go at once: that is no sign of half a list. */
const atLeast = 10;

/**
 * Refuses a list that no longer names more than a third of what one of its suppliers listed: it is more likely cut off
 * than meant. Throws RefusedList.
 */
export async function holdBack(trx: Trx): Promise<void> {
  const { rows } = await sql<{ supplier: string; removed: number; listed: number }>`
    select supplier, u.removed, l.listed
    from (select supplier, count(*)::integer as removed from unlisted group by supplier) u
    join (select supplier, count(*)::integer as listed from tire_sources where listed group by supplier) l
      using (supplier)
    where u.removed * 3 > l.listed and l.listed >= ${atLeast}
    order by supplier`.execute(trx);
  if (rows.length > 0) throw new RefusedList({ reason: 'removes-too-many', suppliers: rows });
}
