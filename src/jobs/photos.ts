import { endExpiredPhotos, removeOrphans } from '../shop/catalog/photos/photos.server.ts';
import type { ScheduledJob } from './job.ts';

/** `folder`: that of the photographs of tires. */
export function photoJobs(folder: string): ScheduledJob[] {
  return [
    {
      name: 'end-photo-licences',
      cron: '* * * * *',
      run: ({ shop }) => endExpiredPhotos(shop.db, folder, shop.now()),
    },
    { name: 'remove-photo-orphans', cron: '25 3 * * *', run: ({ shop }) => removeOrphans(shop.db, folder) },
  ];
}
