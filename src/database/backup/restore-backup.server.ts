import pg from 'pg';
import { withClient } from '../connect.server.ts';
import { type Migration, migrateWithin, withMigrationLock } from '../migrate.server.ts';
import { inClientTransaction } from '../transaction.server.ts';
import { tablesOf } from './describe.server.ts';
import { type BackupJob, createQueues, loadJobs, readJobs } from './jobs.server.ts';
import { loadTable, tablesInOrder } from './load.server.ts';
import { type Manifest, RefusedBackup } from './manifest.ts';
import { checkBackup, type OpenBackup, openBackup } from './read-backup.server.ts';
import { refuseTarget, refuseWhileUsed } from './target.server.ts';

/** `name`: the name of a file while checking, of a table while loading. */
export type RestoreProgress = { phase: 'checking' | 'loading'; name: string };

type Options = {
  migrations: Migration[];
  /** Allows a restore over a catalogue without orders. */
  replace: boolean;
  log: (line: string) => void;
  afterLoading?: ((client: pg.ClientBase, manifest: Manifest) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: RestoreProgress) => void) | undefined;
};

const noLog = () => {};

/** `skippedTables`: tables of the backup that this database does not have. */
export type RestoreResult = {
  manifest: Manifest;
  migrated: string[];
  skippedTables: string[];
};

/** Checks the file, then restores it in one transaction. Throws RefusedBackup, also while a shop uses the database. */
export async function restoreBackup(url: string, file: string, options: Options): Promise<RestoreResult> {
  const backup = await openBackup(file);
  try {
    refuseNewer(backup.manifest, options.migrations);
    await checkBackup(backup, (name) => reportProgress(options, { phase: 'checking', name }));
    const jobs = await readJobs(backup);
    return await withClient(url, 'rehvipood restore', async (client) => {
      await refuseWhileUsed(client);
      await refuseTarget(client, options);
      await createQueues(url, jobs);
      return withMigrationLock(client, async () => {
        const result = await inClientTransaction(client, () => loadBackup(client, backup, jobs, options));
        await client.query('analyze');
        return result;
      });
    });
  } finally {
    await backup.close();
  }
}

async function loadBackup(
  client: pg.ClientBase,
  backup: OpenBackup,
  jobs: BackupJob[],
  options: Options,
): Promise<RestoreResult> {
  const { migrations, log, afterLoading } = options;
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`);
  // Another process may have filled the database since the first check.
  await refuseTarget(client, options);
  const { manifest } = backup;
  // Only if needed: a role that may not drop the schema can still restore into an empty database.
  if ((await tablesOf(client)).length > 0) await client.query('drop schema public cascade; create schema public');
  const appliedInBackup = new Set(manifest.migrations.map(({ name }) => name));
  const migrationsOfBackup = migrations.filter(({ name }) => appliedInBackup.has(name));
  await migrateWithin(client, migrationsOfBackup, noLog);
  const tableOrder = await tablesInOrder(client);
  const publicTables = manifest.tables.filter(({ schema }) => schema === 'public');
  const tables = new Map(publicTables.map((table) => [table.name, table]));
  // `cascade`, although all tables are listed: PostgreSQL 18 overlooks a listed table whose foreign keys are all `not enforced`, and refuses to truncate those that it references.
  await client.query(`truncate ${tableOrder.map((name) => `public.${pg.escapeIdentifier(name)}`).join(', ')} cascade`);
  for (const name of tableOrder) {
    const table = tables.get(name);
    if (!table) throw new RefusedBackup('damaged', `the backup lacks the table ${name}`);
    reportProgress(options, { phase: 'loading', name });
    await loadTable(client, backup, table);
  }
  // PostgreSQL cannot alter a table that has pending deferred constraint checks.
  await client.query('set constraints all immediate');
  await loadJobs(client, jobs);
  const migrated = await migrateWithin(client, migrations, log);
  await afterLoading?.(client, manifest);
  const skippedTables = [...tables.keys()].filter((name) => !tableOrder.includes(name));
  return { manifest, migrated, skippedTables };
}

function refuseNewer({ migrations: applied }: Manifest, known: Migration[]): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (newer.length === 0) return;
  throw new RefusedBackup(
    'newer',
    `the backup is of a newer version of the shop (it has ${newer.join(', ')}, which this shop does not know): update this shop first`,
  );
}

function reportProgress({ signal, onProgress }: Options, progress: RestoreProgress): void {
  signal?.throwIfAborted();
  onProgress?.(progress);
}
