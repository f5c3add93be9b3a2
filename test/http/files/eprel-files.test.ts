import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import en from '../../../src/messages/en.json';
import { askEprel } from '../../../src/shop/catalog/eprel/ask-eprel.server.ts';
import { eprelClient } from '../../../src/shop/catalog/eprel/eprel-client.server.ts';
import { eprelFolder } from '../../../src/shop/catalog/eprel/eprel-files.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { startEprelFake } from '../../../src/suppliers-fake/start-eprel-fake.ts';
import { registration } from '../../support/catalogue/eprel.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { summerNoon, wholeShop } from '../../support/shop.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'rehvipood-eprel-'));
const folder = eprelFolder(dataDir);
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const shop = wholeShop({ DATA_DIR: dataDir });
let fake: Awaited<ReturnType<typeof startEprelFake>>;
let tireId: string;
beforeAll(async () => {
  tireId = await idOf(shop.db.kysely, 'Hakka Blue 3');
});
beforeEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => fake.close());

const eprelId = 381_667;

/** Has EPREL answer for the Hakka Blue 3, with a label of this kind. */
async function fetched(labels: 'png' | 'svg') {
  await fake?.close();
  fake = await startEprelFake({
    registrations: [registration({ fuel: 'B', noiseDb: labels === 'png' ? 68 : 69 })],
    labels,
  });
  const { kysely: db } = shop.db;
  await db.deleteFrom('eprel_products').execute();
  await db.updateTable('tires').set({ eprel_id: eprelId }).where('id', '=', tireId).execute();
  const client = eprelClient({
    ...{ baseUrl: 'https://eprel.test', connection: { fakes: { 'eprel.test': fake.origin } }, now: () => summerNoon },
  });
  await askEprel({ db, client, folder, now: () => summerNoon, pause: async () => {}, mayContinue: () => true });
  await expect.poll(async () => (await label())?.official?.label).toMatch(new RegExp(`\\.${labels}$`));
  return (await label())?.official ?? {};
}

const label = async () => (await shop.get(`/api/v1/products?id=${tireId}`)).json<ProductList>().items[0]?.label;
const page = async (path = `/en/product?id=${tireId}`) => (await shop.get(path)).text;

test('the product page shows the official label and the classes of EPREL, and links the sheet, from this shop', async () => {
  const official = await fetched('png');
  const html = await page();
  expect(html).toContain(`<img src="/eprel/${official.label}"`);
  expect(await label()).toMatchObject({ fuel: 'B', noiseDb: 68, eprelId });
  expect(html).toContain(en.labelDialog.official);
  expect(html).toContain(`href="/eprel/${official.en}"`);
  expect(await page(`/product?id=${tireId}`)).toContain(`href="/eprel/${official.et}"`);
  const russian = await page(`/ru/product?id=${tireId}`);
  expect(russian).toContain(`href="/eprel/${official.en}"`);
  for (const text of [html, russian]) expect(text).not.toMatch(/(?:src|srcset)="https:\/\/eprel/i);
});

test.each([
  ['png', 'image/png', "default-src 'none'"],
  ['svg', 'image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
] as const)(
  'the official label (%s) is sent with an immutable cache and a policy that lets nothing run',
  async (kind, type, policy) => {
    const { label: name } = await fetched(kind);
    const { status, headers, body } = await shop.get(`/eprel/${name}`);
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        ...{ 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
        ...{ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': `${body.length}` },
      },
    });
  },
);

test('sheets are sent as PDF with an immutable cache', async () => {
  const { et, en: english } = await fetched('png');
  for (const [name, text] of [
    [et, 'ET FAKE EPREL 381667'],
    [english, 'EN FAKE EPREL 381667'],
  ]) {
    const { status, headers, text: pdf } = await shop.get(`/eprel/${name}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(pdf).toContain(text);
  }
});

test('the address of the drawing leads to the official label, and a lost file back to the drawing', async () => {
  const { label: name, et } = await fetched('png');
  const redirect = await shop.get(labelPath(tireId));
  expect({ status: redirect.status, to: redirect.headers.location }).toEqual({ status: 302, to: `/eprel/${name}` });
  await rm(folder, { recursive: true });
  const lost = await shop.get(`/eprel/${name}`);
  expect({ status: lost.status, cache: lost.headers['cache-control'] }).toEqual({ status: 302, cache: 'no-store' });
  const drawing = await shop.get(lost.headers.location ?? '');
  expect({ status: drawing.status, type: drawing.headers['content-type'] }).toEqual({
    status: 200,
    type: 'image/svg+xml',
  });
  expect((await shop.get(`/eprel/${et}`)).status).toBe(404);
});

test('files of a withdrawn registration, and all other names, are not found', async () => {
  const { label: name } = await fetched('png');
  for (const path of ['x.png', `..%2f${name}`, `${'0'.repeat(16)}.png`, `${name}x`, ''])
    expect((await shop.get(`/eprel/${path}`)).status).toBe(404);
  await shop.db.kysely.updateTable('eprel_products').set({ status: 'blocked', withdrawn_at: summerNoon }).execute();
  await shop.db.kysely.updateTable('tires').set({ changed_at: summerNoon }).where('id', '=', tireId).execute();
  await sql`select pg_notify('catalogue', 'all')`.execute(shop.db.kysely);
  await expect.poll(label).toEqual({
    ...{ fuel: 'C', wet: 'A', noiseDb: 67, noiseClass: 'A', snow: false, ice: false, eprelId: null },
  });
  expect((await shop.get(`/eprel/${name}`)).status).toBe(404);
  expect(await page()).toContain(`<img src="${labelPath(tireId)}"`);
});
