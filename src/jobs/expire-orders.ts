import { releaseExpiredOrders } from '../shop/checkout/release-expired-orders.server.ts';
import type { ScheduledJob } from './job.ts';

export const expireOrders: ScheduledJob = {
  name: 'expire-orders',
  cron: '* * * * *',
  run: ({ till }) => releaseExpiredOrders(till),
};
