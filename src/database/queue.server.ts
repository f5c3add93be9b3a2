import type { Kysely } from 'kysely';
import { fromKysely, PgBoss, type Queue } from 'pg-boss';
import { endWithin } from './socket-timeout.server.ts';
import type { Tables } from './tables.ts';

export const retryLimit = 15;

export const jobRetentionDays = 90;

/** A job is retried for about 36 hours; then it is `failed` until `npm run shop -- jobs retry`. Times in seconds. */
const queueOptions: Omit<Queue, 'name'> = {
  retryLimit,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 6 * 60 * 60,
  expireInSeconds: 600,
  deleteAfterSeconds: jobRetentionDays * 24 * 60 * 60,
  // Wakes the workers when a job is written.
  notify: true,
};

/** In ms. If a query of pg-boss takes longer than `query_timeout`, its connection counts as lost. */
const timeouts = { statement_timeout: 30_000, query_timeout: 31_000, keepAlive: true };

/** `name`: the queue; `afterSeconds`: the delay before the job may start. All other fields are the data of the job. */
type QueuedJob = { name: string; afterSeconds?: number };

export type Queues = {
  boss: PgBoss;
  /** Writes jobs, which start once `trx` has committed. */
  enqueue(trx: Kysely<Tables>, ...jobs: QueuedJob[]): Promise<void>;
  stop(): Promise<void>;
};

/** Connects pg-boss and creates missing queues. `runsJobs`: this process also runs jobs, else it only enqueues them. */
export async function openQueues(
  url: string,
  names: readonly string[],
  { runsJobs, onError }: { runsJobs: boolean; onError: (error: unknown) => void },
): Promise<Queues> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'rehvipood jobs',
    max: runsJobs ? 3 : 1,
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    ...timeouts,
  });
  boss.on('error', onError);
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, queueOptions);
    // createQueue does not change the settings of a queue that exists.
    await boss.updateQueue(name, queueOptions);
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
    stop: () => endWithin(boss.stop({ graceful: true, timeout: 10_000 }), 15_000),
  };
}
