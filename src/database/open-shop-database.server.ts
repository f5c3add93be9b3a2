import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { quoteForShell, setArchive } from './archive/archive-setting.server.ts';
import { withClient } from './connect.server.ts';
import { parseJson } from './durable-files.server.ts';
import { startEmbedded } from './embedded/embedded.server.ts';
import { isAlive } from './embedded/postmaster.server.ts';
import { type HeldSession, holdSession } from './held-session.server.ts';
import { type Log, migrate } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';
import { registerExternalServer } from './server/external-server.server.ts';
import { watchServer } from './server/server-client.server.ts';
import { refuseTransactionPooling } from './server/transaction-pooling.server.ts';

export class AlreadyRunning extends Error {}

export type ShopDatabase = {
  url: string;
  isEmbedded: boolean;
  /** Writes the pid file, from which a second start reads the address of this shop. */
  writeAddress(address: string): Promise<void>;
  close(): Promise<void>;
};

type Options = { url: string | undefined; folder: string; archive?: string | undefined; log: Log };

/** Without `url`, starts and migrates the embedded database. Throws AlreadyRunning if another shop uses that one. */
export async function openShopDatabase({ url, folder, archive, log }: Options): Promise<ShopDatabase> {
  if (url) {
    await openExternal(url, folder, log).catch((error: Error) => {
      throw new Error(`DATABASE_URL: ${error.message}`, { cause: error });
    });
    const watch = watchServer(url);
    return { url, isEmbedded: false, writeAddress: async () => {}, close: async () => watch.stop() };
  }
  await mkdir(folder, { recursive: true });
  await setArchive(folder, archive);
  let embedded = await startEmbedded({ folder, log });
  if (embedded.wasRunning && !(await archivesAsSet(embedded.url, archive))) {
    // Only a restart of PostgreSQL changes archive_mode. If another process uses this server, `stop` leaves it running.
    await embedded.stop();
    embedded = await startEmbedded({ folder, log });
  }
  const lock = await lockShop(embedded.url);
  if (!lock) {
    await embedded.stop();
    throw new AlreadyRunning(alreadyRunningMessage(await readPidFile(folder)));
  }
  const close = async () => {
    await lock.close();
    await embedded.stop();
  };
  if (embedded.wasRunning) log('PostgreSQL was still running from an earlier start, and continues to run.');
  try {
    await migrate(embedded.url, migrations, log);
  } catch (error) {
    // PostgreSQL would outlive this process, and a restore would refuse to replace its data.
    await close();
    throw error;
  }
  return {
    url: embedded.url,
    isEmbedded: true,
    writeAddress: (address) => writePidFile(folder, { pid: process.pid, address }),
    close,
  };
}

async function archivesAsSet(url: string, archive: string | undefined): Promise<boolean> {
  return withClient(url, 'rehvipood archive', async (client) => {
    const { rows } = await client.query(
      `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
    );
    const { mode, command } = rows[0];
    if (archive === undefined) return mode === 'off';
    return mode === 'on' && command.includes(quoteForShell(resolve(archive)));
  });
}

async function openExternal(url: string, folder: string, log: Log): Promise<void> {
  await registerExternalServer(url, { folder, log, serverRecord: 'update' });
  await refuseTransactionPooling(url);
  await migrate(url, migrations, log);
}

/** Locks the database for one shop until `close` or the process ends. Returns null when another shop has the lock. */
export function lockShop(url: string): Promise<HeldSession | null> {
  return holdSession({
    url,
    name: 'rehvipood: shop lock',
    prepare: async (client) => {
      const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('rehvipood shop')) as locked`);
      return rows[0].locked;
    },
  });
}

const pidFileSchema = z.object({ pid: z.int(), address: z.string() });
export type PidFile = z.infer<typeof pidFileSchema>;

const pidFilePath = (folder: string) => join(folder, 'shop.json');

export async function writePidFile(folder: string, pidFile: PidFile): Promise<void> {
  await writeFile(`${pidFilePath(folder)}.new`, `${JSON.stringify(pidFile)}\n`);
  await rename(`${pidFilePath(folder)}.new`, pidFilePath(folder));
}

export async function readPidFile(folder: string): Promise<PidFile | null> {
  const pidFile = parseJson(await readFile(pidFilePath(folder), 'utf8').catch(() => ''), pidFileSchema);
  return pidFile && isAlive(pidFile.pid) ? pidFile : null;
}

export function alreadyRunningMessage(pidFile: PidFile | null): string {
  if (!pidFile) return 'The shop is already starting from this folder.';
  return `The shop already runs from this folder: ${pidFile.address} (process ${pidFile.pid}).`;
}
