import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { href, pageNames } from '../../../src/web/sitemap.ts';
import { elements } from '../../support/html.ts';
import type { Answer } from '../../support/server/client.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const immutable = 'public, max-age=31536000, immutable';
const messages = { ee, en, ru };
/** The namespace of the texts of each FAQ page. */
const faqNamespaces = {
  faq: 'faq',
  'faq-buy': 'faqBuy',
  'faq-policy': 'faqPolicy',
  'faq-warranty': 'faqWarranty',
  'faq-accessibility': 'faqAccessibility',
} as const;

function decompressed({ headers, body }: Answer): string {
  const encoding = headers['content-encoding'];
  return `${encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body}`;
}

describe('a document', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ])('accepted as %s is sent with the encoding %s', async (acceptEncoding, encoding) => {
    const plain = await shop.get('/en/faq');
    const answer = await shop.get('/en/faq', acceptEncoding ? { 'accept-encoding': acceptEncoding } : {});
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/Accept-Encoding/i);
    expect(decompressed(answer)).toBe(plain.text);
    if (encoding) expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  });

  test.each(['/', '/en', '/ru/faq', '/en?season='])('at %s is revalidated with 304', async (path) => {
    const { headers } = await shop.get(path);
    const revalidation = await shop.get(path, { 'if-none-match': headers.etag ?? '' });
    expect({ status: revalidation.status, text: revalidation.text, etag: revalidation.headers.etag }).toEqual({
      status: 304,
      text: '',
      etag: headers.etag,
    });
    expect(revalidation.headers['cache-control']).toBe(headers['cache-control']);
    expect((await shop.get('/en/faq/buy', { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  test.each(['/en', '/unknown', '/api/v1/products'])('supports HEAD: %s', async (path) => {
    const [whole, head] = [await shop.get(path), await shop.request(path, { method: 'HEAD' })];
    expect(head.text).toBe('');
    const comparedHeaders = ({ status, headers }: Answer) => [
      status,
      headers['content-type'],
      headers.etag,
      headers['content-length'],
    ];
    expect(comparedHeaders(head)).toEqual(comparedHeaders(whole));
  });

  test.each(['POST', 'PUT', 'DELETE'])('answers 404 to %s', async (method) => {
    expect((await shop.request('/en', { method })).status).toBe(404);
  });
});

describe('the payload of a FAQ page', () => {
  const allFaqPages = localeIds.flatMap((locale) =>
    (Object.keys(faqNamespaces) as (keyof typeof faqNamespaces)[]).map((page) => ({
      locale,
      page,
      path: href(page, locale),
    })),
  );
  test.each(allFaqPages)('at $path contains only the texts of the page', async ({ locale, page, path }) => {
    const namespace = faqNamespaces[page];
    const { id } = (await shop.get('/builds/latest.json')).json<{ id: string }>();
    const { status, headers, json } = await shop.get(`${path}/_payload.json?${id}`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe(immutable);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const texts = json<Record<string, Record<string, unknown>>>();
    expect(Object.keys(texts)).toEqual([namespace]);
    expect(texts[namespace]?.title).toBe(messages[locale][namespace].title);
    expect(Object.keys(texts[namespace]?.sections ?? {})).toEqual(Object.keys(messages[locale][namespace].sections));
  });

  test('is not cached when requested with an outdated build id', async () => {
    const { status, headers } = await shop.get('/faq/_payload.json?0123456789abcdef');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('does not exist for other pages', async () => {
    expect((await shop.get('/cart/_payload.json')).status).toBe(404);
    expect((await shop.get('/en/_payload.json')).status).toBe(404);
  });
});

describe('the manifest of the build', () => {
  test('contains the build id, all routes and the prerendered routes', async () => {
    const latest = await shop.get('/builds/latest.json?1763719200000');
    expect(latest.headers['cache-control']).toBe('no-store');
    const { id, timestamp } = latest.json<{ id: string; timestamp: number }>();
    expect(id).toMatch(/^\w+$/);

    const answer = await shop.get(`/builds/meta/${id}.json`);
    expect(answer.headers['cache-control']).toBe(immutable);
    const meta = answer.json<Record<string, unknown>>();
    expect(meta).toMatchObject({ id, timestamp });
    const faqPaths = localeIds.flatMap((locale) =>
      (Object.keys(faqNamespaces) as (keyof typeof faqNamespaces)[]).map((page) => href(page, locale)),
    );
    expect(meta.prerendered).toEqual(faqPaths);
    expect(meta.matcher).toMatchObject({
      static: Object.fromEntries(faqPaths.map((path) => [path, { prerender: true }])),
    });
    expect(meta.routes).toEqual(localeIds.flatMap((locale) => pageNames.map((page) => href(page, locale))));
    expect((await shop.get('/en')).text).toContain(`"buildId":"${id}"`);
  });

  test('does not exist for other builds', async () => {
    expect((await shop.get('/builds/meta/0000000000000000.json')).status).toBe(404);
  });
});

describe('the files of a page', () => {
  const pathsOfFiles = async () => {
    const { text } = await shop.get('/en');
    const links = elements(text, 'link').filter(({ rel = '' }) => /^(stylesheet|preload)$/.test(rel));
    const scripts = [...text.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, path = '']) => path);
    const scriptPaths = [...new Set(scripts)];
    // The style sheet and the font.
    expect(links).toHaveLength(2);
    expect(scriptPaths.length).toBeGreaterThan(4);
    return [...links.map(({ href = '' }) => href), ...scriptPaths];
  };

  test('exist, have hashed names and are immutable', async () => {
    for (const path of await pathsOfFiles()) {
      expect(path).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(css|js|woff2)$/);
      const { status, headers } = await shop.get(path);
      expect({ status, cacheControl: headers['cache-control'] }).toEqual({ status: 200, cacheControl: immutable });
      expect(headers['content-type']).toMatch(/^(text\/css|(text|application)\/javascript|font\/woff2)/);
    }
  });

  test.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('accepted as %s are sent with the encoding %s', async (acceptEncoding, encoding) => {
    for (const path of (await pathsOfFiles()).filter((path) => /\/(root|entry).*\.(css|js)$/.test(path))) {
      const plain = await shop.get(path);
      const answer = await shop.get(path, { 'accept-encoding': acceptEncoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(decompressed(answer)).toBe(plain.text);
    }
  });

  test('without a hash in their name are cached for an hour', async () => {
    for (const path of ['/favicon.svg', '/og/shop.jpg']) {
      const { status, headers } = await shop.get(path);
      expect({ path, status, cacheControl: headers['cache-control'] }).toEqual({
        path,
        status: 200,
        cacheControl: 'public, max-age=3600',
      });
    }
  });
});
