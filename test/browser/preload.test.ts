import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, messages } from '../support/browser/browser.ts';
import {
  openWithStoppedClock,
  recordConsole,
  recordDocumentLoads,
  recordRequests,
  waitForManifest,
  waitUntilResponsesAreRead,
} from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;
/** A window that shows every link of the home page. */
const tallWindow = { viewport: { width: 1280, height: 3000 }, storage: { isCookieAccepted: 'true' } };
/** A window that does not show the footer. */
const lowWindow = { viewport: { width: 1280, height: 500 }, storage: { isCookieAccepted: 'true' } };
const faqPages = ['/en/faq', '/en/faq/accessibility', '/en/faq/buy', '/en/faq/policy', '/en/faq/warranty'];
const expectedPayloads = (paths: readonly string[]) =>
  paths.map((path) => expect.stringMatching(new RegExp(`^${path}/_payload\\.json\\?[0-9a-f]{16}$`)));

const tireLink = (page: Page, id: string) => page.locator(`main h3 a[href$="id=${id}"]`);
const recordApiCalls = (page: Page) => recordRequests(page, /^\/api\//);
const recordPayloads = (page: Page) => recordRequests(page, /_payload\.json/);
const recordScripts = (page: Page) => recordRequests(page, /^\/assets\/.*\.js$/);
/** The API calls of the product page of a tire. */
const tirePageCalls = (id: string) => [`/api/v1/products?id=${id}`, `/api/v1/related?id=${id}`];
const productScript = expect.stringMatching(/^\/assets\/product-/);

/** Waits until an IntersectionObserver has reported, after those of the page. The stopped clock does not stop them. */
const waitUntilViewIsObserved = (page: Page) =>
  page.evaluate(() => new Promise((reported) => new IntersectionObserver(reported).observe(document.body)));

/** Waits for the page with this heading. */
const waitForHeading = (page: Page, title: string) =>
  eventually(() => page.locator('main h1').textContent()).toBe(title);

test('preloads scripts and texts of visible links once each, but no API data and no other language', async () => {
  const page = await openWithStoppedClock(shop, '/en?season=summer', tallWindow);
  const scripts = recordScripts(page);
  const payloads = recordPayloads(page);
  const apiRequests = recordApiCalls(page);
  await page.clock.runFor(900);
  // The cards of notifications and the bars at the bottom belong to the home page; they load after its first view.
  expect(
    scripts.filter(
      (file) => !/\/(notification-card|bottom-bars|cart-obstacle|size-facts|about-shop|fitting-choices|en)-/.test(file),
    ),
  ).toEqual([]);
  await waitForManifest(page);
  await eventually(() => [...payloads].sort()).toEqual(expectedPayloads(faqPages));
  await eventually(() => scripts).toContainEqual(productScript);
  for (const link of ['cart', 'faq', 'withdrawal']) {
    await eventually(() => scripts).toContainEqual(expect.stringContaining(`/assets/${link}-`));
  }
  await page.clock.runFor(2000);
  const preloadedScripts = scripts.length;
  const documentLoads = recordDocumentLoads(page);
  await page.locator('footer a[href="/en/faq/buy"]').click();
  await waitForHeading(page, t.faqBuy.title);
  await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
  await waitForHeading(page, t.cart.title);
  expect(scripts).toHaveLength(preloadedScripts);
  expect(new Set(scripts).size).toBe(preloadedScripts);
  expect(scripts.filter((file) => /\/(ee|ru)-/.test(file))).toEqual([]);
  expect(payloads).toHaveLength(faqPages.length);
  expect({ apiRequests, documentLoads }).toEqual({ apiRequests: [], documentLoads: [] });
});

test('preloads a page when its link scrolls into view', async () => {
  const page = await openWithStoppedClock(shop, '/en/cart', lowWindow);
  const payloads = recordPayloads(page);
  await waitForManifest(page);
  await eventually(() => [...payloads].sort()).toEqual(expectedPayloads(['/en/faq', '/en/faq/warranty']));
  await page.locator('footer a[href="/en/faq/buy"]').scrollIntoViewIfNeeded();
  await eventually(() => payloads).toContainEqual(expectedPayloads(['/en/faq/buy'])[0]);
});

test('preloads at most five pages at once', async () => {
  const page = await openWithStoppedClock(shop, '/en?season=summer', tallWindow);
  const heldRequests = new Map<string, Route[]>();
  await page.route(/\/assets\/(cart|product)-|_payload\.json/, (route) => {
    const name = /(cart|product)-|en\/(.*)\/_payload/.exec(route.request().url());
    const key = name?.[1] ?? name?.[2] ?? '';
    heldRequests.set(key, [...(heldRequests.get(key) ?? []), route]);
  });
  await waitForManifest(page);
  await eventually(() => heldRequests.size).toBe(5);
  await page.clock.runFor(4000);
  await waitUntilResponsesAreRead(page);
  expect(heldRequests.size).toBe(5);
  const [first = ''] = heldRequests.keys();
  for (const route of heldRequests.get(first) ?? []) await route.continue();
  await eventually(() => heldRequests.size).toBe(6);
  expect([...heldRequests.keys()].sort()).toEqual(['cart', 'faq', 'faq/buy', 'faq/policy', 'faq/warranty', 'product']);
});

test('a pointer that rests on a link for 80 ms loads the data of its page, once', async () => {
  const page = await openWithStoppedClock(shop, '/en?season=summer', lowWindow);
  await waitForManifest(page);
  const apiRequests = recordApiCalls(page);
  await tireLink(page, 'two').hover();
  await page.clock.runFor(79);
  await page.mouse.move(2, 300);
  await page.clock.runFor(1000);
  expect(apiRequests).toEqual([]);

  await tireLink(page, 'one').hover();
  await page.clock.runFor(80);
  await eventually(() => [...apiRequests].sort()).toEqual(tirePageCalls('one'));
  await tireLink(page, 'one').click();
  await page.waitForURL('**/en/product?id=one');
  await eventually(() => page.locator('main h1').textContent()).toContain('Hakka Blue 3');
  await page.clock.runFor(1000);
  // Fitting times are not preloaded; the page requests them.
  expect(apiRequests.filter((path) => !path.includes('/fitting/slots')).sort()).toEqual(tirePageCalls('one'));
});

test('focus and a touch on a link load the data of its page', async () => {
  const page = await openWithStoppedClock(shop, '/en?season=summer', lowWindow);
  await waitForManifest(page);
  const apiRequests = recordApiCalls(page);
  await tireLink(page, 'one').focus();
  await page.clock.runFor(80);
  await eventually(() => [...apiRequests].sort()).toEqual(tirePageCalls('one'));
  apiRequests.length = 0;
  await tireLink(page, 'two').dispatchEvent('pointerdown', { pointerType: 'touch' });
  await eventually(() => [...apiRequests].sort()).toEqual(tirePageCalls('two'));
});

test('preloads the messages and texts of a language when the pointer rests on its link', async () => {
  const page = await openWithStoppedClock(shop, '/en/faq/buy', lowWindow);
  await waitForManifest(page);
  // Only messages of other languages: visible pages are preloaded at the same time.
  const scripts = recordRequests(page, /^\/assets\/(ee|ru)-/);
  const payloads = recordRequests(page, /^\/ru\/.*_payload/);
  await page.locator('header').getByRole('link', { name: 'Русский' }).hover();
  await page.clock.runFor(80);
  await eventually(() => scripts).toEqual([expect.stringMatching(/^\/assets\/ru-/)]);
  await eventually(() => payloads).toEqual(expectedPayloads(['/ru/faq/buy']));
  await page.locator('header').getByRole('link', { name: 'Русский' }).click();
  await waitForHeading(page, messages.ru.faqBuy.title);
  expect([scripts.length, payloads.length]).toEqual([1, 1]);
});

test('with Save-Data preloads no pages of visible links, only the page of a link on which the pointer rests; a failed preload of messages is only logged', async () => {
  shop.allowErrors(/ERR_FAILED|messages en could not be loaded/);
  const page = await openWithStoppedClock(shop, '/en?season=summer', tallWindow);
  const errors = recordConsole(page, 'error');
  await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const payloads = recordPayloads(page);
  const scripts = recordRequests(page, /^\/assets\/(product|cart|faq)-/);
  await waitForManifest(page);
  await page.clock.runFor(2000);
  await waitUntilViewIsObserved(page);
  await waitUntilResponsesAreRead(page);
  expect([payloads, scripts]).toEqual([[], []]);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(80);
  await eventually(() => payloads).toEqual(expectedPayloads(['/en/faq/buy']));
  expect(errors).toEqual([]);

  let abortedRequests = 0;
  await page.route(/assets\/en-/, (route) => {
    abortedRequests += 1;
    return route.abort();
  });
  await tireLink(page, 'one').hover();
  await page.clock.runFor(80);
  await eventually(() => abortedRequests).toBe(1);
  // By now an unhandled rejection would have failed the test.
  await waitUntilResponsesAreRead(page);
});

test('requests scripts and payloads again on navigation after their preload failed', async () => {
  shop.allowErrors(/ERR_FAILED/);
  const page = await openWithStoppedClock(shop, '/en/cart', lowWindow);
  const documentLoads = recordDocumentLoads(page);
  let abortedRequests = 0;
  await page.route(/assets\/faq-|_payload/, (route) => {
    abortedRequests += 1;
    return route.abort();
  });
  await waitForManifest(page);
  await eventually(() => abortedRequests).toBeGreaterThan(2);
  await page.clock.runFor(1000);
  expect(documentLoads).toEqual([]);
  await page.unroute(/assets\/faq-|_payload/);
  await page.locator('header').getByRole('link', { name: t.nav.faq, exact: true }).click();
  await waitForHeading(page, t.faq.title);
  // A browser that caches a failed module import loads the document instead.
  expect(documentLoads.length).toBeLessThanOrEqual(1);
});

test('preloads nothing after it detected a newer build', async () => {
  const page = await openWithStoppedClock(shop, '/en/cart', lowWindow);
  await waitForManifest(page);
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer' } }));
  await page.clock.runFor(5 * 60_000);
  await waitUntilResponsesAreRead(page);
  const requests = recordRequests(page, /./);
  await page.locator('footer a[href="/en/faq/buy"]').hover();
  await page.clock.runFor(1000);
  await waitUntilResponsesAreRead(page);
  // Sent by `waitUntilResponsesAreRead`.
  expect(requests).toEqual(['/builds/latest.json?later']);
});
