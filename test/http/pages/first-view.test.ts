import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { startBuiltShop } from '../../support/built-shop.ts';
import { testDatabase } from '../../support/database/database.ts';
import { demonstration } from '../../support/demonstration.ts';
import { elements } from '../../support/html.ts';
import { sendRequest } from '../../support/server/client.ts';

/** Of the compressed document, which contains the styles of its first paint. A document that is requested again is compressed more densely. */
const maxBytes = 26_300;
const maxDenseBytes = 24_100;
const maxStyleBytes = 7_340;
const maxElements = 1_410;

let shop: Awaited<ReturnType<typeof startBuiltShop>>;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { url, drop } = await testDatabase(demonstration);
  closing.push(drop);
  shop = await startBuiltShop({ DATABASE_URL: url });
  closing.push(shop.stop);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const get = (path: string, coding = 'br') =>
  sendRequest(shop.address, path, { headers: { 'accept-encoding': coding } });
const home = (locale: Locale) => href('index', locale, '?season=summer');
const linksOf = (html: string, rel: string) => elements(html, 'link').filter((link) => link.rel === rel);

describe.each(localeIds)('the first view of the list in %s', (locale) => {
  test(`needs at most ${maxBytes} bytes of document and ${maxStyleBytes} of style, and no style sheet before it`, async () => {
    const { text } = await get(home(locale), 'identity');
    // The list has tires.
    expect(text).toContain('<h3');
    const [head = '', body = ''] = text.split('</head>');
    expect(linksOf(head, 'stylesheet')).toEqual([]);
    expect(body).toMatch(/<link rel="stylesheet" href="[^"]+"\/><\/body><\/html>$/);
    const [, styles = ''] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(head) ?? [];
    expect(styles).toContain('.button');
    const styleBytes = brotliCompressSync(styles).length;
    const { headers, body: document } = await get(home(locale));
    expect(headers['content-encoding']).toBe('br');
    const sizes = { styleBytes, bytes: document.length };
    expect({ sizes, fits: styleBytes <= maxStyleBytes && document.length <= maxBytes }).toEqual({ sizes, fits: true });
  });

  test(`has at most ${maxElements} elements, and ${maxDenseBytes} bytes once it is compressed densely`, async () => {
    const { text } = await get(home(locale), 'identity');
    expect(text.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(maxElements);
    await expect.poll(async () => (await get(home(locale))).body.length).toBeLessThanOrEqual(maxDenseBytes);
  });

  test('has no blocking scripts, preloads its modules and fonts, and reserves the space of its pictures', async () => {
    const { text } = await get(home(locale), 'identity');
    const scripts = elements(text, 'script').filter(({ src }) => src !== undefined);
    expect(scripts.filter(({ type, async }) => type !== 'module' && async === undefined)).toEqual([]);
    const modules = linksOf(text, 'modulepreload').map(({ href }) => /\/assets\/([\w.]+)-/.exec(href ?? '')?.[1]);
    expect(modules).toEqual(expect.arrayContaining([locale, 'home', 'libraries', 'shop', 'entry.client']));
    expect(new Set(modules).size).toBe(modules.length);
    const preloaded = linksOf(text, 'preload').map(({ href }) => /golos-text-(\w+)-wght/.exec(href ?? '')?.[1]);
    expect(preloaded).toEqual(locale === 'ru' ? ['latin', 'cyrillic'] : ['latin']);
    const pictures = elements(text, 'img').filter(({ hidden }) => hidden === undefined);
    expect(pictures.length).toBeGreaterThan(20);
    expect(pictures.filter(({ width, height }) => !width || !height)).toEqual([]);
    expect(pictures.filter(({ loading }) => loading !== 'lazy').length).toBeLessThanOrEqual(3);
  });
});
