import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/database/embedded/embedded.server.ts';
import { migrate } from '../src/database/migrate.server.ts';
import { migrationFiles } from '../test/support/database/migration-files.ts';

/** Creates a migrated database, or a copy of the database `like`, which must have no connections; returns its URL. */
export type CreateDatabase = (name: string, like?: string) => Promise<string>;

type Work<T> = (url: string, createDatabase: CreateDatabase) => Promise<T>;

/** Runs `work` with a temporary PostgreSQL server and a migrated database, and returns its result. */
export async function onTemporaryDatabase<T>(work: Work<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-bench-'));
  const server = await startEmbedded({ folder, log: () => {} });
  const remove = () => rm(folder, { recursive: true, force: true });
  const end = () =>
    void server
      .stop()
      .then(remove)
      .finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await migrate(server.url, await migrationFiles(), () => {});
    return await work(server.url, (name, like) => createDatabase(server.url, name, like));
  } finally {
    await server.stop();
    await remove();
  }
}

async function createDatabase(url: string, name: string, like?: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${name} template ${like ?? 'template1'}`).finally(() => client.end());
  const created = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  if (!like) await migrate(created, await migrationFiles(), () => {});
  return created;
}
