import { join } from 'node:path';
import { backupName, backupsIn, removeOldBackups } from '../../database/backup/backup-files.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { type MissedJob, missedJob, type ScheduledJob } from '../job.ts';

/** `keep`: number of nightly backups that stay in `folder`. */
export type Backups = {
  url: string;
  folder: string;
  keep: number;
};

const name = 'back-up';
const cron = '30 2 * * *';

export function nightlyBackup({ url, folder, keep }: Backups): ScheduledJob {
  return {
    name,
    cron,
    isLong: true,
    async run({ shop, alert }) {
      const now = shop.now();
      try {
        const { writeBackup } = await import('../../database/backup/write-backup.server.ts');
        await writeBackup(url, join(folder, backupName(now, { isNightly: true })), { now });
        await removeOldBackups(folder, keep, now);
      } catch (error) {
        alert(`nightly backup into ${folder}: ${errorMessage(error)}`);
        throw error;
      }
    },
  };
}

/** Returns the nightly backup that was due while no process ran, or null. Without a previous backup, none is missed. */
export async function missedBackup({ folder }: Backups, now: Date): Promise<MissedJob | null> {
  // An unreadable folder must not stop the shop; the nightly job reports it.
  const newestFirst = await backupsIn(folder).catch(() => []);
  const newest = newestFirst.find(({ isNightly }) => isNightly);
  return newest ? missedJob(name, cron, newest.at, now) : null;
}
