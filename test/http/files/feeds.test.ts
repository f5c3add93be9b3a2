import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { decodeEntities, innerHtml } from '../../support/html.ts';
import { publicUrl, summerNoon, wholeShop } from '../../support/shop.ts';

let now = summerNoon;
const shop = wholeShop({}, { now: () => now });
/** Feeds are rebuilt at most once a minute: advances the clock by one. */
const advanceOneMinute = () => {
  now = new Date(now.getTime() + 60_000);
};
const feed = (locale: string, headers = {}) => shop.get(`/feeds/google-${locale}.xml`, headers);
const textsOf = (xml: string, name: string) => innerHtml(xml, name).map(decodeEntities);

describe.each(localeIds)('the Google feed in %s', (locale) => {
  test('contains all tires on sale, sold out or not, with price and URL', async () => {
    const { status, headers, text } = await feed(locale);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/xml; charset=utf-8' });
    const tires = await shop.db.kysely
      .selectFrom('tires')
      .select(['id', 'price_cents'])
      .where('on_sale', '=', true)
      .execute();
    expect(textsOf(text, 'g:link').sort()).toEqual(
      tires.map(({ id }) => publicUrl + href('product', locale, `?id=${id}`)).sort(),
    );
    const soldOutItem = text.split('<item>').find((item) => item.includes('Sold Out')) ?? '';
    expect([textsOf(soldOutItem, 'g:availability'), textsOf(soldOutItem, 'g:price')]).toEqual([
      ['out_of_stock'],
      ['10.00 EUR'],
    ]);
    for (const image of textsOf(text, 'g:image_link').slice(0, 2)) {
      expect((await shop.get(image.replace(publicUrl, ''))).headers['content-type']).toBe('image/png');
    }
    for (const link of textsOf(text, 'g:link').slice(0, 3))
      expect((await shop.get(link.replace(publicUrl, ''))).status).toBe(200);
  });
});

test('the feed contains EANs, which neither the API nor a page shows', async () => {
  const { kysely } = shop.db;
  const id = await idOf(kysely, 'Hakka Blue 3');
  const ean = '6419440380698';
  await kysely.updateTable('tires').set({ ean }).where('id', '=', id).execute();
  await sql`select pg_notify('catalogue', ${JSON.stringify([id])})`.execute(kysely);
  advanceOneMinute();
  await expect.poll(async () => (await feed('en')).text).toContain(`<g:gtin>${ean}</g:gtin>`);
  expect((await shop.get(`/api/v1/products?id=${id}`)).text).not.toContain(ean);
  expect((await shop.get(`/en/product?id=${id}`)).text).not.toContain(ean);
});

test('the feed is revalidated with 304 until the catalogue changes', async () => {
  const { headers } = await feed('en');
  expect(headers['cache-control']).toBe('public, max-age=600');
  const revalidation = await feed('en', { 'if-none-match': headers.etag });
  expect({ status: revalidation.status, text: revalidation.text }).toEqual({ status: 304, text: '' });
  const { kysely } = shop.db;
  const id = await idOf(kysely, 'Perfecta');
  await kysely.updateTable('tires').set({ price_cents: 5_555 }).where('id', '=', id).execute();
  await sql`select pg_notify('catalogue', ${JSON.stringify([id])})`.execute(kysely);
  advanceOneMinute();
  await expect.poll(async () => (await feed('en', { 'if-none-match': headers.etag })).text).toContain('55.55 EUR');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('the feed is compressed for clients that accept %s', async (encoding, decompress) => {
  const answer = await feed('ru', { 'accept-encoding': encoding });
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': `${answer.body.length}`,
    vary: 'Accept-Encoding',
  });
  expect(decompress(answer.body).equals((await feed('ru')).body)).toBe(true);
});

test('the feed supports HEAD', async () => {
  const { status, headers, text } = await shop.request('/feeds/google-en.xml', { method: 'HEAD' });
  expect({ status, length: headers['content-length'], text }).toEqual({
    status: 200,
    length: `${(await feed('en')).body.length}`,
    text: '',
  });
});

test('no feed exists in another language', async () => expect((await feed('de')).status).toBe(404));
