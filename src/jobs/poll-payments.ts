import { dueRefunds, submitRefund } from '../shop/checkout/refund/submit-refund.server.ts';
import { duePayments, postpone, syncPayment } from '../shop/checkout/settle/sync-payment.server.ts';
import type { ScheduledJob } from './job.ts';

const batches = 50;

/** Polls every due payment and refund, in case a webhook was lost. One that fails stops no other; throws at the end. */
export const pollPayments: ScheduledJob = {
  name: 'poll-payments',
  cron: '* * * * *',
  async run({ shop }) {
    const failed: unknown[] = [];
    const each = async (ids: string[], ask: (id: string) => Promise<unknown>) => {
      for (const id of ids) await ask(id).catch((error: unknown) => failed.push(error));
    };
    const ask = (id: string) =>
      syncPayment(shop, id).catch(async (error: unknown) => {
        await postpone(shop, id);
        throw error;
      });
    // Fixed, because slow providers make the first payments due again during the run.
    const began = shop.now();
    const payments = async () => {
      for (let batch = 0; batch < batches; batch += 1) {
        const due = await duePayments(shop.db, began);
        if (due.length === 0) break;
        await each(due, ask);
      }
    };
    const refunds = async () => each(await dueRefunds(shop.db, began), (id) => submitRefund(shop, id));
    await Promise.all([payments(), refunds()]);
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} payments or refunds could not be settled`);
  },
};
