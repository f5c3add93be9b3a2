import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { masterName, photoNames } from '../../../src/shop/catalog/photos/photo.ts';
import {
  openPhoto,
  photoBackupFolder,
  photoFolder,
  storedPhotos,
} from '../../../src/shop/catalog/photos/photo-files.server.ts';
import { csv } from '../../import/price-list.ts';
import { photograph } from '../../support/catalogue/photographs.ts';
import { commandRunner } from '../../support/command.ts';
import { createEmptyDatabase } from '../../support/database/backups.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();

/** Imports two sizes of a model, and runs `pictures …` in a folder with a photograph. */
async function picturesShop() {
  const folder = await temporaryFolder();
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), INIT_CWD: folder, USER: 'mari' };
  const run = commandRunner(database);
  const list = csv([{ supplier_sku: 'T1' }, { supplier_sku: 'T2', size: '195/65 R15 91V' }]);
  await run(['import', '-'], undefined, { stdin: Readable.from([Buffer.from(list)]) });
  await writeFile(join(folder, 'tire.jpg'), await photograph().jpeg().toBuffer());
  const rows = await database.db.kysely.selectFrom('tires').select('id').orderBy('supplier_sku').execute();
  return {
    tire: rows[0]?.id ?? '',
    folder,
    pictures: (...args: string[]) => run(['pictures', ...args], undefined, { env }),
  };
}

test('pictures add, list and remove: show a photograph with all sizes of a model until it is removed', async () => {
  const { tire, folder, pictures } = await picturesShop();
  expect(await pictures('list')).toEqual({ code: 0, out: 'No photographs.\n', err: '' });
  const added = await pictures('add', 'tire.jpg', '--tire', tire);
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Added photograph [0-9a-f]{16}, shown with 2 tires on sale\.\n$/),
  });
  const [, id = ''] = /photograph (\w+),/.exec(added.out) ?? [];
  const { pictures: listed } = JSON.parse((await pictures('list', '--json')).out);
  expect(listed).toEqual([
    expect.objectContaining({
      ...{ photo: id, model: 'Hakka Blue 3', source: 'own', licence: 'own photograph', feed: true, preview: true },
      ...{ until: null, tires: 2, addedBy: 'operator:mari', endedAt: null },
    }),
  ]);
  const photos = photoFolder(join(folder, 'data'));
  expect((await openPhoto(photos, id, '160.webp'))?.body.destroy()).toBeDefined();
  expect((await pictures('list')).out).toMatch(/ Hakka Blue 3 \(summer\) +own +own photograph +feeds, previews +2$/m);
  expect(await pictures('remove', `${listed[0].id}`)).toMatchObject({ code: 0, out: 'Removed: 1 photograph.\n' });
  expect(await openPhoto(photos, id, '160.webp')).toBeNull();
  expect((await pictures('list', '--all')).out).toMatch(/removed$/m);
  expect(await pictures('remove', `${listed[0].id}`)).toMatchObject({ code: 1 });
});

test('pictures add: a photograph of the manufacturer needs a licence, and is in feeds only if that permits it', async () => {
  const { tire, pictures } = await picturesShop();
  const add = (...args: string[]) => pictures('add', 'tire.jpg', '--tire', tire, '--source', 'manufacturer', ...args);
  expect(await add()).toMatchObject({ code: 2, err: expect.stringContaining('needs --licence') });
  expect(await add('--licence', 'portal', '--until', '2020-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('already ended'),
  });
  expect(await add('--licence', 'portal', '--credit', 'Nokian Tyres', '--preview', '--json')).toMatchObject({
    code: 0,
  });
  const { pictures: listed } = JSON.parse((await pictures('list', '--json')).out);
  expect(listed).toMatchObject([{ source: 'manufacturer', credit: 'Nokian Tyres', feed: false, preview: true }]);
});

test('pictures add refuses a file that is no picture, a missing file and an unknown tire', async () => {
  const { tire, folder, pictures } = await picturesShop();
  await writeFile(join(folder, 'page.jpg'), '<!doctype html>');
  expect(await pictures('add', 'page.jpg', '--tire', tire)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no JPEG, PNG or WebP'),
  });
  expect(await pictures('add', 'none.jpg', '--tire', tire)).toMatchObject({ code: 1 });
  expect(await pictures('add', 'tire.jpg', '--tire', 'none')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no tire none'),
  });
});

test('backup and restore: the photographs come back with the same bytes on an empty machine', async () => {
  const { tire, folder, pictures } = await picturesShop();
  const { photo } = JSON.parse((await pictures('add', 'tire.jpg', '--tire', tire, '--json')).out);
  const file = join(folder, 'usb', 'backup.zip');
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
  const backup = await commandRunner(database)(['backup', file], undefined, { env });
  expect(backup).toMatchObject({ code: 0, out: expect.stringContaining('Copied 1 photograph of tires to ') });
  const url = await createEmptyDatabase();
  const emptyMachine = { DATABASE_URL: url, DATA_DIR: join(folder, 'other') };
  const restored = await commandRunner({ url })(['restore', file, '--move'], undefined, { env: emptyMachine });
  expect(restored).toMatchObject({ code: 0 });
  const bytesIn = async (data: string, name: string) => {
    const opened = await openPhoto(photoFolder(join(folder, data)), photo, name);
    return opened && buffer(opened.body);
  };
  for (const name of [masterName, ...photoNames]) {
    const original = await bytesIn('data', name);
    expect(original?.length).toBeGreaterThan(0);
    expect(await bytesIn('other', name)).toEqual(original);
  }
});

test('backup and restore end with 3 and name the folders if the files cannot be copied', async () => {
  const { tire, folder, pictures } = await picturesShop();
  await pictures('add', 'tire.jpg', '--tire', tire);
  const [usb, data] = [join(folder, 'usb'), join(folder, 'data')];
  const file = join(usb, 'backup.zip');
  await mkdir(usb);
  await writeFile(join(usb, 'photos'), 'no folder');
  const env = { DATABASE_URL: database.url, DATA_DIR: data };
  const backup = await commandRunner(database)(['backup', file, '--json'], undefined, { env });
  expect(backup).toMatchObject({
    code: 3,
    err: expect.stringContaining(`copy the folders photos and eprel of ${data} to ${usb}.`),
  });
  expect(JSON.parse(backup.out)).toMatchObject({ ok: true, file, photos: 0 });
  const emptyMachine = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: join(folder, 'other') };
  const restored = await commandRunner({ url: emptyMachine.DATABASE_URL })(['restore', file], undefined, {
    env: emptyMachine,
  });
  expect(restored).toMatchObject({
    code: 3,
    out: expect.stringContaining('The shop is as it was on '),
    err: expect.stringContaining(`copy the folders photos and eprel of ${usb} to ${emptyMachine.DATA_DIR}.`),
  });
});

test.each(['changed', 'lost'])('restore leaves out a photograph of which a file is %s, and says so', async (fault) => {
  const { tire, folder, pictures } = await picturesShop();
  const { photo } = JSON.parse((await pictures('add', 'tire.jpg', '--tire', tire, '--json')).out);
  const file = join(folder, 'usb', 'backup.zip');
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
  await commandRunner(database)(['backup', file], undefined, { env });
  const copy = join(photoBackupFolder(join(folder, 'usb')), photo.slice(0, 2), `${photo}-320.webp`);
  if (fault === 'lost') await rm(copy);
  else await writeFile(copy, (await readFile(copy)).fill(0, 100, 101));
  const emptyMachine = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: join(folder, 'other') };
  const restored = await commandRunner({ url: emptyMachine.DATABASE_URL })(['restore', file, '--move'], undefined, {
    env: emptyMachine,
  });
  expect(restored).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Left out: photograph ${photo}, whose files are damaged.`),
  });
  expect([...(await storedPhotos(photoFolder(emptyMachine.DATA_DIR)))]).toEqual([]);
});
