import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { importEprelExport } from '../../src/shop/catalog/eprel/import-export.server.ts';
import { exportedProducts, UnreadableExport } from '../../src/shop/catalog/eprel/read-export.server.ts';
import { zippedExport } from '../../src/suppliers-fake/eprel-export.ts';
import { nextDay } from '../import/price-list.ts';
import { catalogueWithEprel, registration } from '../support/catalogue/eprel.ts';
import { temporaryFolder } from '../support/database/temporary-database.ts';

const eprel = catalogueWithEprel();
const { shop } = eprel;
const key = 'key-of-the-shop';
const exportPath = '/api/exportProducts/tyres';
const listed = { eprel_id: '381667', fuel: 'B', wet: 'B' };
const other = { ...listed, supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: '381668' };

beforeEach(async () => {
  await eprel.fake.close();
  await eprel.restart({ key });
});

const classes = async () => {
  const labels = await eprel.labels();
  return [labels.T1, labels.T2].map((label) => label && [label.fuel, label.wet, label.noiseDb]);
};

test('takes the values of tires on sale from the export, and only what it lacks is asked for one by one', async () => {
  await shop.importList([listed, other]);
  eprel.fake.register(registration());
  eprel.fake.register(registration({ id: 1_999_999, size: '225/45R17' }));
  expect(await eprel.importExport()).toEqual({ alerts: [], paths: [exportPath] });
  expect(eprel.fake.requests.at(-1)?.headers['x-api-key']).toBe(key);
  expect(await classes()).toEqual([
    ['C', 'A', 67],
    ['B', 'B', expect.anything()],
  ]);
  const ids = await shop.db.selectFrom('eprel_products').select(['id', 'status']).execute();
  expect(ids).toEqual([{ id: 381_667, status: 'current' }]);
  expect((await eprel.run({ key })).paths).toEqual(['/api/products/tyres/381668']);
});

test('what the export has is not asked for on this day, and a missing file is', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  await eprel.run({ key });
  eprel.wait({ hours: 24 });
  await eprel.importExport();
  expect((await eprel.run({ key })).paths).toEqual([]);
  await shop.db.updateTable('eprel_products').set({ sheet_et: null }).execute();
  await eprel.importExport();
  eprel.wait({ hours: 1 });
  expect((await eprel.run({ key })).paths).toContain('/fiches/tyres/Fiche_381667_ET.pdf');
});

test('a corrected registration is shown, a blocked one is withdrawn, and a deleted one is found by its number', async () => {
  await shop.importList([listed, other]);
  eprel.fake.register(registration());
  eprel.fake.register(registration({ id: 381_668, size: '195/65R15' }));
  await eprel.importExport();
  eprel.fake.register(registration({ fuel: 'D', noiseDb: 71 }));
  eprel.fake.register(registration({ id: 381_668, size: '195/65R15', blocked: true }));
  eprel.wait({ hours: 24 });
  await eprel.importExport();
  expect(await classes()).toEqual([
    ['D', 'A', 71],
    ['B', 'B', expect.anything()],
  ]);
  eprel.fake.unregister(381_667);
  eprel.wait({ hours: 24 });
  expect((await eprel.importExport()).alerts).toEqual([]);
  const status = () => shop.db.selectFrom('eprel_products').select(['id', 'status']).orderBy('id').execute();
  expect(await status()).toEqual([
    { id: 381_667, status: 'current' },
    { id: 381_668, status: 'blocked' },
  ]);
  await eprel.run({ key });
  expect(await status()).toMatchObject([{ status: 'deleted' }, { status: 'blocked' }]);
});

test.each([
  ['cut', 'it is not a complete ZIP file'],
  ['html', 'it is not a complete ZIP file'],
  ['object', 'there is nothing at the top'],
  ['broken', 'the JSON ends in the middle'],
  ['empty', 'it has no JSON file'],
] as const)('an export that is %s changes nothing, and the owner is told', async (fault, reason) => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  await eprel.importExport();
  eprel.fake.register(registration({ fuel: 'E' }));
  eprel.fake.planExport(fault);
  eprel.wait({ hours: 24 });
  const { alerts } = await eprel.importExport();
  expect(alerts).toEqual([expect.stringMatching(/^EPREL export: .*; registrations are asked for one by one$/)]);
  expect(alerts[0]).toContain(reason);
  expect((await classes())[0]).toEqual(['C', 'A', 67]);
  expect((await eprel.run({ key })).paths).toContain('/api/products/tyres/381667');
});

test.each([
  ['403', {}, () => eprel.fake.refuse(403), 'answered 403'],
  ['429', {}, () => eprel.fake.refuse(429), 'answered 429'],
  ['a wrong key', { key: 'other-key' }, () => {}, 'answered 403'],
  ['more than the size limit', { bytes: 100 }, () => {}, 'the answer is larger than 100 bytes'],
] as const)('%s in answer to the export changes nothing, and names no key', async (_, options, plan, reason) => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  plan();
  const temporary = await temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { alerts } = await eprel.importExport(options);
  expect(alerts).toEqual([expect.stringContaining(reason)]);
  expect(alerts[0]).not.toContain('key');
  expect(await shop.db.selectFrom('eprel_products').select('id').execute()).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
});

test('without tires that have a number, and without a key, the export is not fetched', async () => {
  await shop.importList([{}]);
  expect(await eprel.importExport()).toEqual({ alerts: [], paths: [] });
  await shop.importList([listed], { now: nextDay });
  expect(await eprel.importExport({ key: null })).toEqual({ alerts: [], paths: [] });
});

test('the last version of a registration counts, wherever it stands in the export', async () => {
  await shop.importList([listed, other]);
  const version = (eprelRegistrationNumber: number, energyClass: string, lastVersion: boolean) => ({
    ...{ eprelRegistrationNumber, energyClass, lastVersion },
  });
  const rows = [version(381_667, 'D', true), version(381_667, 'E', false)];
  rows.push(version(381_668, 'E', false), version(381_668, 'D', true));
  const saveExport = async (file: string) => writeFile(file, await zippedExport(rows, null));
  const { signal } = new AbortController();
  const imported = await importEprelExport({ db: shop.db, saveExport, signal, now: eprel.now });
  expect(imported).toEqual({ needed: 2, found: 2, changed: 2 });
  expect((await classes()).map((label) => label?.[0])).toEqual(['D', 'D']);
});

const readAll = async (registrations: unknown[], maxBytes?: number) => {
  const file = join(await temporaryFolder(), 'export.zip');
  await writeFile(file, await zippedExport(registrations, null));
  const products = [];
  for await (const product of exportedProducts(file, (id) => id !== 9, maxBytes)) products.push(product);
  return products;
};
const row = { eprelRegistrationNumber: 7, energyClass: 'C', wetGripClass: null, iceTyre: true, rimDiameter: 16 };

test('reads values as the answer for one registration has them, and skips rows that are none', async () => {
  const rows = [row, { ...row, eprelRegistrationNumber: 9 }, { energyClass: 'A' }, { ...row, lastVersion: false }, 5];
  expect(await readAll(rows)).toEqual([
    expect.objectContaining({ id: 7, isBlocked: false, isOldVersion: false }),
    expect.objectContaining({ id: 7, isOldVersion: true }),
  ]);
  expect((await readAll([row]))[0]?.facts).toMatchObject({ fuel: 'C', wet: null, ice: true, snow: null, diameter: 16 });
});

test('refuses an export that unpacks to more than the limit', async () => {
  await expect(readAll([{ ...row, text: 'x'.repeat(10_000) }], 9_000)).rejects.toThrow(UnreadableExport);
});
