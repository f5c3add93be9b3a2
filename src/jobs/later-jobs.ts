import { findPayment } from '../shop/checkout/find-payment.server.ts';
import { startPayment } from '../shop/checkout/start-payment.server.ts';
import { submitRefund } from '../shop/checkout/submit-refund.server.ts';
import { syncPayment } from '../shop/checkout/sync-payment.server.ts';
import type { LaterJob } from '../shop/later.server.ts';
import type { JobContext, LaterJobs } from './job.ts';

export const laterJobs: LaterJobs = {
  'send-letter': ({ sendLetter }, { letterId }) => sendLetter(letterId),
  'start-payment': ({ till }, { paymentId }) => startPayment(till, paymentId),
  'sync-payment': ({ till }, { paymentId }) => syncPayment(till, paymentId),
  'submit-refund': ({ till }, { refundId }) => submitRefund(till, refundId),
  'find-payment': ({ till }, { provider, providerRef }) => findPayment(till, provider, providerRef),
};

export const laterJobNames = Object.keys(laterJobs) as LaterJob['name'][];

/** Does one job that a transaction has asked for. */
export async function doLaterJob(context: JobContext, job: LaterJob): Promise<void> {
  const run = laterJobs[job.name] as (context: JobContext, job: LaterJob) => Promise<unknown>;
  await run(context, job);
}
