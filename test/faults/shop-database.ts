import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/connect.server.ts';
import { readAccess, urlOf } from '../../src/database/embedded/access.server.ts';
import { startEmbedded } from '../../src/database/embedded.server.ts';
import { migrate } from '../../src/database/migrate.server.ts';
import { migrationFiles } from '../support/migration-files.ts';
import { seedTires } from '../support/seed.ts';
import { wireTo } from '../support/wire.ts';

/** The database of a shop that is going to be hurt: migrated, with two tires. */
export type ShopDatabase = {
  /** What tells the shop of it; empty: it runs its own in its folder. */
  environment: { DATABASE_URL?: string };
  /** The shop's DATA_DIR. */
  folder: string;
  /** Where it is now. */
  url(): Promise<string>;
  /** Where it is while no shop runs; to be stopped again. */
  alone(): Promise<{ url: string; stop(): Promise<void> }>;
};

const silent = { log: () => {} };

/** A folder that goes with the stage. */
export async function folderFor(closing: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-faults-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database that stands already. */
export async function given(closing: AsyncDisposableStack, url: string): Promise<ShopDatabase> {
  await fill(url);
  const folder = await folderFor(closing);
  const alone = async () => ({ url, stop: async () => {} });
  return { environment: { DATABASE_URL: url }, folder, url: async () => url, alone };
}

/** A PostgreSQL of the shop's own kind, run beside it as a company's own PostgreSQL would be. */
export async function beside(closing: AsyncDisposableStack) {
  const home = await folderFor(closing);
  let server = await startEmbedded({ folder: home, ...silent });
  closing.defer(() => server.stop());
  await migrate(server.url, await migrationFiles(), () => {});
  return {
    ...(await given(closing, server.url)),
    /** Its own folder. */
    home,
    stop: () => server.stop(),
    /** Starts it where it was. */
    async start(): Promise<void> {
      const { url } = server;
      server = await startEmbedded({ folder: home, ...silent });
      if (server.url !== url) throw new Error('its port was taken meanwhile');
    },
  };
}

/** The same, reached over a line that can fail. */
export async function overWire(closing: AsyncDisposableStack) {
  const server = await beside(closing);
  const line = await wireTo(await server.url());
  closing.defer(line.close);
  return { database: { ...server, environment: { DATABASE_URL: line.url } }, line };
}

/** The one that the shop runs by itself, in `folder`. */
export async function embedded(closing: AsyncDisposableStack, folder: string): Promise<ShopDatabase> {
  const alone = () => startEmbedded({ folder, ...silent });
  const first = await alone();
  await migrate(first.url, await migrationFiles(), () => {});
  await fill(first.url);
  await first.stop();
  // What a killed shop has left running; an adopted server is stopped too.
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
