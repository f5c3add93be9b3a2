import { releaseExpiredOrders } from '../shop/checkout/settle/release-expired-orders.server.ts';
import type { ScheduledJob } from './job.ts';

export const expireOrders: ScheduledJob = {
  name: 'expire-orders',
  cron: '* * * * *',
  run: ({ shop }) => releaseExpiredOrders(shop),
};
