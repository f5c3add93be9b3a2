import { setTimeout as wait } from 'node:timers/promises';
import { askEprel } from '../../shop/catalog/eprel/ask-eprel.server.ts';
import type { EprelClient } from '../../shop/catalog/eprel/eprel-client.server.ts';
import {
  copyOfficial,
  eprelFolder,
  removeUnused,
  storedOfficial,
} from '../../shop/catalog/eprel/eprel-files.server.ts';
import { fetchLostFiles, usedFiles } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import type { JobContext, ScheduledJob } from '../job.ts';

/** `pauseMs`: before each call. `signal`: no further calls once it is aborted. */
export type EprelAccess = { client: EprelClient; pauseMs: number; signal: AbortSignal };

type Folders = { dataDir: string; backups: string };

export const eprelJobNames = ['ask-eprel', 'copy-eprel-files'];

/** A run ends before the next one is due. */
const maxRunMs = 45_000;
const hourMs = 60 * 60 * 1000;

/** `backups`: the folder of backups, beside which copies of the files are kept. */
export function eprelJobs({ client, pauseMs, signal }: EprelAccess, { dataDir, backups }: Folders): ScheduledJob[] {
  const folder = eprelFolder(dataDir);
  return [
    {
      name: 'ask-eprel',
      cron: '* * * * *',
      run({ shop: { db, now } }) {
        const startedAt = performance.now();
        const mayGoOn = () => !signal.aborted && performance.now() - startedAt < maxRunMs;
        // An abort ends the pause early; at most one more call follows.
        const pause = () => wait(pauseMs, undefined, { signal }).catch(() => {});
        return askEprel({ db, client, folder, now, pause, mayGoOn });
      },
    },
    {
      name: 'copy-eprel-files',
      cron: '35 * * * *',
      async run({ shop, alert }) {
        await tidyFiles(shop, folder);
        await copyToBackups(shop, folder, eprelFolder(backups)).catch((error: unknown) =>
          alert(`copies of files of EPREL into ${backups}: ${errorMessage(error)}`),
        );
      },
    },
  ];
}

/** Removes files that no registration has any more, and lets the next run fetch lost ones again, such as after a restore. */
async function tidyFiles({ db, now }: JobContext['shop'], folder: string): Promise<void> {
  await removeUnused(folder, await usedFiles(db), new Date(now().getTime() - hourMs));
  await fetchLostFiles(db, await storedOfficial(folder));
}

async function copyToBackups({ db, now }: JobContext['shop'], folder: string, copies: string): Promise<void> {
  await copyOfficial(folder, copies);
  await removeUnused(copies, await usedFiles(db), now());
}
