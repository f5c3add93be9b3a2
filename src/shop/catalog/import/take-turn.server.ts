import { sql } from 'kysely';
import type { Trx } from './staging.server.ts';

/** One import, or one that is taken back, at a time until the end of its transaction. `onWait`: another is at work. */
export async function takeTurn(trx: Trx, onWait: () => void = () => {}): Promise<void> {
  const key = sql`hashtext('rehvipood price list')`;
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(trx);
  if (rows[0]?.free) return;
  onWait();
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

/** Limits that are meant for pages do not hold for work on the whole catalogue. */
export async function liftLimits(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  // What the planner must know of temporary tables a small sample tells.
  await sql`set local default_statistics_target = 10`.execute(trx);
  await keepTemporaryTablesInMemory(trx);
}

/** Possible as long as the session has had no temporary table, or only such as these; otherwise they go to disk. */
async function keepTemporaryTablesInMemory(trx: Trx) {
  await sql`savepoint before_buffers`.execute(trx);
  await sql`set local temp_buffers = '96MB'`
    .execute(trx)
    .catch(() => sql`rollback to savepoint before_buffers`.execute(trx));
}
