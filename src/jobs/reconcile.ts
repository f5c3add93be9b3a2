import { lateRefunds } from '../shop/checkout/refund/submit-refund.server.ts';
import { reconcile } from '../shop/checkout/settle/reconcile.server.ts';
import type { ScheduledJob } from './job.ts';

export const reconcileNightly: ScheduledJob = {
  name: 'reconcile',
  cron: '40 3 * * *',
  async run({ shop, alert }) {
    const found = await reconcile(shop);
    if (found > 0) alert(`${found} new differences between the shop’s books and its payment providers`);
    const late = await lateRefunds(shop.db, shop.now());
    if (late.length > 0) alert(`refunds that are not done after days: ${late.join(', ')}`);
  },
};
