import { hash } from 'node:crypto';
import { nextTime } from '../shop/catalog/supplier/read-suppliers.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';

export type JobContext = {
  shop: ShopContext;
  sendMail: (mailId: string) => Promise<void>;
  sendNotice: (noticeId: string) => Promise<void>;
  alert: (line: string) => void;
};

/** `cron` is in the time zone Europe/Tallinn. `isLong`: a run may take hours, such as a copy to a slow disk; other jobs end within 15 minutes. */
export type ScheduledJob = {
  name: string;
  cron: string;
  isLong?: true;
  run: (context: JobContext) => Promise<unknown>;
};

/** A run that is due at the start, such as one that was missed while no process ran. */
export type MissedJob = { name: string; id: string };

/** Returns the first run that was due after `lastAt` and before `now`, or null. All processes compute the same id, so that the job is inserted once. */
export function missedJob(name: string, cron: string, lastAt: Date, now: Date): MissedJob | null {
  const due = nextTime(cron, lastAt);
  return due < now ? { name, id: uuidOf(`${name} ${due.toISOString()}`) } : null;
}

function uuidOf(text: string): string {
  const hexDigits = hash('sha256', text);
  return hexDigits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
