import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Queues } from '../database/queue.server.ts';
import type { LaterJob } from '../shop/later.server.ts';
import { giveWay } from './give-way.ts';
import type { JobContext } from './job.ts';
import { doLaterJob, laterJobNames } from './later-jobs.ts';
import { withoutAddresses } from './without-addresses.ts';

/** Jobs taken at once; each is settled by itself, so that one that fails holds no other up. */
const batchSize = 10;

/** Does the jobs that transactions have asked for, as soon as they are there. */
export async function workLater({ boss }: Queues, context: JobContext): Promise<void> {
  for (const name of laterJobNames) {
    const options = { batchSize, perJobResults: true, includeMetadata: true, burstWhenBatchFull: true } as const;
    await boss.work<object, unknown, typeof options>(name, options, async (jobs) => {
      const results: JobResult[] = [];
      for (const job of jobs) {
        if (name === 'send-letter') await giveWay(job.createdOn);
        results.push(await settled(context, name, job));
      }
      return results;
    });
  }
}

async function settled(
  context: JobContext,
  name: LaterJob['name'],
  { id, data, retryCount, retryLimit }: JobWithMetadata<object>,
): Promise<JobResult> {
  try {
    await doLaterJob(context, { ...data, name } as LaterJob);
    return { id, status: 'completed' };
  } catch (error) {
    const message = withoutAddresses(error instanceof Error ? error.message : String(error));
    if (retryCount >= retryLimit) context.alert(`job given up: ${name} ${id}: ${message}`);
    return { id, status: 'failed', output: { message } };
  }
}
