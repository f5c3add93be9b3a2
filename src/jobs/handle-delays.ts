import { handleDelays, ordersWithDelays } from '../shop/checkout/delays/handle-delays.server.ts';
import { askBranchesToPhone } from '../shop/checkout/delays/unanswered-delays.server.ts';
import type { ScheduledJob } from './job.ts';

const actor = 'shop';

/** Looks again for other sources of missing and late tires, mails buyers about new delays, and asks branches to phone buyers who do not answer. */
export const handleDelaysJob: ScheduledJob = {
  name: 'see-to-delays',
  cron: '*/5 * * * *',
  async run({ shop }) {
    await handleDelays(shop, await ordersWithDelays(shop.db), actor).finally(() => askBranchesToPhone(shop));
  },
};
