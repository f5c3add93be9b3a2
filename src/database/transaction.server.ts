import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Trx = Transaction<Tables>;

// A rollback fails only when the connection is lost, and then the server rolls back.
const ignoreFailedRollback = () => {};

/** Runs `work` in a transaction of `client`, and rolls back when it throws. */
export async function inClientTransaction<T>(client: Pick<pg.ClientBase, 'query'>, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(ignoreFailedRollback);
    throw error;
  }
}

/** Runs `work` in a transaction, and commits if its result is ok. `dryRun`: rolls back in any case. */
export async function commitIfOk<T extends { ok: boolean }>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
  { dryRun = false } = {},
): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    const result = await work(trx);
    if (result.ok && !dryRun) await trx.commit().execute();
    return result;
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute().catch(ignoreFailedRollback);
  }
}

const lockNotAvailable = '55P03';
const uniqueViolation = '23505';

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns whether a lock was not granted in time; with `table`, only for a row of that table, which PostgreSQL names in `where`. */
export function isLockTimeout(error: unknown, table?: string): boolean {
  if (sqlState(error) !== lockNotAvailable) return false;
  return table === undefined || (error instanceof pg.DatabaseError && !!error.where?.includes(`"${table}"`));
}

const deadlockDetected = '40P01';
const serializationFailure = '40001';
const retryableStates = [deadlockDetected, serializationFailure];

export function isRetryable(error: unknown): boolean {
  return retryableStates.includes(sqlState(error) ?? '');
}

function violatesUnique(error: unknown, constraint: string): boolean {
  return sqlState(error) === uniqueViolation && error instanceof pg.DatabaseError && error.constraint === constraint;
}

export function isOrderNumberTaken(error: unknown): boolean {
  return violatesUnique(error, 'orders_number_key');
}

/** Returns whether the error says that the supplier already has another draft purchase for the same branch. */
export function isDraftTaken(error: unknown): boolean {
  return violatesUnique(error, 'purchases_one_draft');
}

/** Runs `work`. If it fails with a transient error, repeats it, at most three times. */
export async function retryWhen<T>(isTransient: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let retriesLeft = 3; ; retriesLeft -= 1) {
    try {
      return await work();
    } catch (error) {
      if (retriesLeft === 0 || !isTransient(error)) throw error;
    }
  }
}

export function commitIfOkWithRetry<T extends { ok: boolean }>(
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return retryWhen(isRetryable, () => commitIfOk(db, work));
}

/** Runs `work` in a transaction; after a deadlock or serialization failure, again in a new transaction. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { value } = await commitIfOkWithRetry(db, async (trx) => ({ ok: true, value: await work(trx) }));
  return value;
}
