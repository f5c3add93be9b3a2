import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/connect.server.ts';
import { readAccess, urlOf } from '../../src/database/embedded/access.server.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { migrationFiles } from '../support/database/migration-files.ts';
import { seedTires } from '../support/database/seed.ts';
import { wireTo } from '../support/server/wire.ts';

/** The database of a shop under test: migrated, with two tires. */
export type ShopDatabase = {
  /** Settings of the shop; without DATABASE_URL it runs the embedded database in its folder. */
  environment: { DATABASE_URL?: string };
  /** The shop's DATA_DIR. */
  folder: string;
  url(): Promise<string>;
  /** Opens the database while no shop runs; `stop` must be called afterwards. */
  alone(): Promise<{ url: string; stop(): Promise<void> }>;
};

const silent = { log: () => {} };

/** A temporary folder that `closing` removes. */
export async function folderFor(closing: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-faults-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A migrated database at `url`, filled with two tires. */
export async function existingDatabase(closing: AsyncDisposableStack, url: string): Promise<ShopDatabase> {
  await fill(url);
  const folder = await folderFor(closing);
  const alone = async () => ({ url, stop: async () => {} });
  return { environment: { DATABASE_URL: url }, folder, url: async () => url, alone };
}

/** A PostgreSQL server of its own, which can be stopped and started again. */
export async function separateDatabase(closing: AsyncDisposableStack) {
  const home = await folderFor(closing);
  let server = await startEmbedded({ folder: home, ...silent });
  closing.defer(() => server.stop());
  await migrate(server.url, await migrationFiles(), () => {});
  return {
    ...(await existingDatabase(closing, server.url)),
    home,
    stop: () => server.stop(),
    async start(): Promise<void> {
      const { url } = server;
      server = await startEmbedded({ folder: home, ...silent });
      if (server.url !== url) throw new Error('the port was taken while the server was stopped');
    },
  };
}

/** The same, reached through a TCP proxy, `line`, that can delay, silence or break connections. */
export async function databaseOverWire(closing: AsyncDisposableStack) {
  const server = await separateDatabase(closing);
  const line = await wireTo(await server.url());
  closing.defer(line.close);
  return { database: { ...server, environment: { DATABASE_URL: line.url } }, line };
}

/** The embedded database of the shop in `folder`. */
export async function embeddedDatabase(closing: AsyncDisposableStack, folder: string): Promise<ShopDatabase> {
  const alone = () => startEmbedded({ folder, ...silent });
  const first = await alone();
  await migrate(first.url, await migrationFiles(), () => {});
  await fill(first.url);
  await first.stop();
  // A killed shop leaves its PostgreSQL running: `alone` adopts that server, so that it can be stopped.
  closing.defer(async () => (await alone()).stop());
  const url = async () => {
    const access = await readAccess(folder);
    if (!access) throw new Error(`${folder} holds no database`);
    return urlOf(access);
  };
  return { environment: {}, folder, url, alone };
}

async function fill(url: string): Promise<void> {
  const db = openDatabase(url);
  await seedTires(db.kysely, [
    { id: 'plenty', stock: { ringtee: 100_000, annelinn: 100_000 } },
    { id: 'scarce', stock: { annelinn: 40 } },
  ]).finally(db.close);
}
