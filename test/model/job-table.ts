import { type Kysely, sql } from 'kysely';
import type { Enqueue } from '../../src/shop/jobs.server.ts';

/** The model's job queue in place of pg-boss: inserts rows in the same transaction. */
export const enqueueInTable: Enqueue = async (trx, ...jobs) => {
  await sql`insert into model_jobs (job) select jsonb_array_elements(${JSON.stringify(jobs)})`.execute(trx);
};

export async function makeJobTable<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`create table if not exists model_jobs (id bigint generated always as identity, job jsonb not null, failed int not null default 0)`.execute(
    db,
  );
}
