import { join } from 'node:path';
import { backupName, backupsIn, removeOldBackups } from '../database/backup/backup-files.server.ts';
import type { ScheduledJob } from './job.ts';
import { missedJob } from './missed-job.ts';

export type Backups = {
  /** Of the database. */
  url: string;
  folder: string;
  /** How many nightly ones stay. */
  keep: number;
};

const name = 'back-up';
const cron = '30 2 * * *';

/** A backup every night; old ones go once the new one stands. */
export function nightlyBackup({ url, folder, keep }: Backups): ScheduledJob {
  return {
    name,
    cron,
    async run({ till, alert }) {
      const now = till.now();
      try {
        // Loaded when it is needed, once a night.
        const { writeBackup } = await import('../database/backup/write-backup.server.ts');
        await writeBackup(url, join(folder, backupName(now, { nightly: true })), { now });
        await removeOldBackups(folder, keep, now);
      } catch (error) {
        alert(`nightly backup into ${folder}: ${error instanceof Error ? error.message : String(error)}`);
        throw error;
      }
    },
  };
}

/** The nightly backup that fell due since the last one, because no shop ran then. */
export async function missedBackup({ folder }: Backups, now: Date): Promise<{ name: string; id: string } | null> {
  // A folder that cannot be read keeps no shop closed; the night will tell.
  const last = (await backupsIn(folder).catch(() => [])).find(({ nightly }) => nightly);
  return last ? missedJob(name, cron, last.at, now) : null;
}
