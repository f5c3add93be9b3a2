import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { endAfterSilence } from './silence.server.ts';
import type { Tables } from './tables.ts';

/** Kysely on one connection of the pool, and that connection itself for what Kysely has no words for, such as COPY. */
export async function onOneConnection<T>(
  pool: pg.Pool,
  work: (kysely: Kysely<Tables>, client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // What needs a connection to itself sorts out a whole price list, in statements as long as it takes.
  endAfterSilence(client, 0);
  const lent = { query: client.query.bind(client), release: () => {} };
  const one = { connect: async () => lent, end: async () => {}, options: {} };
  try {
    return await work(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: one }) }), client);
  } finally {
    client.release();
  }
}
