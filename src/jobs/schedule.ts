import type { JobWithMetadata } from 'pg-boss';
import type { Queues } from '../database/queue.server.ts';
import type { LaterJob } from '../shop/later.server.ts';
import { expireOrders } from './expire-orders.ts';
import { forgetKeysNightly } from './forget-keys.ts';
import { forgetOriginsNightly } from './forget-origins.ts';
import type { JobContext, ScheduledJob } from './job.ts';
import { doLaterJob, laterJobNames } from './later-jobs.ts';
import { pollPayments } from './poll-payments.ts';
import { reconcileNightly } from './reconcile.ts';

const scheduled: readonly ScheduledJob[] = [
  expireOrders,
  pollPayments,
  reconcileNightly,
  forgetOriginsNightly,
  forgetKeysNightly,
];

/** Starts this process's share of the jobs; pg-boss sees to it that each is done by one process. */
export async function startJobs({ boss }: Queues, context: JobContext): Promise<void> {
  for (const { name, cron, run } of scheduled) {
    await boss.createQueue(name, { policy: 'singleton' });
    await boss.schedule(name, cron, null, { tz: 'Europe/Tallinn' });
    await boss.work(name, async () => {
      await run(context);
    });
  }
  for (const name of laterJobNames) {
    await boss.work(
      name,
      { pollingIntervalSeconds: 1, includeMetadata: true },
      async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return;
        try {
          await doLaterJob(context, { ...job.data, name } as LaterJob);
        } catch (error) {
          if (job.retryCount >= job.retryLimit) context.alert(`job given up: ${name} ${job.id}: ${reasonOf(error)}`);
          throw error;
        }
      },
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
