import { sql } from 'kysely';
import type { Trx } from './staging.server.ts';

/**
 * When what lands now lands: `now`, when it was begun; where something that was begun later has landed meanwhile, just
 * after that. The history of prices tells the order in which prices were asked by nothing but their moments. Needs the
 * turn (take-turn.server.ts).
 */
export async function landingTime(trx: Trx, now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`select max(greatest(at, undone_at)) as last from imports`.execute(
    trx,
  );
  const last = rows[0]?.last;
  return last && last > now ? new Date(last.getTime() + 1) : now;
}
