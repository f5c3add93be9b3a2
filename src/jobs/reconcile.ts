import { reconcile } from '../shop/checkout/reconcile.server.ts';
import type { ScheduledJob } from './job.ts';

export const reconcileNightly: ScheduledJob = {
  name: 'reconcile',
  cron: '40 3 * * *',
  async run({ till, alert }) {
    const found = await reconcile(till);
    if (found > 0) alert(`${found} new differences between the shop’s books and its payment providers`);
  },
};
