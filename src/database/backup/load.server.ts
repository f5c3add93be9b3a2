import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { quoted, tablesOf } from './describe.server.ts';
import type { BackupTable } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

/** Puts the rows of a table's file into `into`, which has its columns. */
export async function loadRows(client: pg.ClientBase, { read }: OpenBackup, table: BackupTable, into: string) {
  const columns = table.columns.map(quoted).join(', ');
  const copying = client.query(copyFrom(`copy ${into} (${columns}) from stdin`));
  await pipeline(Readable.from(read(table)), copying);
  if (copying.rowCount !== table.rows)
    throw new Error(`${into}: ${copying.rowCount} of ${table.rows} rows were loaded`);
}

/** Loads a table of the shop's own, and lets its columns that number themselves go on where they were. */
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
