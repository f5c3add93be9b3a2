import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { startBuiltShop } from '../../support/built-shop.ts';
import { testDatabase } from '../../support/database/database.ts';
import { demonstration } from '../../support/demonstration.ts';
import { elements } from '../../support/html.ts';
import { sendRequest } from '../../support/server/client.ts';

/** For the compressed document and the style sheets that block its first paint. */
const maxBytes = 26_000;

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
  test(`needs at most ${maxBytes} bytes of document and style`, async () => {
    const { text } = await get(home(locale), 'identity');
    // The list has tires.
    expect(text).toContain('<h3');
    const styles = linksOf(text, 'stylesheet').map(({ href = '' }) => href);
    const answers = await Promise.all([home(locale), ...styles].map((path) => get(path)));
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => 'br'));
    const bytes = answers.reduce((sum, { body }) => sum + body.length, 0);
    expect({ bytes, fits: bytes <= maxBytes }).toEqual({ bytes, fits: true });
  });

  test('has no blocking scripts, preloads its fonts, and reserves the space of its pictures', async () => {
    const { text } = await get(home(locale), 'identity');
    const scripts = elements(text, 'script').filter(({ src }) => src !== undefined);
    expect(scripts.filter(({ type, async }) => type !== 'module' && async === undefined)).toEqual([]);
    // A script requests the modules after the first paint.
    expect(linksOf(text, 'modulepreload')).toEqual([]);
    const preloaded = linksOf(text, 'preload').map(({ href }) => /golos-text-(\w+)-wght/.exec(href ?? '')?.[1]);
    expect(preloaded).toEqual(locale === 'ru' ? ['latin', 'cyrillic'] : ['latin']);
    const pictures = elements(text, 'img').filter(({ hidden }) => hidden === undefined);
    expect(pictures.length).toBeGreaterThan(20);
    expect(pictures.filter(({ width, height }) => !width || !height)).toEqual([]);
    expect(pictures.filter(({ loading }) => loading !== 'lazy').length).toBeLessThanOrEqual(3);
  });
});
