import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../src/database/tables.ts';

/** Every row of every table, including the job queue, as JSON text. */
export async function wholeDatabase(db: Kysely<Tables>): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const texts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select ${name} || ': ' || row_to_json(t)::text as text from ${sql.table(`${schema}.${name}`)} t order by 1`.execute(
      db,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}

/** Returns those of `texts` that occur in a row of the database, ignoring case. */
export async function textsFoundInDatabase(db: Kysely<Tables>, texts: readonly string[]): Promise<string[]> {
  const wholeText = (await wholeDatabase(db)).join('\n').toLowerCase();
  return texts.filter((text) => wholeText.includes(text.toLowerCase()));
}
