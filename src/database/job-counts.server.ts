import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** `failed`: tried as often as jobs are tried; it waits for a person. */
export type JobCount = { queue: string; state: 'created' | 'retry' | 'active' | 'failed'; count: number };

/** Jobs that are not done, by queue and state. */
export async function countJobs(db: Kysely<Tables>): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as queue, state::text, count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'
    group by name, state order by name, state`.execute(db);
  return rows;
}

/** The jobs that run by the clock, and whether the last time of each failed. */
export async function failingQueues(db: Kysely<Tables>): Promise<{ queue: string; failed: boolean }[]> {
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
