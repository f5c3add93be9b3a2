import type { Kysely } from 'kysely';
import { fromKysely, PgBoss, type Queue } from 'pg-boss';
import { endWithin } from './socket-timeout.server.ts';
import type { Tables } from './tables.ts';

export const retryLimit = 15;

export const keptDays = 90;

/** A job is retried for about a day and a half; then it is dead, `failed`, until `npm run shop -- jobs retry`. */
const retries: Omit<Queue, 'name'> = {
  retryLimit,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 6 * 60 * 60,
  expireInSeconds: 600,
  deleteAfterSeconds: keptDays * 24 * 60 * 60,
  // Wakes the workers when a job is written.
  notify: true,
};

/** Milliseconds: a query of pg-boss that takes longer has lost its connection. */
const limits = { statement_timeout: 30_000, query_timeout: 31_000, keepAlive: true };

export type Queues = {
  boss: PgBoss;
  /** Enqueues a job for each of `data`; they start when the transaction commits. */
  send(trx: Kysely<Tables>, name: string, data: readonly object[]): Promise<void>;
  stop(): Promise<void>;
};

/** Makes missing queues. `works`: this process runs jobs; otherwise it only enqueues. */
export async function openQueues(
  url: string,
  names: readonly string[],
  { works, onError }: { works: boolean; onError: (error: unknown) => void },
): Promise<Queues> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'rehvipood jobs',
    max: works ? 3 : 1,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    ...limits,
  });
  boss.on('error', onError);
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, retries);
    // Otherwise a queue of an earlier version would keep its old settings.
    await boss.updateQueue(name, retries);
  }
  return {
    boss,
    async send(trx, name, data) {
      const jobs = data.map((data) => ({ data }));
      const ids = await boss.insert(name, jobs, { db: fromKysely(trx), returnId: true });
      if (ids?.length !== jobs.length) throw new Error(`Jobs of ${name} were not written.`);
    },
    stop: () => endWithin(boss.stop({ graceful: true, timeout: 10_000 }), 15_000),
  };
}
