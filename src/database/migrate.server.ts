import { hash } from 'node:crypto';
import type pg from 'pg';
import { withClient } from './connect.server.ts';
import { inClientTransaction } from './transaction.server.ts';

/** `name` begins with its number: `0001_catalogue`. */
export type Migration = { name: string; sql: string };
export type Log = (line: string) => void;

const lockKey = `hashtext('rehvipood migrations')`;

/** Applies missing migrations, each in a transaction. Throws if an applied one was edited, or one fails. */
export async function migrate(
  target: string | pg.ClientBase,
  migrations: Migration[],
  log: Log,
): Promise<{ applied: string[] }> {
  if (typeof target === 'string')
    return withClient(target, 'rehvipood migrate', (client) => migrate(client, migrations, log));
  return withMigrationLock(target, async () => ({
    applied: await applyMissing(target, migrations, log, applyInTransaction),
  }));
}

/** As `migrate`, in the caller's transaction. The caller holds the migration lock. Returns the applied names. */
export function migrateWithin(client: pg.ClientBase, migrations: Migration[], log: Log): Promise<string[]> {
  return applyMissing(client, migrations, log, applyInCallersTransaction);
}

export async function withMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock(${lockKey})`);
  try {
    return await work();
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`).catch(() => {});
  }
}

async function applyMissing(
  client: pg.ClientBase,
  migrations: Migration[],
  log: Log,
  applyOne: typeof applyInTransaction,
): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const { changed, newer, missing } = compareMigrations(rows, migrations);
  if (changed.length > 0) {
    throw new Error(
      `Migration ${namesOf(changed)} was changed after this database applied it. Add a new file instead.`,
    );
  }
  if (newer.length > 0) log(`The database is newer than this code (it has ${namesOf(newer)}); continuing.`);
  for (const migration of missing) {
    await applyOne(client, migration);
    log(`Migrated: ${migration.name}`);
  }
  return missing.map(({ name }) => name);
}

/** Compares a database's `applied` migrations with the code's. `newer`: applied, but unknown to the code. */
export function compareMigrations(applied: { name: string; sha256: string }[], migrations: Migration[]) {
  const appliedHashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  const knownNames = new Set(migrations.map(({ name }) => name));
  const inOrder = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    missing: inOrder.filter(({ name }) => !appliedHashes.has(name)),
    newer: applied.filter(({ name }) => !knownNames.has(name)),
    changed: inOrder.filter(({ name, sql }) => appliedHashes.has(name) && appliedHashes.get(name) !== sha256(sql)),
  };
}

async function applyInTransaction(client: pg.ClientBase, migration: Migration) {
  await inClientTransaction(client, () => applyInCallersTransaction(client, migration));
}

async function applyInCallersTransaction(client: pg.ClientBase, { name, sql }: Migration) {
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256(sql)]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

// Ignores the kind of line end, which Git on Windows may have changed.
function sha256(sql: string): string {
  return hash('sha256', sql.replaceAll('\r\n', '\n'));
}

function namesOf(migrations: { name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ');
}
