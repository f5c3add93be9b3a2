import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { picturesDropOfSupplier } from '../../../src/cli/pictures/drop.ts';
import { picturesFetch } from '../../../src/cli/pictures/fetch.ts';
import { picturesList } from '../../../src/cli/pictures/list.ts';
import { picturesPin, picturesUnpin } from '../../../src/cli/pictures/pin.ts';
import { lostPhotos } from '../../../src/shop/catalog/photos/list-photos.server.ts';
import { photoFolder } from '../../../src/shop/catalog/photos/photo-files.server.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { hosts, picturedShop, picturedTire, terms } from './pictured-shop.ts';
import { supplierCommands } from './run-command.ts';
import { estonian } from './supplier-shop.ts';

const pictured = picturedShop();
let dataDir = '';
const run = supplierCommands({
  env: () => ({ DATABASE_URL: pictured.shop.url(), DATA_DIR: dataDir, USER: 'mari' }),
  connection: () => pictured.connection(),
});
const suppliers = [{ ...estonian, format: { kind: 'json', rows: '' } as const, pictures: terms }];

test('pictures fetch, pin, unpin and drop: show, keep and remove what a supplier sends', async () => {
  dataDir = await temporaryFolder();
  expect(await run(picturesFetch, [estonian])).toMatchObject({ code: 1 });
  expect(await run(picturesFetch, suppliers, [], { supplier: 'other' })).toEqual({
    code: 1,
    printed: 'other declares no pictures',
  });
  await pictured.offer([
    picturedTire(`${hosts}/pictures/300/x.jpg`),
    picturedTire(`${hosts}/pictures/y.jpg`, { mudel: 'Other' }),
  ]);
  pictured.host.faults.set('/pictures/y.jpg', 'missing');
  const tireId = await pictured.tireId();
  expect((await run(picturesList, suppliers)).printed).toContain('Pictures of hulgi: 2 not fetched yet');

  const fetched = await run(picturesFetch, suppliers);
  expect(fetched).toMatchObject({
    code: 3,
    printed: expect.stringContaining(
      '2 pictures: 1 shown, 0 not better than another, 0 unchanged, 0 refused, 1 failed.',
    ),
  });
  expect(fetched.printed).toMatch(/hulgi +nokian Other +https:.*y\.jpg +pildid\.test answered 404$/m);
  expect(await run(picturesFetch, suppliers)).toEqual({ code: 0, printed: 'No picture is due.\n' });
  const listed = (await run(picturesList, suppliers)).printed;
  expect(listed).toMatch(/nokian Hakka Blue 3 \(summer\) +hulgi +mail of 2026-11-02 from Rehvihulgi/);
  expect(listed).toContain('Pictures of hulgi: 1 failed (pildid.test answered 404)');

  const pin = await run(picturesPin, suppliers, [tireId]);
  expect(pin).toEqual({ code: 0, printed: 'Pinned the photograph of the model: 1 tire on sale.\n' });
  expect((await run(picturesList, suppliers)).printed).toContain('Hakka Blue 3 (summer), pinned');
  await run(picturesPin, suppliers, [tireId], { drawing: true });
  expect((await run(picturesList, suppliers)).printed).toContain('Pinned to the drawing: nokian Hakka Blue 3 (summer)');
  expect(await run(picturesUnpin, suppliers, [tireId])).toMatchObject({ code: 0 });
  expect(await run(picturesUnpin, suppliers, [tireId])).toMatchObject({ code: 1, printed: 'the model is not pinned' });
  expect(await run(picturesPin, suppliers, ['none'])).toMatchObject({ code: 1 });

  const dropped = await run(picturesDropOfSupplier, suppliers, [], { supplier: 'hulgi' });
  expect(dropped).toEqual({ code: 0, printed: 'Removed: 1 photograph. No more are fetched from hulgi.\n' });
  expect(await run(picturesFetch, suppliers, [], { tire: tireId })).toEqual({
    code: 0,
    printed: 'No picture is due.\n',
  });
  expect((await run(picturesList, suppliers, [], { all: true })).printed).toMatch(/dropped$/m);
  const afterDrop = (await run(picturesList, suppliers)).printed;
  expect(afterDrop).toContain('Pictures of hulgi: 1 dropped\n');
  expect(afterDrop).not.toContain(' shown');
});

test('photographs without files are counted for `doctor`, and fetched again by name', async () => {
  dataDir = await temporaryFolder();
  await pictured.offer([picturedTire(`${hosts}/pictures/300/x.jpg`)]);
  await run(picturesFetch, suppliers);
  const folder = photoFolder(dataDir);
  expect(await lostPhotos(pictured.shop.db, folder)).toMatchObject({ current: 1, lost: [] });
  await rm(join(folder), { recursive: true });
  expect(await lostPhotos(pictured.shop.db, folder)).toMatchObject({ current: 1, lost: [{ model: 'Hakka Blue 3' }] });
  await run(picturesFetch, suppliers, [], { tire: await pictured.tireId() });
  expect(await lostPhotos(pictured.shop.db, folder)).toMatchObject({ current: 1, lost: [] });
});

test('pictures fetch that is stopped says what it has fetched', async () => {
  dataDir = await temporaryFolder();
  await pictured.offer([
    picturedTire(`${hosts}/pictures/300/x.jpg`),
    picturedTire(`${hosts}/pictures/silent.jpg`, { mudel: 'Other' }),
  ]);
  pictured.host.faults.set('/pictures/silent.jpg', 'silent');
  const stop = new AbortController();
  const fetching = run(picturesFetch, suppliers, [], {}, stop.signal);
  await expect.poll(async () => (await run(picturesList, suppliers)).printed).toContain('Hakka Blue 3');
  stop.abort();
  expect(await fetching).toEqual({
    code: 130,
    printed:
      'Stopped: the other pictures stay due.\n1 picture: 1 shown, 0 not better than another, 0 unchanged, 0 refused, 0 failed.\n',
  });
});
