import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BackupTable, Manifest, Measures } from './manifest.ts';

export async function describeTables(client: pg.ClientBase): Promise<Omit<BackupTable, keyof Measures>[]> {
  const tables: Omit<BackupTable, keyof Measures>[] = [];
  for (const name of await tablesOf(client)) {
    const columns = await columnsOf(client, name);
    tables.push({ schema: 'public', name, columns, sequences: await sequencesOf(client, name, columns) });
  }
  return tables;
}

/** Returns the names of the tables of schema public, without partitions and tables of extensions. */
export async function tablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by 1`);
  return rows.map(({ name }) => name);
}

export async function migrationsOf(client: pg.ClientBase): Promise<Manifest['migrations']> {
  return (await client.query('select name, sha256 from public.schema_migrations order by name')).rows;
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = format('public.%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function sequencesOf(client: pg.ClientBase, table: string, columns: string[]) {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select "column", pg_get_serial_sequence(format('public.%I', $1::text), "column") as sequence
     from unnest($2::text[]) as "column" where pg_get_serial_sequence(format('public.%I', $1::text), "column") is not null`,
    [table, columns],
  );
  const sequences: BackupTable['sequences'] = [];
  for (const { column, sequence } of rows) {
    const state = await client.query(`select last_value::text as last, is_called as called from ${sequence}`);
    sequences.push({ column, last: state.rows[0].last, called: state.rows[0].called });
  }
  return sequences;
}

const lineFeed = 10;

/** Passes chunks on as `chunks`, counts their rows and hashes their bytes. Call `finishMeasures` once, after the last one. */
export function measureChunks(chunks: AsyncIterable<Uint8Array>, onRows: (rows: number) => void = () => {}) {
  const hash = createHash('sha256');
  let rows = 0;
  async function* passThrough() {
    onRows(rows);
    for await (const chunk of chunks) {
      hash.update(chunk);
      rows += countLines(chunk);
      onRows(rows);
      yield chunk;
    }
  }
  return { chunks: passThrough(), finishMeasures: (): Measures => ({ rows, sha256: hash.digest('hex') }) };
}

/** COPY and JSON escape line feeds within values, so each line feed ends a row of a table or a job of `jobsFile`. */
function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let index = chunk.indexOf(lineFeed); index >= 0; index = chunk.indexOf(lineFeed, index + 1)) lines += 1;
  return lines;
}
