import { createWriteStream } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { configure, ZipWriter } from '@zip.js/zip.js';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../connect.server.ts';
import { writeInFull } from '../durable-files.server.ts';
import { describeTables, measureChunks, migrationsOf, tablesOf } from './describe.server.ts';
import { jobLines, migrateQueues } from './jobs.server.ts';
import {
  type BackupTable,
  fileOf,
  jobsFile,
  type Manifest,
  type Measures,
  manifestFile,
  manifestFormat,
  RefusedBackup,
} from './manifest.ts';

export type BackupProgress = { table: string; tableNumber: number; tableCount: number; rows: number };

type Options = {
  now: Date;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: BackupProgress) => void) | undefined;
};

/** Writes one snapshot into a new zip file, also while a shop runs. Throws RefusedBackup if `file` exists. */
export async function writeBackup(url: string, file: string, options: Options) {
  return withClient(url, 'rehvipood backup', async (client) => {
    // pg-boss reads jobs only from tables of its own version.
    await migrateQueues(url, client);
    await beginSnapshot(client);
    const manifest = await writeNewFile(file, (output) => writeZip(client, output, options));
    return { file, bytes: (await stat(file)).size, manifest };
  });
}

async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  const tables = await tablesOf(client);
  if (!tables.includes('schema_migrations'))
    throw new Error('this database has no tables of the shop: there is nothing to back up');
  await client.query('begin isolation level repeatable read read only');
  // Locks before the first query takes the snapshot, so that no migration can run in between.
  await client.query(
    `lock table ${tables.map((name) => `public.${pg.escapeIdentifier(name)}`).join(', ')} in access share mode`,
  );
  await client.query(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'`);
}

async function writeZip(client: pg.ClientBase, output: Writable, { now, signal, onProgress }: Options) {
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(Writable.toWeb(output), { zip64: true, lastModDate: now, ...(signal && { signal }) });
  const add = (name: string, bytes: Readable) => zip.add(name, Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
  const sources = await describeTables(client);
  const tables: BackupTable[] = [];
  const tableCountWithJobs = sources.length + 1;
  const addMeasured = async (name: string, table: string, read: () => AsyncIterable<Uint8Array>): Promise<Measures> => {
    signal?.throwIfAborted();
    const position = { table, tableNumber: tables.length + 1, tableCount: tableCountWithJobs };
    const { chunks, finishMeasures } = measureChunks(read(), (rows) => onProgress?.({ ...position, rows }));
    await add(name, Readable.from(chunks));
    return finishMeasures();
  };
  for (const source of sources) {
    const columns = source.columns.map(pg.escapeIdentifier).join(', ');
    const rowsQuery = `select ${columns} from public.${pg.escapeIdentifier(source.name)}`;
    const readRows = () => client.query(copyTo(`copy (${rowsQuery}) to stdout`));
    tables.push({ ...source, ...(await addMeasured(fileOf(source), source.name, readRows)) });
  }
  const jobs = await addMeasured(jobsFile, 'jobs', () => jobLines(client));
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const manifest = {
    format: manifestFormat,
    at: now.toISOString(),
    postgres: rows[0]?.server_version ?? '',
    migrations: await migrationsOf(client),
    tables,
    jobs,
  } satisfies Manifest;
  await add(manifestFile, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
  await zip.close();
  return manifest;
}

async function writeNewFile<T>(file: string, work: (output: Writable) => Promise<T>): Promise<T> {
  await refuseExisting(file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return writeInFull(file, async (part) => {
    const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    const closed = finished(output);
    // If the stream fails, `work` rejects as well; without this handler that would be an unhandled rejection.
    closed.catch(() => {});
    const result = await work(output).finally(() => output.end());
    await closed;
    // Checked again, because `writeInFull` replaces a file that was created meanwhile.
    await refuseExisting(file);
    return result;
  });
}

async function refuseExisting(file: string): Promise<void> {
  const isFree = await access(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (!isFree) throw new RefusedBackup('exists', `${file} already exists; choose another file`);
}
