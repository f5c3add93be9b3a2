import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { missingSegmentsAfter, readArchive } from '../../database/archive/archive-folder.server.ts';
import type { CopiedFolder } from '../../database/archive/take-base.server.ts';
import type { Tables } from '../../database/tables.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { type MissedJob, missedJob, type ScheduledJob } from '../job.ts';

/** The archive of the embedded database, in the folder `archive`. `days`: a restore can reach any time in the last `days` days. `folders`: copied with each base backup. */
export type Archive = {
  url: string;
  archive: string;
  days: number;
  dataDir: string;
  folders: readonly CopiedFolder[];
};

const baseJob = { name: 'archive-base', cron: '50 2 * * *' };
const checkJob = { name: 'archive-check', cron: '20 4 * * 0' };

export const archiveJobNames: readonly string[] = [baseJob.name, checkJob.name];

export function archiveJobs({ url, archive, days, dataDir, folders }: Archive): ScheduledJob[] {
  return [
    {
      ...baseJob,
      isLong: true,
      async run({ shop: { now }, alert }) {
        try {
          const { pruneArchive, takeBase } = await import('../../database/archive/take-base.server.ts');
          await takeBase(url, { archive, folders, now });
          // Only after a new base backup, so that nothing is removed while base backups fail.
          await pruneArchive(archive, { now: now(), days });
        } catch (error) {
          alert(`base backup into ${archive}: ${errorMessage(error)}`);
          throw error;
        }
      },
    },
    {
      ...checkJob,
      isLong: true,
      async run({ shop: { now }, alert }) {
        const { checkArchive } = await import('../../database/archive/check-archive.server.ts');
        const { ok, message } = await checkArchive(dataDir, { archive, now });
        if (!ok) alert(`check of the archive ${archive}: ${message}`);
      },
    },
  ];
}

/** Returns the job if no base backup is usable or last night's was missed. Null also if the archive cannot be read. */
export async function missedBase({ archive }: Archive, db: Kysely<Tables>, now: Date): Promise<MissedJob | null> {
  // A disk that does not answer must not stop the start.
  const contents = await Promise.race([readArchive(archive).catch(() => null), wait(10_000, null, { ref: false })]);
  if (!contents) return null;
  const [newest] = contents.bases;
  const { rows } = await sql<{ timeline: number }>`
    select timeline_id as timeline from pg_control_checkpoint()`.execute(db);
  const isUsable =
    newest && newest.timeline === rows[0]?.timeline && missingSegmentsAfter(contents, newest).length === 0;
  return isUsable ? missedJob(baseJob.name, baseJob.cron, newest.at, now) : { name: baseJob.name, id: randomUUID() };
}
