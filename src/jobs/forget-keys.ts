import { forgetOldKeys } from '../shop/checkout/idempotency.server.ts';
import type { ScheduledJob } from './schedule.ts';

export const forgetKeysNightly: ScheduledJob = {
  name: 'forget-keys',
  cron: '25 3 * * *',
  run: ({ db, now }) => forgetOldKeys(db.kysely, now()),
};
