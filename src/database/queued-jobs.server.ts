import { type Kysely, sql } from 'kysely';
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

type JobRow = {
  id: string;
  name: string;
  state: keyof typeof statesByBossState;
  retry_count: number;
  created_on: Date;
  start_after: Date;
  completed_on: Date | null;
  data: object | null;
  output: unknown;
};

/** Lists unfinished and dead jobs, oldest first. `dead`: only dead jobs. `queue`: only jobs of this queue. */
export async function listJobs(
  { boss }: Queues,
  { dead, queue }: { dead: boolean; queue?: string | undefined },
): Promise<QueuedJob[]> {
  // `boss.findJobs` would also read completed jobs, a hundred thousand rows: one for each minute and each mail.
  const { rows }: { rows: JobRow[] } = await boss.getDb().executeSql(
    `select id, name, state::text, retry_count, created_on, start_after, completed_on, data, output from pgboss.job
     where state = any($1::pgboss.job_state[]) and ($2::text is null or name = $2) order by created_on, id`,
    [dead ? ['failed'] : Object.keys(statesByBossState), queue ?? null],
  );
  return rows.map(queuedJobFrom);
}

export async function queueNames({ boss }: Queues): Promise<string[]> {
  return (await boss.getQueues()).map(({ name }) => name).sort();
}

export async function retryJob({ boss }: Queues, { queue, id }: Pick<QueuedJob, 'queue' | 'id'>): Promise<boolean> {
  const { affected } = (await boss.retry(queue, id)) as { affected: number };
  return affected === 1;
}

function queuedJobFrom({ id, name, retry_count, created_on, start_after, completed_on, ...row }: JobRow): QueuedJob {
  const state = statesByBossState[row.state];
  return {
    id,
    queue: name,
    state,
    // retry_count is 0 during the first try.
    tries: state === 'waiting' ? 0 : retry_count + 1,
    enqueuedAt: created_on,
    at: state === 'dead' ? (completed_on ?? created_on) : start_after,
    data: row.data ?? {},
    error: errorOf(row.output),
  };
}

/** pg-boss stores the thrown error's fields as output; those of a timeout error in `output.value`. */
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
