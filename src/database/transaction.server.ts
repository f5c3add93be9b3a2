import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Trx = Transaction<Tables>;

/** Commits when `work` says ok, otherwise rolls back. */
export async function commitIfOk<T extends { ok: boolean }>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    const result = await work(trx);
    if (result.ok) await trx.commit().execute();
    return result;
  } finally {
    // A rollback fails only when the connection is lost, and then the server rolls back.
    if (!trx.isCommitted)
      await trx
        .rollback()
        .execute()
        .catch(() => {});
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns whether the wait for a lock timed out; with `table`, for the lock of a unique index of it. */
export function isLockTimeout(error: unknown, table?: string): boolean {
  if (sqlState(error) !== '55P03') return false;
  return table === undefined || (error instanceof pg.DatabaseError && !!error.where?.includes(`"${table}"`));
}

const lostRaces = ['40P01', '40001'];

export function lostRace(error: unknown): boolean {
  return lostRaces.includes(sqlState(error) ?? '');
}

/** Random order numbers may collide. */
export function numberTaken(error: unknown): boolean {
  return sqlState(error) === '23505' && error instanceof pg.DatabaseError && error.constraint === 'orders_number_key';
}

export async function repeatedIf<T>(mayPass: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !mayPass(error)) throw error;
    }
  }
}

export function allOrNothing<T extends { ok: boolean }>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return repeatedIf(lostRace, () => commitIfOk(db, work));
}

/** Commits when `work` returns; retried after a deadlock or serialization failure. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { value } = await allOrNothing(db, async (trx) => ({ ok: true, value: await work(trx) }));
  return value;
}
