import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/connect.server.ts';
import { readAccess, urlOf } from '../../src/database/embedded/access.server.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { migrationFiles } from '../support/database/migration-files.ts';
import { seedTires } from '../support/database/seed.ts';
import { startTcpProxy } from '../support/server/tcp-proxy.ts';

/** The database of a shop under test: migrated, with two tires. */
export type ShopDatabase = {
  /** Settings of the shop; without DATABASE_URL it runs the embedded database in its folder. */
  environment: { DATABASE_URL?: string };
  /** The shop's DATA_DIR. */
  folder: string;
  url(): Promise<string>;
  /** Opens the database while no shop runs; `stop` must be called afterwards. */
  openWithoutShop(): Promise<{ url: string; stop(): Promise<void> }>;
};

const silent = { log: () => {} };

/** Puts a migrated database with two tires into an empty folder, without a running server. */
export type MakeDatabase = (folder: string) => Promise<void>;

export const makeDatabase: MakeDatabase = async (folder) => {
  const { url, stop } = await startEmbedded({ folder, ...silent });
  await migrate(url, await migrationFiles(), () => {});
  await fill(url);
  await stop();
};

/** A temporary folder that `cleanup` removes. */
export async function folderFor(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-faults-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A migrated database at `url`, filled with two tires. */
export async function existingDatabase(cleanup: AsyncDisposableStack, url: string): Promise<ShopDatabase> {
  await fill(url);
  const folder = await folderFor(cleanup);
  const openWithoutShop = async () => ({ url, stop: async () => {} });
  return { environment: { DATABASE_URL: url }, folder, url: async () => url, openWithoutShop };
}

/** A PostgreSQL server of its own, which can be stopped and started again. */
export async function separateDatabase(cleanup: AsyncDisposableStack) {
  const serverFolder = await folderFor(cleanup);
  let server = await startEmbedded({ folder: serverFolder, ...silent });
  cleanup.defer(() => server.stop());
  await migrate(server.url, await migrationFiles(), () => {});
  return {
    ...(await existingDatabase(cleanup, server.url)),
    serverFolder,
    stop: () => server.stop(),
    async start(): Promise<void> {
      const { url } = server;
      server = await startEmbedded({ folder: serverFolder, ...silent });
      if (server.url !== url) throw new Error('the port was taken while the server was stopped');
    },
  };
}

/** The same, reached through a TCP proxy that can delay, silence or break connections. */
export async function databaseBehindProxy(cleanup: AsyncDisposableStack) {
  const server = await separateDatabase(cleanup);
  const proxy = await startTcpProxy(await server.url());
  cleanup.defer(proxy.close);
  return { database: { ...server, environment: { DATABASE_URL: proxy.url } }, proxy };
}

/** The embedded database of the shop in `folder`. Tests pass a `make` that copies. */
export async function embeddedDatabase(
  cleanup: AsyncDisposableStack,
  folder: string,
  make = makeDatabase,
): Promise<ShopDatabase> {
  const openWithoutShop = () => startEmbedded({ folder, ...silent });
  await make(folder);
  // A killed shop leaves its PostgreSQL running: `openWithoutShop` adopts that server, so that it can be stopped.
  cleanup.defer(async () => (await openWithoutShop()).stop());
  const url = async () => {
    const access = await readAccess(folder);
    if (!access) throw new Error(`${folder} holds no database`);
    return urlOf(access);
  };
  return { environment: {}, folder, url, openWithoutShop };
}

async function fill(url: string): Promise<void> {
  const db = openDatabase(url);
  await seedTires(db.kysely, [
    { id: 'plenty', stock: { ringtee: 100_000, annelinn: 100_000 } },
    { id: 'scarce', stock: { annelinn: 40 } },
  ]).finally(db.close);
}
