import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, words } from '../support/browser.ts';
import { alive, answersRead, asked, documents, stopped } from '../support/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;
/** So tall that every link of the home page is in view. */
const tall = { viewport: { width: 1280, height: 3000 }, kept: { isCookieAccepted: 'true' } };
/** So low that the footer is not. */
const low = { viewport: { width: 1280, height: 500 }, kept: { isCookieAccepted: 'true' } };
const faqPages = ['/en/faq', '/en/faq/accessibility', '/en/faq/buy', '/en/faq/policy', '/en/faq/warranty'];
const payloadsOf = (paths: readonly string[]) =>
  paths.map((path) => expect.stringMatching(new RegExp(`^${path}/_payload\\.json\\?[0-9a-f]{16}$`)));

const tire = (page: Page, id: string) => page.locator(`main h3 a[href$="id=${id}"]`);
const calls = (page: Page) => asked(page, /^\/api\//);
const payloads = (page: Page) => asked(page, /_payload\.json/);
const code = (page: Page) => asked(page, /^\/assets\/.*\.js$/);
/** What the page of a tire asks for. */
const ofTire = ['/api/v1/products?id=one', '/api/v1/related?id=one'];
const product = expect.stringMatching(/^\/assets\/product-/);

/** Waits until the page of a link shows that was followed. */
const shows = (page: Page, title: string) => eventually(() => page.locator('main h1').textContent()).toBe(title);

test('pages whose links are in view: code and texts once each, no data, no other language', async () => {
  const page = await stopped(shop, '/en?season=summer', tall);
  const files = code(page);
  const texts = payloads(page);
  const data = calls(page);
  await page.clock.runFor(900);
  expect(files).toEqual([]);
  await alive(page);
  await eventually(() => [...texts].sort()).toEqual(payloadsOf(faqPages));
  await eventually(() => files).toContainEqual(product);
  for (const link of ['cart', 'faq-buy', 'faq-policy', 'faq-warranty', 'withdrawal']) {
    await eventually(() => files).toContainEqual(expect.stringContaining(`/assets/${link}-`));
  }
  await page.clock.runFor(2000);
  const before = files.length;
  const loads = documents(page);
  await page.locator('footer a[href="/en/faq/buy"]').click();
  await shows(page, t.faqBuy.title);
  await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
  await shows(page, t.cart.title);
  expect(files).toHaveLength(before);
  expect(new Set(files).size).toBe(before);
  expect(files.filter((file) => /\/(ee|ru)-/.test(file))).toEqual([]);
  expect(texts).toHaveLength(faqPages.length);
  expect({ data, loads }).toEqual({ data: [], loads: [] });
});

test('a page that is scrolled to is preloaded then', async () => {
  const page = await stopped(shop, '/en/cart', low);
  const texts = payloads(page);
  await alive(page);
  await eventually(() => [...texts].sort()).toEqual(payloadsOf(['/en/faq', '/en/faq/warranty']));
  await page.locator('footer a[href="/en/faq/buy"]').scrollIntoViewIfNeeded();
  await eventually(() => texts).toContainEqual(payloadsOf(['/en/faq/buy'])[0]);
});

test('five pages at once and no more', async () => {
  const page = await stopped(shop, '/en?season=summer', tall);
  const held = new Map<string, Route[]>();
  await page.route(/\/assets\/(cart|product)-|_payload\.json/, (route) => {
    const name = /(cart|product)-|en\/(.*)\/_payload/.exec(route.request().url());
    const key = name?.[1] ?? name?.[2] ?? '';
    held.set(key, [...(held.get(key) ?? []), route]);
  });
  await alive(page);
  await eventually(() => held.size).toBe(5);
  await page.clock.runFor(4000);
  await answersRead(page);
  expect(held.size).toBe(5);
  const [first = ''] = held.keys();
  for (const route of held.get(first) ?? []) await route.continue();
  await eventually(() => held.size).toBe(6);
  expect([...held.keys()].sort()).toEqual(['cart', 'faq', 'faq/buy', 'faq/policy', 'faq/warranty', 'product']);
});

test('a pointer that rests on a link brings its data, once', async () => {
  const page = await stopped(shop, '/en?season=summer', low);
  await alive(page);
  const data = calls(page);
  await tire(page, 'two').hover();
  await page.clock.runFor(79);
  await page.mouse.move(2, 300);
  await page.clock.runFor(1000);
  expect(data).toEqual([]);

  await tire(page, 'one').hover();
  await page.clock.runFor(80);
  await eventually(() => [...data].sort()).toEqual(ofTire);
  await tire(page, 'one').click();
  await page.waitForURL('**/en/product?id=one');
  await eventually(() => page.locator('main h1').textContent()).toContain('Hakka Blue 3');
  await page.clock.runFor(1000);
  expect(data).toHaveLength(ofTire.length);
});

test.each([
  [
    'the focus',
    async (page: Page) => {
      await tire(page, 'one').focus();
      await page.clock.runFor(80);
    },
  ],
  ['a finger', (page: Page) => tire(page, 'one').dispatchEvent('pointerdown', { pointerType: 'touch' })],
])('%s on a link does so too', async (_what, act) => {
  const page = await stopped(shop, '/en?season=summer', low);
  await alive(page);
  const data = calls(page);
  await act(page);
  await eventually(() => [...data].sort()).toEqual(ofTire);
});

test('a language is preloaded when somebody is about to choose it', async () => {
  const page = await stopped(shop, '/en/faq/buy', low);
  await alive(page);
  // Pages in view are preloaded meanwhile; this is about words.
  const files = asked(page, /^\/assets\/(ee|en|ru)-/);
  const texts = asked(page, /^\/ru\/.*_payload/);
  await page.locator('header').getByRole('link', { name: 'Русский' }).hover();
  await page.clock.runFor(80);
  await eventually(() => files).toEqual([expect.stringMatching(/^\/assets\/ru-/)]);
  await eventually(() => texts).toEqual(payloadsOf(['/ru/faq/buy']));
  await page.locator('header').getByRole('link', { name: 'Русский' }).click();
  await shows(page, words.ru.faqBuy.title);
  expect([files.length, texts.length]).toEqual([1, 1]);
});

test('who saves data is spared the pages in view', async () => {
  const page = await stopped(shop, '/en?season=summer', tall);
  await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const texts = payloads(page);
  const files = asked(page, /^\/assets\/(product|cart|faq)-/);
  await alive(page);
  await page.clock.runFor(2000);
  await answersRead(page);
  expect([texts, files]).toEqual([[], []]);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(80);
  await eventually(() => texts).toEqual(payloadsOf(['/en/faq/buy']));
});

test('words that fail to be preloaded trouble nobody', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await stopped(shop, '/en?season=summer', tall);
  await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await alive(page);
  let broken = 0;
  await page.route(/assets\/en-/, (route) => {
    broken += 1;
    return route.abort();
  });
  await tire(page, 'one').hover();
  await page.clock.runFor(80);
  await eventually(() => broken).toBe(1);
  // By then the page has said what nobody has caught, and the test would fail for it.
  await answersRead(page);
});

test('code and texts that fail to be preloaded are asked for again by the navigation', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await stopped(shop, '/en/cart', low);
  const loads = documents(page);
  let broken = 0;
  await page.route(/assets\/faq-|_payload/, (route) => {
    broken += 1;
    return route.abort();
  });
  await alive(page);
  await eventually(() => broken).toBeGreaterThan(2);
  await page.clock.runFor(1000);
  expect(loads).toEqual([]);
  await page.unroute(/assets\/faq-|_payload/);
  await page.locator('header').getByRole('link', { name: t.nav.faq, exact: true }).click();
  await shows(page, t.faq.title);
  // A browser that remembers a failed module asks for the document instead.
  expect(loads.length).toBeLessThanOrEqual(1);
});

test('what a newer build no longer has is not preloaded', async () => {
  const page = await stopped(shop, '/en/cart', low);
  await alive(page);
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer' } }));
  await page.clock.runFor(5 * 60_000);
  await answersRead(page);
  const files = asked(page, /./);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(1000);
  await answersRead(page);
  expect(files).toEqual(['/builds/latest.json?later']);
});
