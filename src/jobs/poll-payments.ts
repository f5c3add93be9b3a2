import { dueRefunds, submitRefund } from '../shop/checkout/submit-refund.server.ts';
import { duePayments, syncPayment } from '../shop/checkout/sync-payment.server.ts';
import type { ScheduledJob } from './job.ts';

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
    await each(await duePayments(till.db, till.now()), (id) => syncPayment(till, id));
    await each(await dueRefunds(till.db, till.now()), (id) => submitRefund(till, id));
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} payments or refunds could not be settled`);
  },
};
