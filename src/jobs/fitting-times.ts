import { remindOfFitting } from '../shop/checkout/fitting/remind-of-fitting.server.ts';
import { tellOfFreedTimes } from '../shop/checkout/fitting/waiting-list.server.ts';
import type { ScheduledJob } from './job.ts';

/** At 16:00, reminds buyers of tomorrow's appointments. The later runs send reminders that an outage prevented. */
export const remindOfFittingJob: ScheduledJob = {
  name: 'remind-of-fitting',
  cron: '*/10 16-21 * * *',
  run: ({ shop }) => remindOfFitting(shop),
};

export const tellOfFreedTimesJob: ScheduledJob = {
  name: 'tell-of-freed-times', // to buyers who wait for an earlier time
  cron: '* * * * *',
  run: ({ shop }) => tellOfFreedTimes(shop),
};
