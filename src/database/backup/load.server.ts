import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, tablesOf } from './describe.server.ts';
import type { BackupTable } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

async function loadRows(client: pg.ClientBase, { read }: OpenBackup, table: BackupTable, into: string) {
  const columns = table.columns.map(quoted).join(', ');
  const copyStream = client.query(copyFrom(`copy ${into} (${columns}) from stdin`));
  await pipeline(Readable.from(read(table)), copyStream);
  if (copyStream.rowCount !== table.rows)
    throw new Error(`${into}: ${copyStream.rowCount} of ${table.rows} rows were loaded`);
}

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

/** Returns the tables of schema public, each after the tables that its foreign keys reference. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string; to: string }>(
    `select t.relname::text as table, f.relname::text as to from pg_constraint
     join pg_class t on t.oid = conrelid join pg_class f on f.oid = confrelid
     where contype = 'f' and connamespace = to_regnamespace('public') and conrelid <> confrelid`,
  );
  const inOrder = new Set<string>();
  const addAfterReferenced = (table: string) => {
    if (inOrder.has(table)) return;
    for (const { to } of rows.filter((key) => key.table === table)) addAfterReferenced(to);
    inOrder.add(table);
  };
  for (const table of await tablesOf(client)) addAfterReferenced(table);
  return [...inOrder];
}

// SQL expressions for the columns whose values the restore changes.
const changedValues: Record<string, string> = {
  state: `case state when 'active' then 'retry' else state end`,
  // Otherwise pg-boss would delete the jobs of an old backup before it runs them.
  keep_until: `greatest(keep_until::timestamptz, now() + interval '14 days')::text`,
};

/** Replaces all jobs and their queues. Loads only columns that this version of pg-boss has too. */
export async function loadJobs(client: pg.ClientBase, backup: OpenBackup): Promise<void> {
  await client.query('delete from pgboss.job; delete from pgboss.queue');
  for (const name of ['queue', 'job']) {
    const table = backup.manifest.tables.find((candidate) => candidate.schema === 'pgboss' && candidate.name === name);
    if (table) await loadQueueTable(client, backup, table);
  }
}

async function loadQueueTable(client: pg.ClientBase, backup: OpenBackup, table: BackupTable): Promise<void> {
  const temporaryTable = `loaded_${table.name}`;
  const textColumns = table.columns.map((column) => `${quoted(column)} text`).join(', ');
  await client.query(`create temporary table ${temporaryTable} (${textColumns}) on commit drop`);
  await loadRows(client, backup, table, temporaryTable);
  const { rows } = await client.query<{ column: string; type: string }>(
    `select attname::text as column, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname = any ($2)`,
    [`pgboss.${table.name}`, table.columns],
  );
  const columns = rows.map(({ column }) => quoted(column)).join(', ');
  const values = rows.map(({ column, type }) => `(${changedValues[column] ?? quoted(column)})::${type}`).join(', ');
  await client.query(`insert into pgboss.${table.name} (${columns}) select ${values} from ${temporaryTable}`);
}
