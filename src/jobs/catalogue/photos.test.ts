import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/support/database/database.ts';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { backupName } from '../../database/backup/backup-files.server.ts';
import { openDatabase } from '../../database/connect.server.ts';
import { masterName, photoNames } from '../../shop/catalog/photos/photo.ts';
import { storedPhotos, storePhoto } from '../../shop/catalog/photos/photo-files.server.ts';
import type { JobContext } from '../job.ts';
import { photoJobs } from './photos.ts';

const files = new Map([masterName, ...photoNames].map((name) => [name, Buffer.from(name)]));
const [shown, ended, orphan] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)];
const subfolderOfShown = 'aa';

test('copies photographs into the folder of backups, removes copies to which no backup in it refers, and alerts about failures', async () => {
  const { url, drop } = await testDatabase();
  const { kysely: db, close } = openDatabase(url);
  onTestFinished(() => close().then(drop));
  const folder = join(await temporaryFolder(), 'photos');
  const backups = join(await temporaryFolder(), 'backups');
  await mkdir(backups);
  const design = { manufacturer_id: 'nokian', season: 'summer', studs: 'none', runflat: false } as const;
  const terms = { source: 'own', supplier: null, licence: 'own', credit: null, until: null, in_feed: true } as const;
  const added = { in_preview: true, added_at: '2026-11-01T00:00:00Z', added_by: 'operator' };
  for (const photo of [shown, ended, orphan]) await storePhoto(folder, photo, files);
  for (const photo of [shown, ended])
    await db
      .insertInto('tire_photos')
      .values({ ...design, model: photo, photo, ...terms, ...added })
      .execute();
  const alerts: string[] = [];
  const runJobsAt = async (now: string) => {
    const context = { shop: { db, now: () => new Date(now) }, alert: (line: string) => alerts.push(line) };
    for (const job of photoJobs({ folder, backups }, { suppliers: [], keys: {} }))
      await job.run(context as unknown as JobContext);
  };
  const backupOf = (day: number) =>
    join(backups, backupName(new Date(`2026-11-${day}T00:00:00Z`), { isNightly: true }));
  const copies = async () => [...(await storedPhotos(join(backups, 'photos')))].sort();

  await runJobsAt('2026-11-10T10:00:00Z');
  expect([...(await storedPhotos(folder))].sort()).toEqual([shown, ended]);
  expect(await copies()).toEqual([shown, ended]);
  expect(await readdir(join(backups, 'photos', subfolderOfShown))).toHaveLength(files.size + 1); // + the digests
  await writeFile(backupOf(11), '');
  await db
    .updateTable('tire_photos')
    .set({ ended_at: '2026-11-12T00:00:00Z', ended_by: 'shop', ended_because: 'removed' })
    .where('photo', '=', ended)
    .execute();
  await runJobsAt('2026-11-13T10:00:00Z');
  expect([...(await storedPhotos(folder))]).toEqual([shown]);
  expect(await copies()).toEqual([shown, ended]);
  await writeFile(backupOf(13), '');
  await runJobsAt('2026-11-13T11:00:00Z');
  expect(await copies()).toEqual([shown, ended]);
  // Of the two backups, only the older one has the photograph that ended on the 12th.
  await rm(backupOf(11));
  await runJobsAt('2026-11-13T12:00:00Z');
  expect(await copies()).toEqual([shown]);
  expect(alerts).toEqual([]);
  await writeFile(join(folder, subfolderOfShown, `${shown}-320.webp`), 'other bytes');
  await rm(join(backups, 'photos'), { recursive: true });
  await runJobsAt('2026-11-13T12:30:00Z');
  expect(alerts.splice(0)).toEqual([`the files of photographs are damaged: ${shown}`]);
  expect(await copies()).toEqual([]);
  await rm(join(backups, 'photos'), { recursive: true, force: true });
  await writeFile(join(backups, 'photos'), 'a file in the way');
  await runJobsAt('2026-11-13T13:00:00Z');
  expect(alerts).toEqual([expect.stringContaining('the photographs could not be copied')]);
});
