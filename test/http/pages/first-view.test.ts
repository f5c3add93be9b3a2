import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { startBuiltShop } from '../../support/built-shop.ts';
import { testDatabase } from '../../support/database/database.ts';
import { demonstration } from '../../support/demonstration.ts';
import { elements } from '../../support/html.ts';
import { ask } from '../../support/server/client.ts';

/** Bytes over the wire for the document and what holds up its first paint. */
const most = 25_000;

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

const get = (path: string, coding = 'br') => ask(shop.address, path, { headers: { 'accept-encoding': coding } });
const home = (locale: Locale) => href('index', locale, '?season=summer');
const linksOf = (html: string, rel: string) => elements(html, 'link').filter((link) => link.rel === rel);

describe.each(localeIds)('the first view of the list in %s', (locale) => {
  test(`needs at most ${most} bytes of document and style`, async () => {
    const { text } = await get(home(locale), 'identity');
    expect(text).toContain('<h3');
    const styles = linksOf(text, 'stylesheet').map(({ href = '' }) => href);
    const answers = await Promise.all([home(locale), ...styles].map((path) => get(path)));
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => 'br'));
    const bytes = answers.reduce((sum, { body }) => sum + body.length, 0);
    expect({ bytes, fits: bytes <= most }).toEqual({ bytes, fits: true });
  });

  test('waits for no script, asks for its letters at once, and keeps the place of its pictures', async () => {
    const { text } = await get(home(locale), 'identity');
    const scripts = elements(text, 'script').filter(({ src }) => src !== undefined);
    expect(scripts.filter(({ type, async }) => type !== 'module' && async === undefined)).toEqual([]);
    // They are asked for by script, once the document is painted.
    expect(linksOf(text, 'modulepreload')).toEqual([]);
    const preloaded = linksOf(text, 'preload').map(({ href }) => /golos-text-(\w+)-wght/.exec(href ?? '')?.[1]);
    expect(preloaded).toEqual(locale === 'ru' ? ['latin', 'cyrillic'] : ['latin']);
    const pictures = elements(text, 'img');
    expect(pictures.length).toBeGreaterThan(20);
    expect(pictures.filter(({ width, height }) => !width || !height)).toEqual([]);
    expect(pictures.filter(({ loading }) => loading !== 'lazy').length).toBeLessThanOrEqual(3);
  });
});
