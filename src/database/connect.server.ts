import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.server.ts';
import { endAfterSilence } from './silence.server.ts';
import type { Tables } from './tables.ts';

export type Database = { kysely: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  /** Shown in pg_stat_activity. */
  name?: string;
  /** Most connections at once. */
  connections?: number;
  /** How long a query may wait for a connection that is free. */
  connectionTimeoutMs?: number;
  /** 0: no limit, for imports. */
  statementTimeoutMs?: number;
  /** A connection that was lost while nobody used it; the pool replaces it by itself. */
  onLostConnection?: (error: Error) => void;
};

/** A pool on `url` (`postgres://…`) and Kysely upon it. Connects when first used; nothing is thrown here. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { name = 'rehvipood', connections = 10, connectionTimeoutMs = 5_000, statementTimeoutMs = 15_000 } = options;
  const { onLostConnection = () => {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs && 60_000,
    keepAlive: true,
    types: columnTypes,
  });
  pool.on('error', onLostConnection);
  // The pool stops listening to a client that is in use: one that is lost in a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (statementTimeoutMs > 0) {
    // PostgreSQL has cut every statement short by then, so what is silent for longer is lost.
    pool.on('acquire', (client) => endAfterSilence(client, statementTimeoutMs + 1_000));
    pool.on('release', (_error, client) => endAfterSilence(client, 0));
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // kysely.destroy() leaves the pool open when Kysely itself was never used.
  return { kysely, pool, close: async () => (pool.ending ? undefined : pool.end()) };
}
