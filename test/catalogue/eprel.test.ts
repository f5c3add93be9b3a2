import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import {
  namesOfStoredFiles,
  openOfficialFile,
  removeUnusedFiles,
} from '../../src/shop/catalog/eprel/eprel-files.server.ts';
import {
  listDifferences,
  listWrongNumbers,
  usedFiles,
  withdrawnRegistrations,
} from '../../src/shop/catalog/eprel/eprel-reports.server.ts';
import { findAlerts } from '../../src/shop/checkout/desk/alerts.server.ts';
import { nextDay } from '../import/price-list.ts';
import { catalogueWithEprel, registration } from '../support/catalogue/eprel.ts';

const eprel = catalogueWithEprel();
const { shop } = eprel;

const id = 381_667;
const listed = { eprel_id: `${id}`, fuel: 'B', wet: 'B', noise_db: '70', noise_class: 'B' };
const productPath = `/api/products/tyres/${id}`;

const classesOf = async (sku = 'T1') => {
  const { fuel, wet, noiseDb, noiseClass, eprelId } = (await eprel.labels())[sku] ?? {};
  return [fuel, wet, noiseDb, noiseClass, eprelId];
};
const ofList = ['B', 'B', 70, 'B', id];
const ofEprel = ['C', 'A', 67, 'A', id];
const labelOfList = { fuel: 'B', wet: 'B', noiseDb: 70, noiseClass: 'B', snow: false, ice: false, eprelId: null };

test('classes of EPREL replace those of the price list, and the differences are reported', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration({ snow: true }));
  expect(await classesOf()).toEqual(ofList);
  expect(await eprel.run()).toMatchObject({ products: 1, changed: 1 });
  expect(await classesOf()).toEqual(ofEprel);
  expect((await eprel.labels()).T1).toMatchObject({ snow: true });
  expect((await shop.tire('T1')).fuel).toBe('B');
  expect(await listDifferences(shop.db)).toEqual(
    [
      { field: 'fuel', list: 'B', eprel: 'C' },
      { field: 'noise_class', list: 'B', eprel: 'A' },
      { field: 'noise_db', list: '70', eprel: '67' },
      { field: 'snow', list: 'false', eprel: 'true' },
      { field: 'wet', list: 'B', eprel: 'A' },
    ].map((difference) => ({ tire_id: expect.any(String), eprel_id: id, ...difference })),
  );
});

test('the next price list neither removes the classes of EPREL nor asks for them again', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  await eprel.run();
  await shop.importList([{ ...listed, wet: 'D' }], { now: nextDay });
  expect(await classesOf()).toEqual(ofEprel);
  eprel.wait({ hours: 23 });
  expect((await eprel.run()).paths).toEqual([]);
});

test('fetches label and sheets once, and stores them by their content', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  expect((await eprel.run()).paths).toEqual([
    productPath,
    `/labels/tyres/Label_${id}.png`,
    `/fiches/tyres/Fiche_${id}_ET.pdf`,
    `/fiches/tyres/Fiche_${id}_EN.pdf`,
  ]);
  const official = (await eprel.labels()).T1?.official;
  expect(official).toEqual({
    label: expect.stringMatching(/^[0-9a-f]{16}\.png$/),
    et: expect.stringMatching(/^[0-9a-f]{16}\.pdf$/),
    en: expect.stringMatching(/^[0-9a-f]{16}\.pdf$/),
  });
  for (const name of Object.values(official ?? {})) {
    const file = await openOfficialFile(eprel.folder, name);
    file?.body.destroy();
    expect(file?.bytes).toBeGreaterThan(100);
  }
  eprel.wait({ hours: 24 });
  expect((await eprel.run()).paths).toEqual([productPath]);
  expect((await eprel.labels()).T1?.official).toEqual(official);
});

test('a changed registration gets its files again', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  await eprel.run();
  const before = (await eprel.labels()).T1?.official?.label;
  eprel.fake.register(registration({ fuel: 'D', noiseDb: 72, noiseClass: 'B', snow: true }));
  eprel.wait({ hours: 24 });
  expect((await eprel.run()).paths).toHaveLength(4);
  expect((await eprel.labels()).T1).toMatchObject({ fuel: 'D', noiseDb: 72 });
  const after = (await eprel.labels()).T1?.official?.label;
  expect(after).not.toBe(before);
  await removeUnusedFiles(eprel.folder, await usedFiles(shop.db), new Date(Date.now() + 1_000));
  expect(await namesOfStoredFiles(eprel.folder)).not.toContain(before);
  expect(await namesOfStoredFiles(eprel.folder)).toContain(after);
});

test.each([
  ['failing-files', { hours: 1 }],
  ['no-files', { hours: 24 }],
] as const)('the label of a changed registration is asked for again if it was not sent (%s)', async (fault, time) => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  await eprel.run();
  const before = (await eprel.labels()).T1?.official?.label;
  eprel.fake.register(registration({ fuel: 'D', snow: true }));
  eprel.fake.plan(id, fault);
  eprel.wait({ hours: 24 });
  await eprel.run();
  eprel.fake.plan(id, null);
  eprel.wait(time);
  await eprel.run();
  const after = (await eprel.labels()).T1?.official?.label;
  expect(after).toMatch(/png$/);
  expect(after).not.toBe(before);
});

test.each([403, 429] as const)(
  'after %s, EPREL is not asked for half an hour, and what is known stays',
  async (status) => {
    await shop.importList([listed, { ...listed, supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: '381668' }]);
    eprel.fake.register(registration());
    eprel.fake.refuse(status);
    expect((await eprel.run()).paths).toEqual([productPath]);
    eprel.wait({ minutes: 29 });
    expect((await eprel.run()).paths).toEqual([]);
    expect(await classesOf()).toEqual(ofList);
    eprel.fake.refuse(null);
    eprel.wait({ minutes: 31 });
    expect((await eprel.run()).paths).toContain(productPath);
    expect(await classesOf()).toEqual(ofEprel);
  },
);

test.each([
  ['seconds', '7200'],
  ['a date', new Date(eprel.now().getTime() + 2 * 60 * 60 * 1000).toUTCString()],
])('rests as long as Retry-After asks for in %s', async (_, retryAfter) => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  eprel.fake.refuse(429, retryAfter);
  await eprel.run();
  eprel.fake.refuse(null);
  eprel.wait({ minutes: 119 });
  expect((await eprel.run()).paths).toEqual([]);
  eprel.wait({ minutes: 2 });
  expect((await eprel.run()).paths).toContain(productPath);
});

test('files that EPREL does not have yet are asked for again the next day', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  eprel.fake.plan(id, 'no-files');
  await eprel.run();
  expect(await classesOf()).toEqual(ofEprel);
  expect((await eprel.labels()).T1?.official).toBeUndefined();
  eprel.fake.plan(id, null);
  eprel.wait({ hours: 24 });
  await eprel.run();
  expect((await eprel.labels()).T1?.official?.label).toMatch(/png$/);
});

test.each([
  ['slow', 'no answer within 0.2 s'],
  ['html', 'the answer is not this registration'],
] as const)(
  'an answer that cannot be used (%s) changes nothing, is reported, and is tried again after an hour',
  async (fault, reason) => {
    await shop.importList([listed]);
    eprel.fake.register(registration());
    await eprel.run();
    const before = (await eprel.labels()).T1;
    eprel.fake.plan(id, fault);
    eprel.wait({ hours: 24 });
    const failures = [{ path: productPath, reason }];
    expect(await eprel.run({ totalMs: 200 })).toMatchObject({ changed: 0, paths: [productPath], failures });
    expect((await eprel.labels()).T1).toEqual(before);
    eprel.wait({ minutes: 59 });
    expect((await eprel.run()).paths).toEqual([]);
    eprel.fake.plan(id, null);
    eprel.wait({ minutes: 1 });
    expect((await eprel.run()).paths).toEqual([productPath]);
  },
);

test('files that are none are not stored', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration());
  eprel.fake.plan(id, 'bad-files');
  const stored = await namesOfStoredFiles(eprel.folder);
  await eprel.run();
  expect(await namesOfStoredFiles(eprel.folder)).toEqual(stored);
  expect((await eprel.labels()).T1?.official).toBeUndefined();
});

test.each([
  ['blocked', () => eprel.fake.register(registration({ blocked: true }))],
  ['deleted', () => eprel.fake.plan(id, 'deleted')],
] as const)(
  'a tire whose registration is %s stays on sale with the values of the list, and the owner is told once',
  async (status, withdraw) => {
    await shop.importList([listed]);
    eprel.fake.register(registration());
    await eprel.run();
    withdraw();
    eprel.wait({ hours: 24 });
    expect(await eprel.run()).toMatchObject({ changed: 1 });
    expect((await eprel.labels()).T1).toEqual(labelOfList);
    const alert = async () =>
      (await findAlerts(shop.db, shopConfig, eprel.now())).filter(({ kind }) => kind === 'eprel-withdrawn');
    expect(await alert()).toEqual([expect.objectContaining({ count: 1, details: [expect.stringContaining(`${id}`)] })]);
    expect(await withdrawnRegistrations(shop.db)).toEqual([expect.objectContaining({ eprel_id: id, status })]);
    eprel.wait({ hours: 24 });
    await eprel.run();
    expect(await alert()).toEqual([]);
    expect(await withdrawnRegistrations(shop.db)).toHaveLength(1);
    eprel.fake.plan(id, null);
    eprel.fake.register(registration());
    eprel.wait({ hours: 24 });
    await eprel.run();
    expect(await classesOf()).toEqual(ofEprel);
    expect((await eprel.labels()).T1?.official?.label).toBeDefined();
  },
);

test('a number of another tire changes nothing, gets no files, and is reported', async () => {
  await shop.importList([listed]);
  eprel.fake.register(registration({ size: '225/45R17', load: '94' }));
  expect((await eprel.run()).paths).toEqual([productPath]);
  expect((await eprel.labels()).T1).toEqual(labelOfList);
  expect(await listWrongNumbers(shop.db)).toEqual([
    { tire_id: expect.any(String), eprel_id: id, says: 'NOKIAN HAKKA BLUE 3 225/45 R17.0 94V' },
  ]);
});

test('waits before each call, sends the key, and asks only for tires on sale', async () => {
  await shop.importList([listed, { ...listed, supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: '381668' }]);
  await shop.importList([listed], { now: nextDay, force: true });
  eprel.fake.register(registration());
  const pauses: unknown[] = [];
  const { paths } = await eprel.run({ key: 'key-of-the-shop', pauses });
  expect(paths.filter((path) => path.startsWith('/api/products/tyres/'))).toEqual([productPath]);
  expect(pauses).toHaveLength(paths.length);
  expect(eprel.fake.requests.every(({ headers }) => headers['x-api-key'] === 'key-of-the-shop')).toBe(true);
});
