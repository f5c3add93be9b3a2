import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { holdSession } from '../held-session.server.ts';
import { urlOf } from './access.server.ts';
import { dataFolder } from './data-directory.server.ts';
import { withFileLock } from './file-lock.server.ts';
import { clearAway } from './postmaster.server.ts';
import { boundLog, clusterOf, ensureServer } from './server.server.ts';

export type EmbeddedOptions = { folder: string; log: (line: string) => void };
export type Embedded = { url: string; adopted: boolean; stop(): Promise<void> };

const presence = 'rehvipood: presence';

/** Starts PostgreSQL on `folder`, or adopts it. The last process to `stop` ends it. Throws NoEmbeddedDatabase. */
export async function startEmbedded({ folder: path, log }: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  const { url, port, adopted, session } = await withFileLock(folder, async () => {
    const { access, adopted } = await ensureServer(folder, log);
    const url = urlOf(access);
    const { port } = access;
    return { url, port, adopted, session: await holdSession({ url, name: presence, beforeRetry }) };
  });
  const unboundLog = boundLog(folder);
  return { url, adopted, stop };

  async function beforeRetry() {
    const { adopted } = await withFileLock(folder, () => ensureServer(folder, log, port));
    if (!adopted) log('PostgreSQL had died and was started again.');
  }

  async function stop() {
    unboundLog();
    await session?.close();
    await withFileLock(folder, async () => {
      if (await isUsed(url)) return;
      await clearAway(await dataFolder(folder), await clusterOf(folder), 60_000);
    });
  }
}

async function isUsed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_stat_activity where application_name = $1', [presence]);
    return rowCount !== 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
