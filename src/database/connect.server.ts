import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { connect, ServerClient } from './server/server-client.server.ts';
import { setSocketTimeout } from './socket-timeout.server.ts';
import type { Tables } from './tables.ts';

export type Database = AsyncDisposable & { kysely: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  name?: string;
  connections?: number;
  connectionTimeoutMs?: number;
  /** 0, as for imports: statements and idle transactions may take any time. */
  statementTimeoutMs?: number;
  onLostConnection?: (error: Error) => void;
};

/** Returns a connection pool and Kysely on top of it. Does not throw: the first query connects. */
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
    idle_in_transaction_session_timeout: statementTimeoutMs > 0 ? 60_000 : 0,
    keepAlive: true,
    types: columnTypes,
    Client: ServerClient,
  });
  pool.on('error', onLostConnection);
  if (statementTimeoutMs > 0) {
    // PostgreSQL cancels a statement after statementTimeoutMs, so a socket that stays silent for longer is dead.
    pool.on('acquire', (client) => setSocketTimeout(client, statementTimeoutMs + 1_000));
    pool.on('release', (_error, client) => setSocketTimeout(client, 0));
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  // kysely.destroy() would leave the pool open when Kysely itself was never used.
  const close = async () => {
    if (!pool.ending) await pool.end();
  };
  return { kysely, pool, close, [Symbol.asyncDispose]: close };
}

type Parse = (text: string) => unknown;

const { INT8, NUMERIC, DATE } = pg.types.builtins;
const defaultParser: (id: number, format?: 'text' | 'binary') => Parse = pg.types.getTypeParser;
const arrayTypeOids = { TEXT: 1009, INT8: 1016, DATE: 1182, NUMERIC: 1231 };
const parseArray = defaultParser(arrayTypeOids.TEXT);
const parseNumberArray: Parse = (text) =>
  (parseArray(text) as (string | null)[]).map((item) => (item === null ? null : Number(item)));

const parsers: Record<number, Parse> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
  [arrayTypeOids.INT8]: parseNumberArray,
  [arrayTypeOids.NUMERIC]: parseNumberArray,
  [arrayTypeOids.DATE]: parseArray,
};

/** Parses int8 and numeric as number, date as `YYYY-MM-DD`, and arrays of them; all else as `pg` does. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && parsers[id]) || defaultParser(id, format),
};

/** Passes one connection to `work`, as Kysely and as a client (for COPY). The connection has no socket timeout. */
export async function onOneConnection<T>(
  pool: pg.Pool,
  work: (kysely: Kysely<Tables>, client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  setSocketTimeout(client, 0);
  const sharedClient = { query: client.query.bind(client), release: () => {} };
  const singleClientPool = { connect: async () => sharedClient, end: async () => {}, options: {} };
  try {
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: singleClientPool }) }), client);
  } finally {
    client.release();
  }
}

/** Runs `work` on a new connection without statement timeout, and closes it. */
export async function withClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new ServerClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  await connect(client);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
