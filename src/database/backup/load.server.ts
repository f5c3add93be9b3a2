import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tablesOf } from './describe.server.ts';
import { type BackupTable, fileOf } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

export async function loadTable(client: pg.ClientBase, { read }: OpenBackup, table: BackupTable): Promise<void> {
  const tableName = `public.${pg.escapeIdentifier(table.name)}`;
  const columns = table.columns.map(pg.escapeIdentifier).join(', ');
  const copyStream = client.query(copyFrom(`copy ${tableName} (${columns}) from stdin`));
  await pipeline(Readable.from(read(fileOf(table))), copyStream);
  if (copyStream.rowCount !== table.rows)
    throw new Error(`${tableName}: ${copyStream.rowCount} of ${table.rows} rows were loaded`);
  for (const { column, last, called } of table.sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)', [
      tableName,
      column,
      last,
      called,
    ]);
  }
}

/** Returns the tables of schema public, each after the tables that its foreign keys reference. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const foreignKeys = await client.query<{ table: string; referenced: string }>(
    `select t.relname::text as table, f.relname::text as referenced from pg_constraint
     join pg_class t on t.oid = conrelid join pg_class f on f.oid = confrelid
     where contype = 'f' and connamespace = to_regnamespace('public') and conrelid <> confrelid`,
  );
  const inOrder = new Set<string>();
  const addAfterReferenced = (table: string) => {
    if (inOrder.has(table)) return;
    const keysOfTable = foreignKeys.rows.filter((foreignKey) => foreignKey.table === table);
    for (const { referenced } of keysOfTable) addAfterReferenced(referenced);
    inOrder.add(table);
  };
  for (const table of await tablesOf(client)) addAfterReferenced(table);
  return [...inOrder];
}
