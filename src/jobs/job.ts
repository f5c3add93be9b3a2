import type { Till } from '../shop/checkout/till.server.ts';
import type { LaterJob } from '../shop/later.server.ts';

export type JobContext = {
  till: Till;
  /** Sends the letter of a row of `letters`. */
  sendLetter: (letterId: string) => Promise<void>;
  /** Tells the operator in one line. */
  alert: (line: string) => void;
};

/** A job that runs by the clock, as a cron line in Europe/Tallinn. */
export type ScheduledJob = { name: string; cron: string; run: (context: JobContext) => Promise<unknown> };

type LaterJobOf<Name extends LaterJob['name']> = Extract<LaterJob, { name: Name }>;

/** What is done for each job that a transaction has asked for. A job that throws is tried again later. */
export type LaterJobs = {
  [Name in LaterJob['name']]: (context: JobContext, job: LaterJobOf<Name>) => Promise<unknown>;
};
