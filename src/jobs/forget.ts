import { forgetOrders } from '../shop/privacy/forget-orders.server.ts';
import {
  forgetKeys,
  forgetOrigins,
  forgetStaff,
  forgetWebhooks,
  forgetWithdrawals,
} from '../shop/privacy/forget-rows.server.ts';
import { forgetLetterFiles } from '../shop/privacy/letter-files.server.ts';
import type { ScheduledJob } from './job.ts';

const inDatabase = [forgetOrigins, forgetKeys, forgetOrders, forgetWithdrawals, forgetWebhooks, forgetStaff];

/**
 * Erases every night what is kept no longer (shop/retention.ts); letters in files lie in `letterFolder`. One step that
 * fails keeps no other; then it throws in the end.
 */
export function forgetNightly(letterFolder: string): ScheduledJob {
  return {
    name: 'forget',
    cron: '15 3 * * *',
    async run({ till }) {
      const failed: string[] = [];
      const now = till.now();
      const steps = [
        ...inDatabase.map((forget) => () => forget(till.db, now)),
        () => forgetLetterFiles(letterFolder, now),
      ];
      for (const step of steps) await step().catch((error: unknown) => failed.push(messageOf(error)));
      if (failed.length > 0)
        throw new Error(`${failed.length} kinds of data could not be erased: ${failed.join('; ')}`);
    },
  };
}

/** The message alone: other fields of a database’s error may repeat the row, and the queue keeps what is thrown. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
