import type { PgBoss } from 'pg-boss';
import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import { openQueues, type Queues } from '../../src/database/queue.server.ts';
import { jobNames, runJob } from '../../src/jobs/handle-jobs.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { Job } from '../../src/shop/jobs.server.ts';
import { offeredMethods } from '../../src/shop/payment/offered-methods.server.ts';

/** Friday noon in Tallinn; the branches are open. */
export const fridayNoon = new Date('2026-11-20T10:00:00Z');

let queues: Queues | undefined;

/** Opens the job queues of the test file's database. Jobs run only in `runJobs`. */
export async function openTestQueues(url: string): Promise<void> {
  queues = await openQueues(url, jobNames, { runsJobs: false, onError: (error) => console.error(error) });
}

export async function closeTestQueues(): Promise<void> {
  await queues?.stop();
  queues = undefined;
}

export function openedQueues(): Queues {
  if (!queues) throw new Error('No queues are open: call ordersDatabase() or openTestQueues() first');
  return queues;
}

/** A shop context at `fridayNoon`, by default without payment providers. */
export function testShopContext(db: Database['kysely'], changes: Partial<ShopContext> = {}): ShopContext {
  const now = changes.now ?? (() => fridayNoon);
  const providers = changes.providers ?? [];
  return {
    db,
    shopConfig: shop,
    terms: shop.terms,
    now,
    providers,
    // Jobs start without their delays, because tests do not wait for them.
    enqueue: (trx, ...jobs) => openedQueues().enqueue(trx, ...jobs.map(({ afterSeconds: _, ...job }) => job)),
    methods: offeredMethods(providers, { now, onError: console.error }),
    textMessages: null,
    vatRegister: null,
    urls: {
      returnTo: (id, code) => `https://shop.example/api/v1/payments/return/${id}/${code}`,
      notify: (provider) => `https://shop.example/api/v1/webhooks/${provider}`,
    },
    ...changes,
  };
}

/** Returns `enqueue` with a first call that fails. */
export function failsOnce(enqueue: ShopContext['enqueue']): ShopContext['enqueue'] {
  let hasFailed = false;
  return async (trx, ...jobs) => {
    if (hasFailed) return enqueue(trx, ...jobs);
    hasFailed = true;
    throw new Error('not now');
  };
}

export type Jobs = { done: Job[]; failed: Job[] };

/** Runs all enqueued jobs and the jobs that they enqueue; returns which succeeded and which failed. */
export async function runJobs(
  context: ShopContext,
  sendMail = async (_mailId: string) => {},
  sendNotice = async (_noticeId: string) => {},
): Promise<Jobs> {
  const { boss } = openedQueues();
  const jobs: Jobs = { done: [], failed: [] };
  for (let foundJob = true; foundJob; ) {
    foundJob = false;
    for (const name of await dueQueues(boss)) {
      const fetched = await boss.fetch<Omit<Job, 'name'>>(name, { batchSize: 100, includeMetadata: true });
      for (const { id, data, retryCount } of fetched) {
        foundJob = true;
        const job = { ...data, name } as Job;
        try {
          await runJob({ shop: context, sendMail, sendNotice, alert: () => {} }, job, retryCount);
          await boss.complete(name, id);
          jobs.done.push(job);
        } catch (error) {
          await boss.fail(name, id, { message: String(error) });
          jobs.failed.push(job);
        }
      }
    }
  }
  return jobs;
}

/** Queues with a job that can be fetched: one query costs less than a fetch from each queue. */
async function dueQueues(boss: PgBoss): Promise<Job['name'][]> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select distinct name from pgboss.job where state < 'active' and start_after <= now()`);
  return jobNames.filter((jobName) => rows.some(({ name }) => name === jobName));
}
