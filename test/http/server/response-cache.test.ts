import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements } from '../../support/html.ts';
import type { Answer } from '../../support/server/client.ts';
import { summerNoon, wholeShop } from '../../support/shop.ts';

let now = summerNoon;
const shop = wholeShop({}, { now: () => now });
let id: string;

beforeAll(async () => {
  id = await idOf(shop.db.kysely, 'Primacy ZP');
});

const acceptingBrotli = { 'accept-encoding': 'gzip, deflate, br' };
const get = (path: string, headers: Record<string, string> = {}) => shop.get(path, { ...acceptingBrotli, ...headers });
const textOf = ({ body }: Answer) => `${brotliDecompressSync(body)}`.replaceAll('<!-- -->', '');
/** Whether the response was built for this request and not read from the cache. */
const wasBuilt = ({ headers }: Answer) => headers['server-timing'] !== undefined;

describe('a changed tire', () => {
  const list = '?treadWidth=205&profile=55&diameter=16&season=summer';
  const pages = () =>
    localeIds.flatMap((locale) => [href('index', locale, list), href('product', locale, `?id=${id}`)]);
  const lists = () => [
    `/api/v1/products${list}`,
    `/api/v1/products?id=${id}`,
    `/api/v1/products?manufacturer=michelin`,
  ];
  const allPaths = () => [...pages(), ...lists(), href('compare', 'en', `?id=${id}`)];

  /** Changes the tire in the database and notifies the shop. `onHand`: the count at each of its two locations. */
  async function changeTire(change: { price: number } | { onHand: number }): Promise<void> {
    const { kysely } = shop.db;
    if ('price' in change) {
      await kysely.updateTable('tires').set({ price_cents: change.price }).where('id', '=', id).execute();
    } else {
      await kysely.updateTable('stock').set({ on_hand: change.onHand }).where('tire_id', '=', id).execute();
    }
    await sql`select pg_notify('catalogue', ${JSON.stringify([id])})`.execute(kysely);
  }

  test('shows within 2 s on every page and list that contains it, and these are cached again', async () => {
    for (const path of allPaths()) await get(path);
    for (const path of allPaths())
      expect({ path, wasBuilt: wasBuilt(await get(path)) }).toEqual({ path, wasBuilt: false });

    await changeTire({ price: 141_41 });
    const price = /141[.,]41/;
    const within2s = { timeout: 2_000, interval: 20 };
    await expect.poll(async () => textOf(await get(`/api/v1/products?id=${id}`)), within2s).toMatch(price);
    for (const path of allPaths()) {
      expect({ path, text: textOf(await get(path)).match(price)?.[0] }).toMatchObject({ text: expect.any(String) });
      expect({ path, wasBuilt: wasBuilt(await get(path)) }).toEqual({ path, wasBuilt: false });
    }

    await changeTire({ onHand: 3 });
    await expect.poll(async () => textOf(await get(`/api/v1/products?id=${id}`)), within2s).toMatch(/"available":6\b/);
    for (const path of [...lists(), ...pages()]) expect(textOf(await get(path))).toContain('"count":3,');

    await changeTire({ onHand: 0 });
    await expect.poll(async () => textOf(await get(`/api/v1/products?id=${id}`)), within2s).toContain('"available":0');
    for (const locale of localeIds) {
      expect(textOf(await get(href('index', locale, list)))).not.toContain('Primacy ZP');
      expect(textOf(await get(href('product', locale, `?id=${id}`)))).toContain('https://schema.org/OutOfStock');
    }
    expect(textOf(await get(`/api/v1/products${list}`))).not.toContain('Primacy ZP');
  });

  test('leaves pages without that tire in the cache', async () => {
    const otherList = '/en?treadWidth=225&profile=45&diameter=17&season=all_season';
    await get(otherList);
    await changeTire({ price: 142_42 });
    await expect.poll(async () => textOf(await get(`/api/v1/products?id=${id}`))).toContain('142.42');
    expect(wasBuilt(await get(otherList))).toBe(false);
  });
});

test('never serves a cached page in another language', async () => {
  const languages = { ee: 'et', en: 'en-GB', ru: 'ru' };
  for (const path of ['/', '/cart', '/faq']) {
    for (const [locale, prefix] of [
      ['ee', ''],
      ['en', '/en'],
      ['ru', '/ru'],
    ] as const) {
      // Without a trailing slash, except at `/`.
      const localizedPath = (prefix + path).replace(/(?<=.)\/$/, '');
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await get(localizedPath);
        expect(elements(textOf(answer), 'html')).toEqual([{ lang: languages[locale] }]);
      }
    }
    // The cached Estonian page is not sent to visitors who prefer another language.
    for (const [acceptLanguage, location] of [
      ['ru', '/ru'],
      ['en-US', '/en'],
    ] as const) {
      const { status, headers } = await get(path, { 'accept-language': acceptLanguage });
      expect({ status, location: headers.location }).toEqual({
        status: 302,
        location: path === '/' ? location : location + path,
      });
    }
    const withCookie = await get(path, { 'accept-language': 'ru', cookie: 'locale=ee' });
    expect(elements(textOf(withCookie), 'html')).toEqual([{ lang: 'et' }]);
  }
});

describe('a URL', () => {
  test.each([
    ['/en?diameter=17&season=summer', '/en?season=summer&diameter=17'],
    ['/en?season=summer&fuel=B&manufacturer=michelin', '/en?manufacturer=michelin&season=summer&fuel=B'],
    ['/en?diameter=17&season=summer', '/en?diameter=17&season=summer&utm_source=newsletter&gclid=1'],
    ['/en?season=summer', '/en?season=summer&treadWidth=nonsense&page=0&compare=%3Cb%3E'],
    ['/ru/faq', '/ru/faq?utm_source=newsletter'],
    ['/cart', '/cart?x=1'],
    ['/en/success', '/en/success?order=R26-AAAAA'],
    ['/order', '/order?order=invented'],
    ['/ru/withdrawal', '/ru/withdrawal?order=R26-AAAAA'],
    ['/api/v1/products?diameter=17&treadWidth=225', '/api/v1/products?treadWidth=225&diameter=17'],
  ])('%s gets the same response with other parameter order or unknown parameters: %s', async (path, equivalent) => {
    const first = await get(path);
    const second = await get(equivalent);
    expect(wasBuilt(second)).toBe(false);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(wasBuilt(await get(equivalent))).toBe(false);
  });

  test.each([
    ['/en', '/en?season=summer'],
    ['/en?season=', '/en?season=summer'],
  ])('%s and %s get different responses', async (path, otherPath) => {
    expect((await get(path)).headers.etag).not.toBe((await get(otherPath)).headers.etag);
  });

  test.each([
    '/en/product?id=invented',
    '/en?season=summer&compare=invented',
    '/en/compare?id=invented',
    '/en?size=nonsense',
    '/api/v1/products?id=invented',
  ])('with unknown values is not cached, so that it cannot fill the memory: %s', async (path) => {
    const [first, second] = [await get(path), await get(path)];
    expect([wasBuilt(first), wasBuilt(second)]).toEqual([true, true]);
    expect(textOf(second)).toBe(textOf(first));
  });
});

describe('a cached response', () => {
  test.each(['/en', '/', '/ru/faq', '/api/v1/products', '/api/v1/manufacturer', '/tires/summer.svg'])(
    'for %s equals the first response',
    async (path) => {
      // On a new day no response is cached yet.
      now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
      const comparedParts = ({ status, headers }: Answer) => {
        // A cached response is not logged and has no request id.
        const { date: _, 'server-timing': timing, connection: _connection, 'x-request-id': id, ...others } = headers;
        return { status, others };
      };
      for (const method of ['GET', 'HEAD']) {
        const first = await shop.request(path, { method, headers: acceptingBrotli });
        const cached = await shop.request(path, { method, headers: acceptingBrotli });
        expect(comparedParts(cached)).toEqual(comparedParts(first));
        expect(cached.body).toEqual(first.body);
        expect(cached.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
      }
      const { headers, body } = await get(path);
      const revalidated = await get(path, { 'if-none-match': headers.etag ?? '' });
      expect({ status: revalidated.status, length: revalidated.body.length, etag: revalidated.headers.etag }).toEqual({
        status: 304,
        length: 0,
        etag: headers.etag,
      });
      const plain = await shop.get(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.text).toBe(`${brotliDecompressSync(body)}`);
    },
  );

  test.each<[form: string, ifNoneMatch: (tag: string) => string]>([
    ['its tag', (tag) => `W/${tag}`],
    ['its tag without W/', (tag) => tag],
    ['a list with its tag', (tag) => `"other", ${tag}`],
    ['*', () => '*'],
  ])('is revalidated with 304 if If-None-Match is %s', async (_, ifNoneMatch) => {
    const { etag = '' } = (await get('/en/faq')).headers;
    const { status } = await get('/en/faq', { 'if-none-match': ifNoneMatch(etag.replace('W/', '')) });
    expect(status).toBe(304);
  });

  test('is sent with 200 if its tag is not in If-None-Match', async () => {
    expect((await get('/en/faq', { 'if-none-match': '"other", W/"*"' })).status).toBe(200);
  });
});
