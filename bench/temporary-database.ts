import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/database/embedded.server.ts';
import { migrate } from '../src/database/migrate.server.ts';
import { migrationFiles } from '../test/support/migration-files.ts';

/** Makes one more database there, migrated, or as the one named `like` is, which nobody may be connected to. */
export type Another = (name: string, like?: string) => Promise<string>;

type Work = (url: string, another: Another) => Promise<void>;

/** A PostgreSQL of its own with every migration, for as long as `work` takes. */
export async function onTemporaryDatabase(work: Work): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-bench-'));
  const server = await startEmbedded({ folder, log: () => {} });
  // Stopped by hand, it takes its database along.
  const remove = () => rm(folder, { recursive: true, force: true });
  const end = () =>
    void server
      .stop()
      .then(remove)
      .finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await migrate(server.url, await migrationFiles(), () => {});
    await work(server.url, (name, like) => another(server.url, name, like));
  } finally {
    await server.stop();
    await remove();
  }
}

async function another(url: string, name: string, like?: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${name} template ${like ?? 'template1'}`).finally(() => client.end());
  const made = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  if (!like) await migrate(made, await migrationFiles(), () => {});
  return made;
}
