import { forgetOrigins } from '../shop/order/forget-origins.server.ts';
import type { ScheduledJob } from './schedule.ts';

export const forgetOriginsNightly: ScheduledJob = {
  name: 'forget-origins',
  cron: '15 3 * * *',
  run: ({ db, now }) => forgetOrigins(db.kysely, now()),
};
