import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Queues } from '../database/queue.server.ts';
import { MailError } from '../mail/sending/mail-error.ts';
import { startPayment } from '../shop/checkout/pay/start-payment.server.ts';
import { submitRefund } from '../shop/checkout/refund/submit-refund.server.ts';
import { findAndSettlePayment, syncPayment } from '../shop/checkout/settle/sync-payment.server.ts';
import { errorMessage } from '../shop/error-message.ts';
import type { Job } from '../shop/jobs.server.ts';
import type { JobContext } from './job.ts';
import { waitWhileBusy } from './wait-while-busy.ts';

type JobHandlers = {
  [Name in Job['name']]: (
    context: JobContext,
    job: Extract<Job, { name: Name }>,
    retryCount: number,
  ) => Promise<unknown>;
};

/** A job is retried when its handler throws, except a mail to an address that does not exist. */
const jobHandlers: JobHandlers = {
  'send-letter': ({ sendMail }, { letterId }) => sendMail(letterId),
  // Imported on use: scripts in `bench` import this file without Vite, which compiles the messages of these texts.
  'send-text': async (context, { textId }, retryCount) =>
    (await import('./sending/send-text.ts')).sendText(context, textId, retryCount),
  'send-stock-notice': ({ sendNotice }, { noticeId }) => sendNotice(noticeId),
  'start-payment': ({ shop }, { paymentId }) => startPayment(shop, paymentId),
  'sync-payment': ({ shop }, { paymentId }) => syncPayment(shop, paymentId),
  'submit-refund': ({ shop }, { refundId }) => submitRefund(shop, refundId),
  'find-payment': ({ shop }, { provider, providerRef }) => findAndSettlePayment(shop, provider, providerRef),
};

export const jobNames = Object.keys(jobHandlers) as Job['name'][];

export async function runJob(context: JobContext, job: Job, retryCount = 0): Promise<void> {
  const run = jobHandlers[job.name] as (context: JobContext, job: Job, retryCount: number) => Promise<unknown>;
  await run(context, job, retryCount);
}

const batchSize = 10;

export async function workQueues({ boss }: Queues, context: JobContext): Promise<void> {
  for (const name of jobNames) {
    const options = { batchSize, perJobResults: true, includeMetadata: true, burstWhenBatchFull: true } as const;
    await boss.work<object, unknown, typeof options>(name, options, async (jobs) => {
      const results: JobResult[] = [];
      for (const job of jobs) {
        // Writing a mail, with its PDF, keeps the event loop busy. Jobs that were created long ago do not wait.
        if (name === 'send-letter') await waitWhileBusy(job.createdOn);
        results.push(await runAndReturnResult(context, name, job));
      }
      return results;
    });
  }
}

async function runAndReturnResult(
  context: JobContext,
  name: Job['name'],
  { id, data, retryCount, retryLimit }: JobWithMetadata<object>,
): Promise<JobResult> {
  try {
    await runJob(context, { ...data, name } as Job, retryCount);
    return { id, status: 'completed' };
  } catch (error) {
    const message = maskEmailAddresses(errorMessage(error));
    const isPermanent = error instanceof MailError && error.permanent;
    if (isPermanent || retryCount >= retryLimit)
      context.alert(`job failed for the last time: ${name} ${id}: ${message}`);
    // `deadletter`: pg-boss does not retry the job.
    return { id, status: isPermanent ? 'deadletter' : 'failed', output: { message } };
  }
}

const emailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** Masks e-mail addresses. Errors of mail servers contain them, but neither log nor queue may. */
export function maskEmailAddresses(message: string): string {
  return message.replace(emailAddress, '…@…');
}
