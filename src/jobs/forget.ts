import { errorMessage } from '../shop/error-message.ts';
import { forgetAppointments } from '../shop/privacy/appointments.server.ts';
import { forgetOrders } from '../shop/privacy/forget-orders.server.ts';
import {
  forgetDesk,
  forgetExchanges,
  forgetKeys,
  forgetNotices,
  forgetOrigins,
  forgetPayers,
  forgetRecipients,
  forgetStaff,
  forgetWebhooks,
  forgetWithdrawals,
} from '../shop/privacy/forget-rows.server.ts';
import { forgetMailFiles } from '../shop/privacy/mail-files.server.ts';
import type { ScheduledJob } from './job.ts';

const databaseSteps = [
  forgetOrigins,
  forgetKeys,
  forgetOrders,
  forgetAppointments,
  forgetNotices,
  forgetWithdrawals,
  forgetWebhooks,
  forgetPayers,
  forgetRecipients,
  forgetStaff,
  forgetDesk,
  forgetExchanges,
];

/** Erases data past their retention period (shop/privacy/retention.ts). If a step fails, the others still run and the job then throws. */
export function forgetNightly(mailFolder: string): ScheduledJob {
  return {
    name: 'forget',
    cron: '15 3 * * *',
    async run({ shop }) {
      const failures: string[] = [];
      const now = shop.now();
      const steps = [
        ...databaseSteps.map((forget) => () => forget(shop.db, now)),
        () => forgetMailFiles(mailFolder, now),
      ];
      for (const step of steps) await step().catch((error: unknown) => failures.push(errorMessage(error)));
      if (failures.length > 0)
        throw new Error(`${failures.length} kinds of data could not be erased: ${failures.join('; ')}`);
    },
  };
}
