import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Trx = Transaction<Tables>;

/** Runs `work` in a transaction: committed when it says ok, otherwise rolled back, so that a refusal leaves nothing behind. */
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
    // A rollback fails only with the connection, and then the server rolls back by itself.
    if (!trx.isCommitted)
      await trx
        .rollback()
        .execute()
        .catch(() => {});
  }
}

/** The SQLSTATE of a database's refusal. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a lock was waited for too long; with `table`, one that guards what is unique in it. */
export function isLockTimeout(error: unknown, table?: string): boolean {
  if (sqlState(error) !== '55P03') return false;
  return table === undefined || (error instanceof pg.DatabaseError && !!error.where?.includes(`"${table}"`));
}

const lostRaces = ['40P01', '40001'];

/** Deadlock or serialization failure: the same work may well succeed when it is done again. */
export function lostRace(error: unknown): boolean {
  return lostRaces.includes(sqlState(error) ?? '');
}

/** Order numbers are random, so one may be drawn twice. */
export function numberTaken(error: unknown): boolean {
  return sqlState(error) === '23505' && error instanceof pg.DatabaseError && error.constraint === 'orders_number_key';
}

/** Repeats work that failed for a reason which may be gone the next time, at most three times. */
export async function repeatedIf<T>(mayPass: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !mayPass(error)) throw error;
    }
  }
}

/** As `commitIfOk`; repeated when it lost a race against another. */
export function allOrNothing<T extends { ok: boolean }>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return repeatedIf(lostRace, () => commitIfOk(db, work));
}

/** Runs `work` in a transaction that commits when it returns; repeated when it lost a race against another. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { value } = await allOrNothing(db, async (trx) => ({ ok: true, value: await work(trx) }));
  return value;
}
