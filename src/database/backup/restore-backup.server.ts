import type pg from 'pg';
import { withClient } from '../connect.server.ts';
import { type Migration, migrateWithin, withMigrationLock } from '../migrate.server.ts';
import { openQueues } from '../queue.server.ts';
import { quoted, tablesOf } from './describe.server.ts';
import { loadJobs, loadTable, tablesInOrder } from './load.server.ts';
import { type Manifest, RefusedBackup } from './manifest.ts';
import { checkBackup, type OpenBackup, openBackup } from './read-backup.server.ts';
import { refuseTarget, refuseWhileUsed, targetHolds } from './target.server.ts';

export type RestoreProgress = { phase: 'checking' | 'loading'; table: string };

type Options = {
  migrations: Migration[];
  /** Also restores over a catalogue without orders. */
  replace: boolean;
  log: (line: string) => void;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: RestoreProgress) => void) | undefined;
};

export type Restored = {
  manifest: Manifest;
  migrated: string[];
  leftOut: string[];
};

/** Restores into an empty database, in one transaction, after reading the whole file. Throws RefusedBackup. */
export async function restoreBackup(url: string, file: string, options: Options): Promise<Restored> {
  const backup = await openBackup(file);
  try {
    refuseNewer(backup.manifest, options.migrations);
    await checkBackup(backup, ({ name }) => tell(options, { phase: 'checking', table: name }));
    return await withClient(url, 'rehvipood restore', async (client) => {
      await refuseWhileUsed(client);
      refuseTarget(await targetHolds(client), options);
      await ensureQueues(url, client);
      return withMigrationLock(client, () => inTransaction(client, () => load(client, backup, options)));
    });
  } finally {
    await backup.close();
  }
}

async function load(client: pg.ClientBase, backup: OpenBackup, options: Options): Promise<Restored> {
  const { migrations, log } = options;
  // Another process may have filled the database since the first check.
  refuseTarget(await targetHolds(client), options);
  const { manifest } = backup;
  // Without that right, a restore into an empty database still works.
  if ((await tablesOf(client)).length > 0) await client.query('drop schema public cascade; create schema public');
  const inBackup = new Set(manifest.migrations.map(({ name }) => name));
  await migrateWithin(
    client,
    migrations.filter(({ name }) => inBackup.has(name)),
    () => {},
  );
  const order = await tablesInOrder(client);
  const tables = new Map(manifest.tables.flatMap((one) => (one.schema === 'public' ? [[one.name, one]] : [])));
  // Rows that migrations wrote. `cascade`: PostgreSQL 18 overlooks tables whose keys are not enforced.
  await client.query(`truncate ${order.map((name) => `public.${quoted(name)}`).join(', ')} cascade`);
  for (const name of order) {
    const table = tables.get(name);
    if (!table) throw new RefusedBackup('damaged', `the backup lacks the table ${name}`);
    tell(options, { phase: 'loading', table: name });
    await loadTable(client, backup, table);
  }
  // A table with deferred checks waiting cannot be migrated.
  await client.query('set constraints all immediate');
  await loadJobs(client, backup);
  const { applied } = await migrateWithin(client, migrations, log);
  return { manifest, migrated: applied, leftOut: [...tables.keys()].filter((name) => !order.includes(name)) };
}

function refuseNewer({ migrations: applied }: Manifest, known: Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (newer.length === 0) return;
  throw new RefusedBackup(
    'newer',
    `the backup is of a newer version of the shop (it has ${newer.join(', ')}, which this one does not know): update this one first`,
  );
}

/** pg-boss makes its tables in a transaction of its own, so before ours. */
async function ensureQueues(url: string, client: pg.ClientBase): Promise<void> {
  let fault: unknown;
  const queues = await openQueues(url, [], { works: false, onError: (error) => (fault = error) });
  await queues.stop();
  const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as there`);
  if (!rows[0].there) throw new Error('the queues cannot be made', { cause: fault });
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`);
  try {
    const result = await work();
    await client.query('commit');
    await client.query('analyze');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

function tell({ signal, onProgress }: Options, progress: RestoreProgress): void {
  signal?.throwIfAborted();
  onProgress?.(progress);
}
