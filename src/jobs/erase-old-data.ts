import { errorMessage } from '../shop/error-message.ts';
import { eraseOldAppointments } from '../shop/privacy/appointments.server.ts';
import { eraseOldOrders } from '../shop/privacy/forget-orders.server.ts';
import {
  deleteOldDeskRows,
  deleteOldIdempotencyKeys,
  deleteOldNotices,
  deleteOldSupplierExchanges,
  deleteOldWebhookEvents,
  deleteOldWithdrawals,
  eraseOldClientData,
  eraseOldEmployeeNames,
  eraseOldPayers,
  eraseOldRecipients,
  eraseOldRefundNotes,
} from '../shop/privacy/forget-rows.server.ts';
import { deleteOldMailFiles } from '../shop/privacy/mail-files.server.ts';
import type { ScheduledJob } from './job.ts';

const databaseSteps = [
  eraseOldClientData,
  deleteOldIdempotencyKeys,
  eraseOldOrders,
  eraseOldAppointments,
  deleteOldNotices,
  deleteOldWithdrawals,
  deleteOldWebhookEvents,
  eraseOldPayers,
  eraseOldRefundNotes,
  eraseOldRecipients,
  eraseOldEmployeeNames,
  deleteOldDeskRows,
  deleteOldSupplierExchanges,
];

/** Erases data past their retention period (shop/privacy/retention.ts). If a step fails, the others still run and the job then throws. */
export function eraseOldDataNightly(mailFolder: string): ScheduledJob {
  return {
    name: 'forget',
    cron: '15 3 * * *',
    async run({ shop }) {
      const failures: string[] = [];
      const now = shop.now();
      const steps = [
        ...databaseSteps.map((step) => () => step(shop.db, now)),
        () => deleteOldMailFiles(mailFolder, now),
      ];
      for (const step of steps) await step().catch((error: unknown) => failures.push(errorMessage(error)));
      if (failures.length > 0)
        throw new Error(`${failures.length} kinds of data could not be erased: ${failures.join('; ')}`);
    },
  };
}
