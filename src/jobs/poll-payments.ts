import { dueRefunds, submitRefund } from '../shop/checkout/submit-refund.server.ts';
import { duePayments, postpone, syncPayment } from '../shop/checkout/sync-payment.server.ts';
import type { ScheduledJob } from './job.ts';

/** Of a hundred payments each, in one run; more wait for the next minute. */
const batches = 50;

/**
 * Asks about every payment and refund whose time has come: what webhooks have lost, the clock finds. One that fails keeps
 * it from no other; then it throws in the end.
 */
export const pollPayments: ScheduledJob = {
  name: 'poll-payments',
  cron: '* * * * *',
  async run({ till }) {
    const failed: unknown[] = [];
    const each = async (ids: string[], ask: (id: string) => Promise<unknown>) => {
      for (const id of ids) await ask(id).catch((error: unknown) => failed.push(error));
    };
    const ask = (id: string) =>
      syncPayment(till, id).catch(async (error: unknown) => {
        await postpone(till, id);
        throw error;
      });
    // Due when the run began: a provider that lets each wait for its whole time makes the first due again meanwhile.
    const began = till.now();
    const payments = async () => {
      // Who was asked about is due later, so that the next batch is another one.
      for (let batch = 0; batch < batches; batch += 1) {
        const due = await duePayments(till.db, began);
        if (due.length === 0) break;
        await each(due, ask);
      }
    };
    const refunds = async () => each(await dueRefunds(till.db, began), (id) => submitRefund(till, id));
    await Promise.all([payments(), refunds()]);
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} payments or refunds could not be settled`);
  },
};
