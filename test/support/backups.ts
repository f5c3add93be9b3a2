import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../src/database/temporary-database.ts';
import { type Template, testDatabase } from './database.ts';

const empty: Template = { name: 'nothing', fill: async () => {} };

/** The address of a database with nothing in it, dropped after the test. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await testDatabase(empty);
  onTestFinished(drop);
  return url;
}

/** A file that is not there yet, in a folder that is removed after the test. */
export async function newFile(name = 'backup.zip'): Promise<string> {
  return join(await temporaryFolder(), name);
}

/** Asks a database by a connection of its own. */
export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Every row of every table as text, by table; and where each column that numbers itself has come to. */
export async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(url, `select t::text as row from public.${name} t order by 1`);
    contents[name] = rows.map(({ row }) => row);
  }
  const sequences = await query<{ text: string }>(
    url,
    `select sequencename || ' ' || coalesce(last_value::text, 'not used') as text from pg_sequences
     where schemaname = 'public' order by 1`,
  );
  return { ...contents, sequences: sequences.map(({ text }) => text) };
}
