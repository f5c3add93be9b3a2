import { reconcile } from '../shop/checkout/reconcile.server.ts';
import { lateRefunds } from '../shop/checkout/submit-refund.server.ts';
import type { ScheduledJob } from './job.ts';

export const reconcileNightly: ScheduledJob = {
  name: 'reconcile',
  cron: '40 3 * * *',
  async run({ till, alert }) {
    const found = await reconcile(till);
    if (found > 0) alert(`${found} new differences between the shop’s books and its payment providers`);
    const late = await lateRefunds(till.db, till.now());
    if (late.length > 0) alert(`refunds that are not done after days: ${late.join(', ')}`);
  },
};
