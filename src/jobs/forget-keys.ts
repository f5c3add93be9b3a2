import { forgetOldKeys } from '../shop/checkout/idempotency.server.ts';
import type { ScheduledJob } from './job.ts';

export const forgetKeysNightly: ScheduledJob = {
  name: 'forget-keys',
  cron: '25 3 * * *',
  run: ({ till }) => forgetOldKeys(till.db, till.now()),
};
