import { sql } from 'kysely';
import type { Trx } from '../../../database/transaction.server.ts';

/** Prepares a transaction that changes many prices: sets limits and takes the lock. Returns its `commitTime`. */
export async function beginPriceChanges(trx: Trx, now: Date, onWait?: () => void): Promise<Date> {
  await setImportLimits(trx);
  await lockImports(trx, onWait);
  return commitTime(trx, now);
}

/** Keeps out other imports, undos and price changes until the transaction ends. Calls `onWait` before it waits. */
export async function lockImports(trx: Trx, onWait: () => void = () => {}): Promise<void> {
  const key = sql`hashtext('rehvipood price list')`;
  const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${key}) as "isFree"`.execute(trx);
  if (rows[0]?.isFree) return;
  onWait();
  await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

export async function setImportLimits(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`set local default_statistics_target = 10`.execute(trx);
  await keepTemporaryTablesInMemory(trx);
}

/** Sets `temp_buffers`. A session that has used temporary tables cannot change it, so all imports use one size. */
export async function keepTemporaryTablesInMemory(trx: Trx) {
  await sql`savepoint before_buffers`.execute(trx);
  await sql`set local temp_buffers = '96MB'`
    .execute(trx)
    .catch(() => sql`rollback to savepoint before_buffers`.execute(trx));
}

/** Returns `now`. If the last price change is later than that, returns 1 ms after it, so that the history stays sorted. Needs `lockImports`. */
export async function commitTime(trx: Trx, now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select greatest((select max(greatest(at, undone_at)) from imports),
      (select at from price_decisions order by id desc limit 1),
      (select max(greatest(at, priced_at, undone_at)) from price_rules),
      (select days_priced_at from catalogue_state)) as last`.execute(trx);
  const last = rows[0]?.last;
  return last && last > now ? new Date(last.getTime() + 1) : now;
}
