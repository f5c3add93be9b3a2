import { resolve } from 'node:path';
import { type Config, readConfig } from '../../app/config.ts';
import { RefusedArchive } from '../../database/archive/archive-folder.server.ts';
import { RefusedBackup } from '../../database/backup/manifest.ts';
import { type Database, openDatabase } from '../../database/connect.server.ts';
import { startEmbedded } from '../../database/embedded/embedded.server.ts';
import { migrate } from '../../database/migrate.server.ts';
import { migrations } from '../../database/migrations.server.ts';
import { registerExternalServer } from '../../database/server/external-server.server.ts';
import { type Io, NotDone } from '../command.ts';
import { note } from '../output.ts';

/** Migrates an embedded database first, even while the shop runs: migrations only add to the schema. */
export async function withDatabase<T>(io: Io, work: (database: Database, url: string) => Promise<T>): Promise<T> {
  return withDatabaseUrl(io, async (url, isEmbedded) => {
    if (isEmbedded) await migrate(url, migrations, (line) => note(io, line));
    return withConnection(url, work);
  });
}

/** Runs `work` with DATABASE_URL, or with the URL of the embedded database, which it starts if necessary.
 * `serverRecord` 'read': compares the server of DATABASE_URL with the record of earlier runs, and refuses another PostgreSQL or an old primary. */
export async function withDatabaseUrl<T>(
  io: Io,
  work: (url: string, isEmbedded: boolean) => Promise<T>,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'> = readConfig(io.env),
  serverRecord: 'read' | 'ignore' = 'read',
): Promise<T> {
  if (databaseUrl) {
    await registerExternalServer(databaseUrl, { folder: resolve(dataDir), log: () => {}, serverRecord });
    return work(databaseUrl, false);
  }
  const embedded = await startEmbedded({ folder: resolve(dataDir), log: (line) => note(io, line) });
  try {
    return await work(embedded.url, true);
  } finally {
    await embedded.stop();
  }
}

async function withConnection<T>(url: string, work: (database: Database, url: string) => Promise<T>): Promise<T> {
  await using database = openDatabase(url, { name: 'rehvipood command', connections: 2, statementTimeoutMs: 0 });
  try {
    return await work(database, url);
  } catch (error) {
    if (isOfOlderSchema(error))
      throw new Error(
        'this database lacks tables or columns of this version: start the shop on it once, which creates them',
      );
    throw error;
  }
}

function isOfOlderSchema(error: unknown): boolean {
  const [undefinedTable, undefinedColumn] = ['42P01', '42703'];
  return error instanceof Error && 'code' in error && (error.code === undefinedTable || error.code === undefinedColumn);
}

/** Throws NotDone instead of RefusedBackup or RefusedArchive. */
export async function rethrowRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedBackup || error instanceof RefusedArchive)
      throw new NotDone(error.reason, error.message);
    throw error;
  }
}
