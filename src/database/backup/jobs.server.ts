import { text } from 'node:stream/consumers';
import pg from 'pg';
import { type Db, type JobInsert, type JobWithMetadata, PgBoss, type QueuePolicy } from 'pg-boss';
import { z } from 'zod';
import { decodeCopyRow } from '../copy-rows.server.ts';
import { openQueues } from '../queue.server.ts';
import { fileOf, jobsFile } from './manifest.ts';
import type { OpenBackup } from './read-backup.server.ts';

const jobSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  policy: z.string().nullish(),
  data: z.unknown(),
  output: z.unknown(),
  startAfter: z.coerce.date(),
});

/** A job as pg-boss returns it, with dates other than `startAfter` as text. */
export type BackupJob = z.infer<typeof jobSchema>;

const copiedSettings = [
  'priority',
  'singletonKey',
  'retryLimit',
  'retryDelay',
  'retryBackoff',
  'retryDelayMax',
  'expireInSeconds',
  'deleteAfterSeconds',
  'heartbeatSeconds',
] as const satisfies (keyof JobInsert & keyof JobWithMetadata)[];

const finishedStates: unknown[] = ['completed', 'cancelled'] satisfies JobWithMetadata['state'][];
const batchSize = 1000;

/** pg-boss in the transaction of `client`. It is never started, so it runs no jobs and no maintenance. */
function bossOn(client: pg.ClientBase): PgBoss {
  return new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
}

/** Yields unfinished jobs as lines of JSON. Leaves out jobs of schedules: pg-boss enqueues them again. */
export async function* jobLines(client: pg.ClientBase): AsyncGenerator<Uint8Array> {
  const boss = bossOn(client);
  if (!(await boss.isInstalled())) return;
  const scheduled = new Set((await boss.getSchedules()).map(({ name }) => name));
  const db = withoutFinishedJobs(client);
  for (const { name } of await boss.getQueues()) {
    if (scheduled.has(name) || name.startsWith('__pgboss__')) continue;
    for (const job of await boss.findJobs(name, { db })) yield Buffer.from(`${JSON.stringify(job)}\n`);
  }
}

/** pg-boss keeps finished jobs for months and cannot select by state, so they are dropped while they are read. */
function withoutFinishedJobs(client: pg.ClientBase): Db {
  return {
    executeSql: (text, values) =>
      new Promise((resolve, reject) => {
        const rows: unknown[] = [];
        const query = new pg.Query({ text, values: values ?? [] });
        query.on('row', (row) => {
          if (!finishedStates.includes(row.state)) rows.push(row);
        });
        query.on('error', reject);
        query.on('end', () => resolve({ rows }));
        client.query(query);
      }),
  };
}

export async function readJobs({ manifest, read }: OpenBackup): Promise<BackupJob[]> {
  const linesOf = async (name: string) => (await text(read(name))).split('\n').filter((line) => line !== '');
  if (manifest.jobs) return z.array(jobSchema).parse((await linesOf(jobsFile)).map((line) => JSON.parse(line)));
  const table = manifest.tables.find(({ schema, name }) => schema === 'pgboss' && name === 'job');
  if (!table) return [];
  return z.array(jobSchema).parse((await linesOf(fileOf(table))).map((line) => jobOfRow(table.columns, line)));
}

/** Reads a row of pg-boss's table from an older backup. Most columns have the names of its API. */
function jobOfRow(columns: string[], line: string) {
  const cells = decodeCopyRow(line);
  const row = Object.fromEntries(columns.map((column, index) => [camelCase(column), cells[index] ?? null]));
  const parseCell = (json: string | null | undefined) => JSON.parse(json ?? 'null');
  return { ...row, data: parseCell(row.data), output: parseCell(row.output) };
}

const camelCase = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Migrates the tables of pg-boss, if there are any. */
export async function migrateQueues(url: string, client: pg.ClientBase): Promise<void> {
  // Opening pg-boss migrates its tables, even if no queue is created.
  if (await bossOn(client).isInstalled()) await createQueues(url, []);
}

/** Creates pg-boss's tables, and the queues of `jobs`. pg-boss does both in transactions of its own. */
export async function createQueues(url: string, jobs: BackupJob[]): Promise<void> {
  let lastError: unknown;
  const queues = await openQueues(url, [], { runsJobs: false, onError: (error) => (lastError = error) });
  try {
    if (!(await queues.boss.isInstalled()))
      throw new Error('the tables of pg-boss cannot be created', { cause: lastError });
    // The shop sets all other settings of its queues when it starts.
    for (const [name, jobsOfQueue] of Map.groupBy(jobs, ({ name }) => name))
      await queues.boss.createQueue(name, { policy: policyOf(jobsOfQueue) });
  } finally {
    await queues.stop();
  }
}

const policyOf = ([firstJob]: BackupJob[]) => (firstJob?.policy ?? 'standard') as QueuePolicy;

export async function loadJobs(client: pg.ClientBase, jobs: BackupJob[]): Promise<void> {
  const boss = bossOn(client);
  await boss.deleteAllJobs();
  const { rows } = await client.query<{ now: Date }>('select now()');
  const now = rows[0]?.now ?? new Date();
  for (const [name, jobsOfQueue] of Map.groupBy(jobs, ({ name }) => name)) {
    const insert = async (inserts: JobInsert[]) => {
      const ids = (await boss.insert(name, inserts, { returnId: true })) ?? [];
      // A queue with another policy may refuse a job while another job is waiting.
      if (policyOf(jobsOfQueue) === 'standard' && ids.length !== inserts.length)
        throw new Error(`${name}: ${ids.length} of ${inserts.length} jobs were loaded`);
    };
    const isFailed = ({ state }: BackupJob) => state === 'failed';
    // Failed jobs come first, one by one: a loaded job waits until it is marked as failed, and a policy may allow only one waiting job.
    for (const job of jobsOfQueue.filter(isFailed)) {
      // Without retries, so that `fail` does not enqueue it again.
      await insert([{ ...insertOf(job, now), retryLimit: 0 }]);
      const { affected } = (await boss.fail(name, job.id, job.output as object | null)) as { affected: number };
      if (affected !== 1) throw new Error(`${name}: the failed job ${job.id} was not loaded`);
    }
    const inserts = jobsOfQueue.filter((job) => !isFailed(job)).map((job) => insertOf(job, now));
    for (let start = 0; start < inserts.length; start += batchSize)
      await insert(inserts.slice(start, start + batchSize));
  }
}

/** A past `startAfter` becomes now, because pg-boss deletes a job that still waits two weeks after its `startAfter`. */
function insertOf(job: BackupJob, now: Date): JobInsert {
  const { id, data, startAfter } = job;
  const storedSettings = copiedSettings.filter((name) => job[name] !== null && job[name] !== undefined);
  return {
    ...Object.fromEntries(storedSettings.map((name) => [name, job[name]])),
    id,
    data: data as object,
    startAfter: startAfter > now ? startAfter : now,
  };
}
