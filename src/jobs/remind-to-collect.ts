import { remindToCollect } from '../shop/checkout/handover/remind-to-collect.server.ts';
import type { ScheduledJob } from './job.ts';

/** Runs during opening hours, because some buyers phone the branch after the mail. */
export const remindToCollectJob: ScheduledJob = {
  name: 'remind-to-collect',
  cron: '10 9-17 * * *',
  run: ({ shop }) => remindToCollect(shop),
};
