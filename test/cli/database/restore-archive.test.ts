import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive } from '../../../src/database/archive/archive-folder.server.ts';
import { setArchive } from '../../../src/database/archive/archive-setting.server.ts';
import { takeBase } from '../../../src/database/archive/take-base.server.ts';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrations } from '../../../src/database/migrations.server.ts';
import { tallinnDate } from '../../../src/shop/tallinn-date.ts';
import { commandRunner } from '../../support/command.ts';
import { query } from '../../support/database/backups.ts';
import { copyInitialised, temporaryFolder } from '../../support/database/temporary-database.ts';

const now = () => new Date();

test('restore: the archive of an older shop is migrated, and numbers of documents are skipped', async () => {
  const folder = await temporaryFolder();
  const [lost, dataDir, archive] = [join(folder, 'lost'), join(folder, 'data'), join(folder, 'archive')];
  await mkdir(lost);
  await copyInitialised(lost);
  await setArchive(lost, archive);
  const shop = await startEmbedded({ folder: lost, log: () => {} });
  const older = migrations.filter(({ name }) => name < '0044');
  await migrate(shop.url, older, () => {});
  const day = tallinnDate(now());
  const year = Number(day.slice(0, 4));
  await query(shop.url, `insert into document_series values ('invoice', ${year}, 5, '${day}')`);
  await takeBase(shop.url, { archive, folders: [], now }).finally(shop.stop);

  const env = { DATA_DIR: dataDir, ARCHIVE_DIR: archive };
  const result = await commandRunner({ url: '' })(['restore', '--json'], undefined, { env, now });
  expect(result.code, result.err).toBe(0);
  expect(result.err).toContain('Migrated: 0044_restores');
  const restored = JSON.parse(result.out);
  expect(restored.skipped[0]).toMatchObject({ kind: 'invoice', count: 1000 });
  const server = await startEmbedded({ folder: dataDir, log: () => {} });
  const rows = await query<{ last_no: number }>(
    server.url,
    `select last_no, source, until > now() - interval '1 hour' as recent from document_series, restores where series = 'invoice'`,
  ).finally(server.stop);
  expect(rows).toEqual([{ last_no: 1005, source: 'archive', recent: true }]);
});

test('a base backup that begins during another one waits for its end, and both are complete', async () => {
  const folder = await temporaryFolder();
  const [dataDir, photos, archive] = [join(folder, 'data'), join(folder, 'photos'), join(folder, 'archive')];
  await mkdir(photos);
  await writeFile(join(photos, 'shop.jpg'), 'photograph');
  await mkdir(dataDir);
  await copyInitialised(dataDir);
  await setArchive(dataDir, archive);
  const database = await startEmbedded({ folder: dataDir, log: () => {} });
  const started = Date.now();
  const at = (second: number) => () => new Date(started + second * 1000);
  const waits: string[] = [];
  let second: ReturnType<typeof takeBase> | undefined;
  const startSecond = () => {
    second ??= takeBase(database.url, { archive, folders: [], now: at(5), onWait: () => waits.push('waits') });
    second.catch(() => {});
    return false;
  };
  try {
    const folders = [{ name: 'photos', from: photos, isSkipped: startSecond }];
    const first = await takeBase(database.url, { archive, folders, now: at(0) });
    const later = await second;
    const { bases } = await readArchive(archive);
    expect(bases.map(({ name }) => name)).toEqual([later?.name, first.name]);
    expect(waits).toEqual(['waits']);
  } finally {
    await database.stop();
  }
});
