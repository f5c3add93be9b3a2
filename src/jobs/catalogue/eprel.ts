import { setTimeout as wait } from 'node:timers/promises';
import { askEprel } from '../../shop/catalog/eprel/ask-eprel.server.ts';
import type { EprelClient } from '../../shop/catalog/eprel/eprel-client.server.ts';
import {
  copyOfficialFiles,
  eprelFolder,
  namesOfStoredFiles,
  removeUnusedFiles,
} from '../../shop/catalog/eprel/eprel-files.server.ts';
import { requestLostFiles, usedFiles } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import { importEprelExport } from '../../shop/catalog/eprel/import-export.server.ts';
import { UnreadableExport } from '../../shop/catalog/eprel/read-export.server.ts';
import { FailedFetch } from '../../shop/catalog/supplier/fetch/request.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import { asOneLine } from '../../shop/plain-text.ts';
import type { JobContext, ScheduledJob } from '../job.ts';

/** EPREL is the EU's register of tire labels; a registration is its entry for a tire. `pauseMs`: the pause before each request. `signal`: aborts the jobs. */
export type EprelAccess = { client: EprelClient; pauseMs: number; signal: AbortSignal };

type Folders = { dataDir: string; backups: string };

const exportJobName = 'import-eprel-export';

export const eprelJobNames = ['ask-eprel', 'copy-eprel-files', exportJobName];

/** Less than a minute, so that a run ends before the next one is due. */
const maxRunMs = 45_000;
const hourMs = 60 * 60 * 1000;

/** `backups`: the folder of backups; its subfolder `eprel` has copies of the files. */
export function eprelJobs({ client, pauseMs, signal }: EprelAccess, { dataDir, backups }: Folders): ScheduledJob[] {
  const folder = eprelFolder(dataDir);
  return [
    {
      name: 'ask-eprel',
      cron: '* * * * *',
      async run({ shop: { db, now }, alert }) {
        const startedAt = performance.now();
        const mayContinue = () => !signal.aborted && performance.now() - startedAt < maxRunMs;
        // An abort also ends the pause; at most one more request follows.
        const pause = () => wait(pauseMs, undefined, { signal }).catch(() => {});
        const { failures } = await askEprel({ db, client, folder, now, pause, mayContinue });
        const last = failures.at(-1);
        if (last) alert(asOneLine(`EPREL: ${failures.length} failed calls, the last to ${last.path}: ${last.reason}`));
      },
    },
    ...(client.saveExport ? [exportJob(client.saveExport, signal)] : []),
    {
      name: 'copy-eprel-files',
      cron: '35 * * * *',
      isLong: true,
      async run({ shop, alert }) {
        await tidyFiles(shop, folder);
        await copyToBackups(shop, folder, eprelFolder(backups)).catch((error: unknown) =>
          alert(`the files of EPREL could not be copied into ${backups}: ${errorMessage(error)}`),
        );
      },
    },
  ];
}

/** If the export cannot be fetched or read, the stored data stay, and `ask-eprel` queries registrations one by one. */
function exportJob(saveExport: NonNullable<EprelClient['saveExport']>, signal: AbortSignal): ScheduledJob {
  return {
    name: exportJobName,
    cron: '20 4 * * *',
    isLong: true,
    run: ({ shop: { db, now }, alert }) =>
      importEprelExport({ db, saveExport, signal, now }).catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof FailedFetch || error instanceof UnreadableExport)) throw error;
        alert(asOneLine(`EPREL export: ${error.message}; registrations are asked for one by one`));
      }),
  };
}

/** Removes unused files older than an hour, and lets `ask-eprel` fetch lost files again, for example after a restore. */
async function tidyFiles({ db, now }: JobContext['shop'], folder: string): Promise<void> {
  const anHourAgo = new Date(now().getTime() - hourMs);
  await removeUnusedFiles(folder, await usedFiles(db), anHourAgo);
  await requestLostFiles(db, await namesOfStoredFiles(folder));
}

async function copyToBackups({ db, now }: JobContext['shop'], folder: string, copies: string): Promise<void> {
  await copyOfficialFiles(folder, copies);
  await removeUnusedFiles(copies, await usedFiles(db), now());
}
