import { releaseExpiredOrders } from '../shop/checkout/release-expired-orders.server.ts';
import type { ScheduledJob } from './schedule.ts';

export const expireOrders: ScheduledJob = {
  name: 'expire-orders',
  cron: '* * * * *',
  run: ({ db, now }) => releaseExpiredOrders(db.kysely, now()),
};
