import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/app/config.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { temporaryFolder } from '../support/database/temporary-database.ts';
import { sendRequest } from '../support/server/client.ts';
import { builtModule } from '../support/shop.ts';
import { catalogue, nextDay } from './price-list.ts';

const shop = catalogue();

test('draws bitmaps of imported models, and removes those of models that an import or undo takes off sale', async () => {
  const folder = await temporaryFolder();
  const { startShop } = await builtModule<Pick<typeof import('../../src/server.ts'), 'startShop'>>('server.js');
  const config = readConfig({ PORT: '0', DATABASE_URL: shop.url(), DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const { address, stop } = await startShop(config, { log: () => {}, drawAfterMs: 0 });
  onTestFinished(stop);
  // A file that is still being written has another ending.
  const files = async () =>
    (await readdir(join(folder, 'cache/tires')).catch(() => [])).filter((name) => name.endsWith('.png')).sort();
  const expectBitmaps = (models: number) => expect.poll(files).toHaveLength(models);

  // Two sizes of one model share a bitmap.
  const oneModel = [{ supplier_sku: 'T1' }, { supplier_sku: 'T2', size: '195/65 R15 91V' }];
  await shop.importList(oneModel);
  await expectBitmaps(1);
  const first = await files();
  const { items } = (await sendRequest(address, '/api/v1/products')).json<{ items: { id: string; image: string }[] }>();
  const [{ id, image } = { id: '', image: '' }] = items;
  const png = image.replace('.svg', '.png');
  expect(await sendRequest(address, `${png.replace('/tires/', '/og/')}?id=${id}`)).toMatchObject({ status: 200 });
  // A card is drawn by its first request, and stays until the next import.
  await expectBitmaps(2);
  await shop.importList([...oneModel, { supplier_sku: 'T3', model: 'Hakka Green 4' }], { now: nextDay });
  await expectBitmaps(2);
  expect(await files()).toEqual(expect.arrayContaining(first));
  await undoImport(shop.db, { now: nextDay, actor: 'operator' });
  await expect.poll(files).toEqual(first);

  const picture = await sendRequest(address, png);
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(first.map((name) => `"${name}"`)).toContain(picture.headers.etag);
});
