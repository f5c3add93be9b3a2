import { dueRefunds, submitRefund } from '../shop/checkout/refund/submit-refund.server.ts';
import { duePayments, postponePoll, syncPayment } from '../shop/checkout/settle/sync-payment.server.ts';
import type { ScheduledJob } from './job.ts';

const maxBatches = 50;

/** Asks providers about due payments, and submits due refunds or asks about them, in case a webhook was lost. If one fails, the others still run and the job then throws. */
export const pollPayments: ScheduledJob = {
  name: 'poll-payments',
  cron: '* * * * *',
  async run({ shop }) {
    const failures: unknown[] = [];
    const tryEach = async (ids: string[], work: (id: string) => Promise<unknown>) => {
      for (const id of ids) await work(id).catch((error: unknown) => failures.push(error));
    };
    const pollPayment = (id: string) =>
      syncPayment(shop, id).catch(async (error: unknown) => {
        await postponePoll(shop, id);
        throw error;
      });
    // The same time for all batches: with slow providers, the first payments become due again before the run ends.
    const startedAt = shop.now();
    const pollDuePayments = async () => {
      for (let batch = 0; batch < maxBatches; batch += 1) {
        const due = await duePayments(shop.db, startedAt);
        if (due.length === 0) break;
        await tryEach(due, pollPayment);
      }
    };
    const processDueRefunds = async () => tryEach(await dueRefunds(shop.db, startedAt), (id) => submitRefund(shop, id));
    await Promise.all([pollDuePayments(), processDueRefunds()]);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} payments or refunds could not be settled`);
  },
};
