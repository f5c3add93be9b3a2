import { dueRefunds, submitRefund } from '../shop/checkout/submit-refund.server.ts';
import { duePayments, syncPayment } from '../shop/checkout/sync-payment.server.ts';
import type { ScheduledJob } from './job.ts';

/** Asks about every payment and refund whose time has come: what webhooks have lost, the clock finds. */
export const pollPayments: ScheduledJob = {
  name: 'poll-payments',
  cron: '* * * * *',
  async run({ till }) {
    for (const id of await duePayments(till.db, till.now())) await syncPayment(till, id);
    for (const id of await dueRefunds(till.db, till.now())) await submitRefund(till, id);
  },
};
