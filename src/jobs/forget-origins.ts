import { forgetOrigins } from '../shop/order/forget-origins.server.ts';
import type { ScheduledJob } from './job.ts';

export const forgetOriginsNightly: ScheduledJob = {
  name: 'forget-origins',
  cron: '15 3 * * *',
  run: ({ till }) => forgetOrigins(till.db, till.now()),
};
