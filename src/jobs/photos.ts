import { backupsIn } from '../database/backup/backup-files.server.ts';
import { copyPhotos, photoBackupFolder, removePhoto } from '../shop/catalog/photos/photo-files.server.ts';
import { endExpiredPhotos, photosEndedBefore, removeOrphans } from '../shop/catalog/photos/photos.server.ts';
import { errorMessage } from '../shop/error-message.ts';
import type { JobContext, ScheduledJob } from './job.ts';

/** `folder`: that of the photographs of tires. `backups`: that of backups, beside which copies are kept. */
export function photoJobs(folder: string, backups: string): ScheduledJob[] {
  return [
    {
      name: 'end-photo-licences',
      cron: '* * * * *',
      run: ({ shop }) => endExpiredPhotos(shop.db, folder, shop.now()),
    },
    {
      name: 'copy-photos',
      cron: '25 * * * *',
      async run({ shop, alert }) {
        await removeOrphans(shop.db, folder);
        await copyToBackups(shop, folder, backups).catch((error: unknown) =>
          alert(`copies of photographs into ${backups}: ${errorMessage(error)}`),
        );
      },
    },
  ];
}

/** Copies new photographs beside the backups, and removes copies of those that no backup there shows. */
async function copyToBackups({ db, now }: JobContext['shop'], folder: string, backups: string): Promise<void> {
  await copyPhotos(folder, photoBackupFolder(backups));
  const oldest = (await backupsIn(backups)).at(-1)?.at ?? now();
  for (const id of await photosEndedBefore(db, oldest)) await removePhoto(photoBackupFolder(backups), id);
}
