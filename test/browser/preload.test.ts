import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, words } from '../support/browser/browser.ts';
import { documents, openStopped, readManifest, requestedPaths, responsesRead } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;
/** Tall enough to show every link of the home page. */
const tall = { viewport: { width: 1280, height: 3000 }, kept: { isCookieAccepted: 'true' } };
/** Low enough to hide the footer. */
const low = { viewport: { width: 1280, height: 500 }, kept: { isCookieAccepted: 'true' } };
const faqPages = ['/en/faq', '/en/faq/accessibility', '/en/faq/buy', '/en/faq/policy', '/en/faq/warranty'];
const payloadsOf = (paths: readonly string[]) =>
  paths.map((path) => expect.stringMatching(new RegExp(`^${path}/_payload\\.json\\?[0-9a-f]{16}$`)));

const tire = (page: Page, id: string) => page.locator(`main h3 a[href$="id=${id}"]`);
const calls = (page: Page) => requestedPaths(page, /^\/api\//);
const payloads = (page: Page) => requestedPaths(page, /_payload\.json/);
const code = (page: Page) => requestedPaths(page, /^\/assets\/.*\.js$/);
/** The calls of a product page. */
const ofTire = ['/api/v1/products?id=one', '/api/v1/related?id=one'];
const product = expect.stringMatching(/^\/assets\/product-/);

/** Waits until the page of a clicked link shows. */
const shows = (page: Page, title: string) => eventually(() => page.locator('main h1').textContent()).toBe(title);

test('preloads code and texts of visible links once each, no data, no other language', async () => {
  const page = await openStopped(shop, '/en?season=summer', tall);
  const files = code(page);
  const texts = payloads(page);
  const data = calls(page);
  await page.clock.runFor(900);
  expect(files).toEqual([]);
  await readManifest(page);
  await eventually(() => [...texts].sort()).toEqual(payloadsOf(faqPages));
  await eventually(() => files).toContainEqual(product);
  for (const link of ['cart', 'faq', 'withdrawal']) {
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

test('preloads a page when its link scrolls into view', async () => {
  const page = await openStopped(shop, '/en/cart', low);
  const texts = payloads(page);
  await readManifest(page);
  await eventually(() => [...texts].sort()).toEqual(payloadsOf(['/en/faq', '/en/faq/warranty']));
  await page.locator('footer a[href="/en/faq/buy"]').scrollIntoViewIfNeeded();
  await eventually(() => texts).toContainEqual(payloadsOf(['/en/faq/buy'])[0]);
});

test('preloads at most five pages at once', async () => {
  const page = await openStopped(shop, '/en?season=summer', tall);
  const held = new Map<string, Route[]>();
  await page.route(/\/assets\/(cart|product)-|_payload\.json/, (route) => {
    const name = /(cart|product)-|en\/(.*)\/_payload/.exec(route.request().url());
    const key = name?.[1] ?? name?.[2] ?? '';
    held.set(key, [...(held.get(key) ?? []), route]);
  });
  await readManifest(page);
  await eventually(() => held.size).toBe(5);
  await page.clock.runFor(4000);
  await responsesRead(page);
  expect(held.size).toBe(5);
  const [first = ''] = held.keys();
  for (const route of held.get(first) ?? []) await route.continue();
  await eventually(() => held.size).toBe(6);
  expect([...held.keys()].sort()).toEqual(['cart', 'faq', 'faq/buy', 'faq/policy', 'faq/warranty', 'product']);
});

test('a pointer that rests on a link loads its data, once', async () => {
  const page = await openStopped(shop, '/en?season=summer', low);
  await readManifest(page);
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
])('%s on a link loads its data too', async (_what, act) => {
  const page = await openStopped(shop, '/en?season=summer', low);
  await readManifest(page);
  const data = calls(page);
  await act(page);
  await eventually(() => [...data].sort()).toEqual(ofTire);
});

test('preloads a language when the visitor opens the selector', async () => {
  const page = await openStopped(shop, '/en/faq/buy', low);
  await readManifest(page);
  // Visible pages are preloaded meanwhile; this test is about messages.
  const files = requestedPaths(page, /^\/assets\/(ee|en|ru)-/);
  const texts = requestedPaths(page, /^\/ru\/.*_payload/);
  await page.locator('header').getByRole('link', { name: 'Русский' }).hover();
  await page.clock.runFor(80);
  await eventually(() => files).toEqual([expect.stringMatching(/^\/assets\/ru-/)]);
  await eventually(() => texts).toEqual(payloadsOf(['/ru/faq/buy']));
  await page.locator('header').getByRole('link', { name: 'Русский' }).click();
  await shows(page, words.ru.faqBuy.title);
  expect([files.length, texts.length]).toEqual([1, 1]);
});

test('preloads no visible pages with Save-Data', async () => {
  const page = await openStopped(shop, '/en?season=summer', tall);
  await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const texts = payloads(page);
  const files = requestedPaths(page, /^\/assets\/(product|cart|faq)-/);
  await readManifest(page);
  await page.clock.runFor(2000);
  await responsesRead(page);
  expect([texts, files]).toEqual([[], []]);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(80);
  await eventually(() => texts).toEqual(payloadsOf(['/en/faq/buy']));
});

test('ignores messages that fail to preload', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await openStopped(shop, '/en?season=summer', tall);
  await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await readManifest(page);
  let broken = 0;
  await page.route(/assets\/en-/, (route) => {
    broken += 1;
    return route.abort();
  });
  await tire(page, 'one').hover();
  await page.clock.runFor(80);
  await eventually(() => broken).toBe(1);
  // An unhandled rejection would fail the test by now.
  await responsesRead(page);
});

test('requests failed preloads again on navigation', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await openStopped(shop, '/en/cart', low);
  const loads = documents(page);
  let broken = 0;
  await page.route(/assets\/faq-|_payload/, (route) => {
    broken += 1;
    return route.abort();
  });
  await readManifest(page);
  await eventually(() => broken).toBeGreaterThan(2);
  await page.clock.runFor(1000);
  expect(loads).toEqual([]);
  await page.unroute(/assets\/faq-|_payload/);
  await page.locator('header').getByRole('link', { name: t.nav.faq, exact: true }).click();
  await shows(page, t.faq.title);
  // A browser that remembers a failed module requests the document instead.
  expect(loads.length).toBeLessThanOrEqual(1);
});

test('does not preload files that a newer build lacks', async () => {
  const page = await openStopped(shop, '/en/cart', low);
  await readManifest(page);
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer' } }));
  await page.clock.runFor(5 * 60_000);
  await responsesRead(page);
  const files = requestedPaths(page, /./);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(1000);
  await responsesRead(page);
  expect(files).toEqual(['/builds/latest.json?later']);
});
