import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { type Db, fromKysely, PgBoss, type Queue } from 'pg-boss';
import { holdSession } from './held-session.server.ts';
import { ServerClient } from './server/server-client.server.ts';
import { endWithin } from './socket-timeout.server.ts';
import type { Tables } from './tables.ts';

export const retryLimit = 15;

export const jobRetentionDays = 90;

/** A job is retried for about 36 hours; then it stays `failed` until an operator runs `npm run shop -- jobs retry`. A batch expires only
 * after an hour, because ten mails to a slow mail server take up to 50 minutes, and a batch that expires while it runs is retried, which
 * sends its mails twice. If the process of a batch has ended, the missing heartbeat shows it sooner. Times in seconds. */
const queueOptions: Omit<Queue, 'name'> = {
  retryLimit,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 6 * 60 * 60,
  expireInSeconds: 60 * 60,
  heartbeatSeconds: 600,
  deleteAfterSeconds: jobRetentionDays * 24 * 60 * 60,
  // Wakes the workers when a job is written.
  notify: true,
};

const sessionName = 'rehvipood jobs';

/** Times in ms. A connection whose query takes longer than `query_timeout` counts as lost. */
const connectionOptions = {
  statement_timeout: 30_000,
  query_timeout: 31_000,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
};

/** `name`: the queue. `afterSeconds`: the delay before the start. All other fields are the data of the job. */
type JobToEnqueue = { name: string; afterSeconds?: number };

export type Queues = {
  boss: PgBoss;
  enqueue(trx: Kysely<Tables>, ...jobs: JobToEnqueue[]): Promise<void>;
  stop(): Promise<void>;
};

/** Connects pg-boss, creates missing queues and updates those with other settings. `runsJobs`: this process also runs jobs, else it only enqueues them. */
export async function openQueues(
  url: string,
  names: readonly string[],
  { runsJobs, onError }: { runsJobs: boolean; onError: (error: unknown) => void },
): Promise<Queues> {
  const connections = runsJobs ? 3 : 1;
  const database = openBossDatabase(url, connections, onError);
  const boss = new PgBoss({
    db: database,
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    // No queue has flows (jobs that wait for other jobs). By default their cleanup writes every few seconds.
    flowIntervalSeconds: 24 * 60 * 60,
  });
  boss.on('error', onError);
  try {
    await boss.start();
    const existing = new Map((await boss.getQueues([...names])).map((queue) => [queue.name, queue]));
    for (const name of names) {
      const queue = existing.get(name);
      if (!queue) {
        await boss.createQueue(name, queueOptions);
        continue;
      }
      // Only if settings differ, because each command of an operator opens the queues.
      const updated = { ...queue, ...queueOptions };
      const isUpToDate = isDeepStrictEqual(updated, queue);
      if (!isUpToDate) await boss.updateQueue(name, queueOptions);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    boss,
    async enqueue(trx, ...jobs) {
      for (const [name, jobsOfName] of Map.groupBy(jobs, (job) => job.name)) {
        const rows = jobsOfName.map(({ name: _, afterSeconds, ...data }) => ({
          data,
          ...(afterSeconds && { startAfter: afterSeconds }),
        }));
        const ids = await boss.insert(name, rows, { db: fromKysely(trx), returnId: true });
        if (ids?.length !== rows.length) throw new Error(`Jobs of ${name} were not written.`);
      }
    },
    stop() {
      const stopped = boss.stop({ graceful: true, timeout: 10_000 }).finally(database.close);
      return endWithin(stopped, 15_000);
    },
  };
}

/** Connects pg-boss by `ServerClient`: its own connections would use only one host, and would accept an old primary. */
function openBossDatabase(url: string, connections: number, onError: (error: unknown) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: sessionName,
    max: connections,
    Client: ServerClient,
    ...connectionOptions,
  });
  pool.on('error', onError);
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const session = await holdSession({
        url,
        name: sessionName,
        heartbeat: { everyMs: 2_000, answerMs: 2_000 },
        prepare: async (client) => {
          client.on('notification', ({ payload }) => payload !== undefined && onNotification(payload));
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          onReconnect();
          return true;
        },
      });
      return { close: async () => session?.close() };
    },
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  } satisfies Db & { close(): Promise<void> };
}
