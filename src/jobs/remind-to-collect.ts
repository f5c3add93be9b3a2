import { remindToCollect } from '../shop/checkout/handover/remind-to-collect.server.ts';
import type { ScheduledJob } from './job.ts';

/** Runs while the branches are open, because buyers answer by phone. */
export const remindToCollectJob: ScheduledJob = {
  name: 'remind-to-collect',
  cron: '10 9-17 * * *',
  run: ({ shop }) => remindToCollect(shop),
};
