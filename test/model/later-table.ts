import { type Kysely, sql } from 'kysely';
import type { Later } from '../../src/shop/later.server.ts';

/** Queues of the model, in place of pg-boss: rows of the same transaction. */
export const laterInTable: Later = async (trx, ...jobs) => {
  await sql`insert into model_jobs (job) select jsonb_array_elements(${JSON.stringify(jobs)})`.execute(trx);
};

export async function makeLaterTable<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`create table if not exists model_jobs (id bigint generated always as identity, job jsonb not null, failed int not null default 0)`.execute(
    db,
  );
}
