import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, tablesOf } from './describe.server.ts';
import type { BackupTable } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

async function loadRows(client: pg.ClientBase, { read }: OpenBackup, table: BackupTable, into: string) {
  const columns = table.columns.map(quoted).join(', ');
  const copying = client.query(copyFrom(`copy ${into} (${columns}) from stdin`));
  await pipeline(Readable.from(read(table)), copying);
  if (copying.rowCount !== table.rows)
    throw new Error(`${into}: ${copying.rowCount} of ${table.rows} rows were loaded`);
}

/** Loads a table of the shop’s own, and sets its sequences. */
export async function loadTable(client: pg.ClientBase, backup: OpenBackup, table: BackupTable): Promise<void> {
  const into = `public.${quoted(table.name)}`;
  await loadRows(client, backup, table, into);
  for (const { column, last, called } of table.sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)', [
      into,
      column,
      last,
      called,
    ]);
  }
}

/** The tables of schema public, each after those that its rows point to. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; to: string }>(
    `select t.relname::text as table, f.relname::text as to from pg_constraint
     join pg_class t on t.oid = conrelid join pg_class f on f.oid = confrelid
     where contype = 'f' and connamespace = to_regnamespace('public') and conrelid <> confrelid`,
  );
  const inOrder = new Set<string>();
  const place = (table: string) => {
    if (inOrder.has(table)) return;
    for (const { to } of rows.filter((key) => key.table === table)) place(to);
    inOrder.add(table);
  };
  for (const table of await tablesOf(client)) place(table);
  return [...inOrder];
}

const changed: Record<string, string> = {
  state: `case state when 'active' then 'retry' else state end`,
  // Otherwise pg-boss would delete the jobs of an old backup before it runs them.
  keep_until: `greatest(keep_until::timestamptz, now() + interval '14 days')::text`,
};

/** Replaces all jobs and their queues. pg-boss may be another version: only the columns that both have are loaded. */
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
