import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { holdSession } from '../held-session.server.ts';
import { urlOf } from './access.server.ts';
import { clusterOf, dataFolder } from './data-directory.server.ts';
import { withFileLock } from './file-lock.server.ts';
import { stopPostgres } from './postmaster.server.ts';
import { ensureServer, startLogRotation } from './server.server.ts';

export type EmbeddedOptions = { folder: string; log: (line: string) => void };
/** `wasRunning`: another process uses the server, or a killed process left it behind. */
export type EmbeddedServer = { url: string; wasRunning: boolean; stop(): Promise<void> };

// Every process that uses the server holds a session of this name, so that the last one to end can stop the server.
const presenceSessionName = 'rehvipood: presence';

/** Starts PostgreSQL, or adopts a running one; the last process that uses it stops it. Throws NoEmbeddedDatabase. */
export async function startEmbedded({ folder: path, log }: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  const { url, port, wasRunning, session } = await withFileLock(folder, async () => {
    const { access, wasRunning } = await ensureServer(folder, log);
    const url = urlOf(access);
    const { port } = access;
    return { url, port, wasRunning, session: await holdSession({ url, name: presenceSessionName, beforeRetry }) };
  });
  const stopLogRotation = startLogRotation(folder);
  return { url, wasRunning, stop };

  async function beforeRetry() {
    const { wasRunning } = await withFileLock(folder, () => ensureServer(folder, log, port));
    if (!wasRunning) log('PostgreSQL had died and was started again.');
  }

  async function stop() {
    stopLogRotation();
    await session?.close();
    await withFileLock(folder, async () => {
      if (await isUsed(url)) return;
      await stopPostgres(await dataFolder(folder), await clusterOf(folder), 60_000);
    });
  }
}

async function isUsed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_stat_activity where application_name = $1', [
      presenceSessionName,
    ]);
    return rowCount !== 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
