import type pg from 'pg';
import { quoted } from './describe.server.ts';
import { loadRows } from './load.server.ts';
import type { BackupTable } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

/** What becomes of a column on its way: SQL of its text. */
const changed: Record<string, string> = {
  // Whoever had begun it is no more.
  state: `case state when 'active' then 'retry' else state end`,
  // Those of an old backup shall be done, not tidied away.
  keep_until: `greatest(keep_until::timestamptz, now() + interval '14 days')::text`,
};

/**
 * Puts the jobs of a backup, and the queues that they are in, in place of those that are there. pg-boss may be another
 * version than it was: columns that it has no more are left out, new ones get what they are by default.
 */
export async function loadJobs(client: pg.ClientBase, backup: OpenBackup): Promise<void> {
  await client.query('delete from pgboss.job; delete from pgboss.queue');
  for (const name of ['queue', 'job']) {
    const table = backup.manifest.tables.find((one) => one.schema === 'pgboss' && one.name === name);
    if (table) await loadQueueTable(client, backup, table);
  }
}

async function loadQueueTable(client: pg.ClientBase, backup: OpenBackup, table: BackupTable): Promise<void> {
  const loaded = `loaded_${table.name}`;
  const texts = table.columns.map((column) => `${quoted(column)} text`).join(', ');
  await client.query(`create temporary table ${loaded} (${texts}) on commit drop`);
  await loadRows(client, backup, table, loaded);
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname::text as column, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any ($2)`,
    [`pgboss.${table.name}`, table.columns],
  );
  const columns = rows.map(({ column }) => quoted(column)).join(', ');
  const values = rows.map(({ column, type }) => `(${changed[column] ?? quoted(column)})::${type}`).join(', ');
  await client.query(`insert into pgboss.${table.name} (${columns}) select ${values} from ${loaded}`);
}
