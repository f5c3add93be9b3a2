import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements, plainText, textsIn, withPlainSpaces } from '../../support/html.ts';
import { jsonLdNodes, ofType } from '../../support/search-engines.ts';
import { wholeShop } from '../../support/shop.ts';

const messages = withPlainSpaces({ ee, en, ru });

const shop = wholeShop();

const polling = { timeout: 20_000, interval: 50 };

const pathOf = async (model: string) => labelPath(await idOf(shop.db.kysely, model));
const labelOf = async (model: string) => (await shop.get(await pathOf(model))).text;

test('every tire with all label values has a label drawing, and no other tire has one', async () => {
  const { items } = (await shop.get('/api/v1/products?limit=100')).json<ProductList>();
  expect(items.length).toBeGreaterThan(40);
  for (const { id, label } of items) {
    const { status, headers } = await shop.get(labelPath(id));
    expect({ id, status }).toEqual({ id, status: label ? 200 : 404 });
    if (label) expect(headers['content-type']).toBe('image/svg+xml');
  }
});

test('the label drawing has a text alternative with tire, class, values and marks', async () => {
  const hakka = await labelOf('Hakka Blue 3');
  expect(textsIn(hakka, 'title')).toEqual(['EU tyre label: Nokian Hakka Blue 3 205/55 R16 91V']);
  expect(textsIn(hakka, 'desc')).toEqual([
    'Class C1, fuel efficiency C, wet grip A, external rolling noise 67 dB, class A.',
  ]);
  expect(textsIn(await labelOf('Hakkapeliitta R5'), 'desc')).toEqual([
    'Class C1, fuel efficiency D, wet grip E, external rolling noise 71 dB, class B, for severe snow conditions, grips on ice.',
  ]);
  expect(textsIn(await labelOf('Agilis'), 'desc')[0]).toMatch(/^Class C2,/);
});

test('the label drawing is cached for an hour, is revalidated with 304, and contains no script', async () => {
  const path = await pathOf('Hakka Blue 3');
  const { headers, text } = await shop.get(path);
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(headers['content-security-policy']).toBe("default-src 'none'");
  expect(text).not.toMatch(/<(?:text|style|script|image|foreignObject)\b|\sstyle=/);
  const revalidation = await shop.get(path, { 'if-none-match': headers.etag ?? '' });
  expect({ status: revalidation.status, text: revalidation.text }).toEqual({ status: 304, text: '' });
  const otherLabel = await shop.get(await pathOf('Primacy 5'), { 'if-none-match': headers.etag ?? '' });
  expect(otherLabel.status).toBe(200);
});

test('the label drawing takes less than 16 kB compressed', async () => {
  const path = await pathOf('Hakkapeliitta R5');
  const { body, headers } = await shop.get(path, { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(body.length).toBeLessThan(16_000);
  expect(`${brotliDecompressSync(body)}`).toBe((await shop.get(path)).text);
});

test.each(['/labels/unknown.svg', '/labels/.svg', '/labels/__proto__.svg', '/labels/%2e%2e/x.svg', '/labels/'])(
  'no label drawing exists for an unknown tire: %s',
  async (path) => {
    expect((await shop.get(path)).status).toBe(404);
  },
);

test('no label drawing exists without the extension .svg', async () => {
  expect((await shop.get((await pathOf('Hakka Blue 3')).replace('.svg', ''))).status).toBe(404);
});

test('tires that Regulation (EU) 2020/740 exempts have no label, even with values in the database', async () => {
  const id = await idOf(shop.db.kysely, 'Serie 01');
  const labelInApi = async () =>
    (await shop.get(`/api/v1/products?id=${id}`)).json<ProductList>().items[0]?.label ?? null;
  const labelledTire = {
    studs: 'none',
    competition: false,
    diameter: 17,
    speed_index: 'Y',
    season: 'all_season',
  } as const;
  for (const exemption of [
    { studs: 'studded', season: 'winter' } as const,
    { competition: true },
    { diameter: 10 },
    { speed_index: 'D' },
  ]) {
    await shop.db.kysely
      .updateTable('tires')
      .set({ ...labelledTire, ...exemption })
      .where('id', '=', id)
      .execute();
    await notifyAll();
    await expect.poll(labelInApi, polling).toBeNull();
    await shop.db.kysely.updateTable('tires').set(labelledTire).where('id', '=', id).execute();
    await notifyAll();
    await expect.poll(labelInApi, polling).not.toBeNull();
  }
});

test('a tire with an EPREL number has a QR code on its label and a certification in its structured data', async () => {
  const id = await idOf(shop.db.kysely, 'Serie 02');
  const before = await labelOf('Serie 02');
  await shop.db.kysely.updateTable('tires').set({ eprel_id: 1234567 }).where('id', '=', id).execute();
  await notifyAll();
  await expect.poll(() => labelOf('Serie 02'), polling).not.toBe(before);
  const [product] = ofType(jsonLdNodes((await shop.get(`/en/product?id=${id}`)).text), 'Product');
  expect(product?.hasCertification).toEqual({
    '@type': 'Certification',
    issuedBy: { '@type': 'Organization', name: 'European_Commission' },
    name: 'EPREL',
    certificationIdentification: '1234567',
  });
});

test('the product page shows the known values of an incomplete label, without a drawing', async () => {
  const id = await idOf(shop.db.kysely, 'Serie 03');
  const page = async () => (await shop.get(`/en/product?id=${id}`)).text;
  await shop.db.kysely.updateTable('tires').set({ wet: null }).where('id', '=', id).execute();
  await notifyAll();
  await expect.poll(page, polling).toContain(en.product.label.partly);
  const html = await page();
  expect(html).not.toContain(labelPath(id));
  expect(html).toContain('wet grip not known');
  expect((await shop.get(labelPath(id))).status).toBe(404);
});

async function notifyAll(): Promise<void> {
  await sql`select pg_notify('catalogue', 'all')`.execute(shop.db.kysely);
}

test.each([
  ['ee', 'ET'],
  ['en', 'EN'],
  ['ru', 'EN'],
] as const)(
  'in %s a tire with an EPREL number links to its EPREL sheet in %s and page, in a new tab',
  async (locale, sheet) => {
    const id = await idOf(shop.db.kysely, 'Primacy ZP');
    await shop.db.kysely.updateTable('tires').set({ eprel_id: 1234567 }).where('id', '=', id).execute();
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    const page = async () => (await shop.get(href('product', locale, `?id=${id}`))).text;
    const links = async () =>
      [...(await page()).matchAll(/<a [^>]*href="https:\/\/eprel\.ec\.europa\.eu[^>]*>.*?<\/a>/g)].map(
        ([link]) => link,
      );
    await expect.poll(async () => (await links()).length, polling).toBe(2);
    expect((await links()).flatMap((link) => elements(link, 'a'))).toMatchObject([
      {
        href: `https://eprel.ec.europa.eu/fiches/tyres/Fiche_1234567_${sheet}.pdf`,
        target: '_blank',
        rel: 'noopener',
      },
      { href: 'https://eprel.ec.europa.eu/screen/product/tyres/1234567', target: '_blank', rel: 'noopener' },
    ]);
    for (const link of await links()) expect(plainText(link)).toContain('EPREL');
    expect(textsIn(await page(), 'main')[0]).toContain(messages[locale].labelDialog.prevails);
  },
);
