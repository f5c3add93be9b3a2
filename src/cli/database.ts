import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { type Database, openDatabase } from '../database/connect.server.ts';
import { startEmbedded } from '../database/embedded.server.ts';
import { migrate } from '../database/migrate.server.ts';
import { migrations } from '../database/migrations.server.ts';
import type { Io } from './command.ts';
import { note } from './output.ts';

/**
 * Gives a command the shop's database: that of DATABASE_URL, else the embedded one, started and migrated when no shop
 * runs. Closed when the work is done.
 */
export async function withDatabase<T>(io: Io, work: (database: Database, url: string) => Promise<T>): Promise<T> {
  return withServer(io, async (url, embedded) => {
    if (embedded) await migrate(url, migrations, (line) => note(io, line));
    return withOpened(url, work);
  });
}

/** As `withDatabase`, with a database that is left as it is: of an older version, or empty. */
export async function withServer<T>(
  io: Io,
  work: (url: string, embedded: boolean) => Promise<T>,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'> = readConfig(io.env),
): Promise<T> {
  if (databaseUrl) return work(databaseUrl, false);
  const embedded = await startEmbedded({ folder: resolve(dataDir), log: (line) => note(io, line) });
  try {
    return await work(embedded.url, true);
  } finally {
    await embedded.stop();
  }
}

async function withOpened<T>(url: string, work: (database: Database, url: string) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { name: 'rehvipood command', connections: 2, statementTimeoutMs: 0 });
  try {
    return await work(database, url);
  } catch (error) {
    if (isUndefinedTable(error)) throw new Error('this database is not the shop’s yet: start the shop with it once');
    throw error;
  } finally {
    await database.close();
  }
}

function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}
