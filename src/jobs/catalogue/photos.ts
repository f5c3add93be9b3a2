import { backupsIn } from '../../database/backup/backup-files.server.ts';
import { fetchPictures } from '../../shop/catalog/photos/fetching/fetch-pictures.server.ts';
import { applyDeclaredTerms } from '../../shop/catalog/photos/fetching/supplier-terms.server.ts';
import { copyPhotos, photoBackupFolder, removePhotoFiles } from '../../shop/catalog/photos/photo-files.server.ts';
import { photosEndedBefore, removeExpiredPhotos, removeOrphans } from '../../shop/catalog/photos/photos.server.ts';
import { errorMessage } from '../../shop/error-message.ts';
import type { JobContext, ScheduledJob } from '../job.ts';
import { waitWhileBusy } from '../wait-while-busy.ts';
import type { Feeds } from './fetch-suppliers.ts';

type Folders = { folder: string; backups: string };

/** Few enough that one core decodes them within the minute until the next run. */
const picturesPerRun = 15;

/** `folder`: the folder of tire photographs. `backups`: the folder of backups; copies are kept in its subfolder `photos`. */
export function photoJobs(
  { folder, backups }: Folders,
  { suppliers, keys, connection }: Pick<Feeds, 'suppliers' | 'keys' | 'connection'>,
): ScheduledJob[] {
  return [
    {
      name: 'fetch-pictures',
      cron: '* * * * *',
      async run({ shop: { db, now } }) {
        await applyDeclaredTerms(db, folder, suppliers, now());
        const beforeEachFetch = () => waitWhileBusy();
        await fetchPictures(db, folder, { suppliers, keys, connection, now, limit: picturesPerRun, beforeEachFetch });
      },
    },
    {
      name: 'end-photo-licences',
      cron: '* * * * *',
      run: ({ shop }) => removeExpiredPhotos(shop.db, folder, shop.now()),
    },
    {
      name: 'copy-photos',
      cron: '25 * * * *',
      isLong: true,
      async run({ shop, alert }) {
        await removeOrphans(shop.db, folder);
        try {
          const damaged = await copyToBackups(shop, folder, backups);
          if (damaged.length > 0) alert(`the files of photographs are damaged: ${damaged.join(', ')}`);
        } catch (error) {
          alert(`the photographs could not be copied into ${backups}: ${errorMessage(error)}`);
        }
      },
    },
  ];
}

/** Copies new photographs into the folder of backups, and removes copies of those no longer shown at its oldest backup. Returns the ids of damaged photographs. */
async function copyToBackups({ db, now }: JobContext['shop'], folder: string, backups: string): Promise<string[]> {
  const { damaged } = await copyPhotos(folder, photoBackupFolder(backups));
  const oldestBackupAt = (await backupsIn(backups)).at(-1)?.at ?? now();
  for (const id of await photosEndedBefore(db, oldestBackupAt)) await removePhotoFiles(photoBackupFolder(backups), id);
  return damaged;
}
