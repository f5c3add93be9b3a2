import { type Kysely, sql } from 'kysely';
import type { JobWithMetadata } from 'pg-boss';
import type { Queues } from './queue.server.ts';
import type { Tables } from './tables.ts';

export type QueuedJob = {
  id: string;
  queue: string;
  /** `dead`: the last retry failed; an operator must retry the job. */
  state: 'waiting' | 'retrying' | 'active' | 'dead';
  tries: number;
  enqueuedAt: Date;
  /** When the job is due; of a dead job, when it last failed. */
  at: Date;
  data: object;
  error: string;
};

const statesByBossState = { created: 'waiting', retry: 'retrying', active: 'active', failed: 'dead' } as const;

/** Lists unfinished and dead jobs, oldest first. `dead`: only dead jobs. `queue`: only jobs of this queue. */
export async function listJobs({ boss }: Queues, { dead, queue }: { dead: boolean; queue?: string | undefined }) {
  const jobs: QueuedJob[] = [];
  for (const { name } of await boss.getQueues()) {
    if (queue !== undefined && name !== queue) continue;
    jobs.push(...(await boss.findJobs(name)).flatMap((job) => queuedJobsFrom(name, job)));
  }
  return jobs
    .filter(({ state }) => !dead || state === 'dead')
    .sort((a, b) => a.enqueuedAt.getTime() - b.enqueuedAt.getTime() || (a.id < b.id ? -1 : 1));
}

export async function queueNames({ boss }: Queues): Promise<string[]> {
  return (await boss.getQueues()).map(({ name }) => name).sort();
}

/** Enqueues a dead job again. Returns false if the job is not dead any more. */
export async function retryJob({ boss }: Queues, { queue, id }: Pick<QueuedJob, 'queue' | 'id'>): Promise<boolean> {
  const { affected } = (await boss.retry(queue, id)) as { affected: number };
  return affected === 1;
}

function queuedJobsFrom(queue: string, job: JobWithMetadata<unknown>): QueuedJob[] {
  const state = job.state in statesByBossState ? statesByBossState[job.state as keyof typeof statesByBossState] : null;
  if (!state) return [];
  return [
    {
      id: job.id,
      queue,
      state,
      // retryCount is 0 during the first try.
      tries: state === 'waiting' ? 0 : job.retryCount + 1,
      enqueuedAt: job.createdOn,
      at: state === 'dead' ? (job.completedOn ?? job.createdOn) : job.startAfter,
      data: (job.data ?? {}) as object,
      error: errorOf(job.output),
    },
  ];
}

/** pg-boss stores the fields of a thrown error as the output of the job; the fields of a timeout error are in `output.value`. */
function errorOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const text = message ?? value?.message;
  return typeof text === 'string' ? text : '';
}

export type JobCount = { queue: string; state: 'created' | 'retry' | 'active' | 'failed'; count: number };

export async function countJobs(db: Kysely<Tables>): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, state::text, count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
    group by name, state order by name, state`.execute(db);
  return rows;
}

export async function lastScheduledRuns(db: Kysely<Tables>): Promise<{ queue: string; failed: boolean }[]> {
  const { rows } = await sql<{ queue: string; failed: boolean }>`
    select schedule.name as queue, coalesce(last.state = 'failed', false) as failed
    from (select distinct name from pgboss.schedule) schedule
    left join lateral (
      select state from pgboss.job
      where job.name = schedule.name and state in ('completed', 'failed')
      order by completed_on desc limit 1
    ) last on true
    order by schedule.name`.execute(db);
  return rows;
}
