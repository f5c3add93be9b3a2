import { PgBoss } from 'pg-boss';
import type { Database } from '../database/connect.server.ts';
import { expireOrders } from './expire-orders.ts';
import { forgetKeysNightly } from './forget-keys.ts';
import { forgetOriginsNightly } from './forget-origins.ts';

export type JobContext = { db: Database; now: () => Date };

/** A job that runs by the clock, as a cron line in Europe/Tallinn. */
export type ScheduledJob = { name: string; cron: string; run: (context: JobContext) => Promise<unknown> };

const jobs: readonly ScheduledJob[] = [expireOrders, forgetOriginsNightly, forgetKeysNightly];

/** Starts this process's share of the jobs; pg-boss sees to it that each is done by one process. */
export async function startJobs(url: string, context: JobContext, onError: (error: unknown) => void) {
  const boss = new PgBoss({ connectionString: url, application_name: 'rehvipood jobs', max: 3 });
  boss.on('error', onError);
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton' });
    await boss.schedule(name, cron, null, { tz: 'Europe/Tallinn' });
    await boss.work(name, async () => {
      await run(context);
    });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) };
}
