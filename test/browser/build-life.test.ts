import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  eventually,
  messages,
  open,
  storedValue,
  waitForHydration,
} from '../support/browser/browser.ts';
import {
  openOutdated,
  openWithStoppedClock,
  recordConsole,
  recordDocumentLoads,
  recordRequests,
  waitForManifest,
  waitUntilResponsesAreRead,
} from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;
const minuteMs = 60_000;
const heading = (page: Page) => page.locator('main h1');
const inHeader = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true });
const recordPolls = (page: Page) => recordRequests(page, /^\/builds\/latest\.json/);

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

describe('the manifest', () => {
  test('is requested about 1 s after load and not before', async () => {
    const page = await openWithStoppedClock(shop, '/en');
    const files = recordRequests(page, /^\/builds\/meta\//);
    for (let passed = 0; passed < 900; passed += 100) {
      await page.clock.runFor(100);
      await waitUntilResponsesAreRead(page);
    }
    expect(files).toEqual([]);
    await page.clock.runFor(200);
    await eventually(() => files).toEqual([expect.stringMatching(/^\/builds\/meta\/[0-9a-f]{16}\.json$/)]);
    await page.clock.runFor(4 * minuteMs);
    expect(files).toHaveLength(1);
  });

  test.each([
    ['is refused', (page: Page) => page.route('**/builds/**', (route) => route.fulfill({ status: 503 }))],
    ['is unreachable', (page: Page) => page.route('**/builds/**', (route) => route.abort())],
    ['is not JSON', (page: Page) => page.route('**/builds/**', (route) => route.fulfill({ body: '<html>' }))],
  ])('causes a console message and no reload when it %s', async (_failure, failRequests) => {
    shop.allowErrors(/Failed to load resource/);
    const page = await openWithStoppedClock(shop, '/en/cart');
    const documentLoads = recordDocumentLoads(page);
    const warnings = recordConsole(page, 'warning');
    await failRequests(page);
    await page.clock.runFor(1000);
    await eventually(() => warnings).toEqual([expect.stringContaining('manifest of the build')]);
    await page.clock.runFor(5 * minuteMs);
    await eventually(() => warnings).toHaveLength(2);
    expect(warnings[1]).toContain('latest build');
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await eventually(() => heading(page).textContent()).toBe(t.faq.title);
    expect(documentLoads).toEqual([]);
  });
});

describe('the latest build', () => {
  test('is polled with a timestamp every 5 minutes while the page is visible', async () => {
    const page = await openWithStoppedClock(shop, '/en/faq');
    const polls = recordPolls(page);
    await page.clock.runFor(1000);
    await page.waitForResponse(/\/builds\/meta\//);
    await page.clock.runFor(5 * minuteMs - 1);
    expect(polls).toEqual([]);
    await page.clock.runFor(1);
    await eventually(() => polls).toHaveLength(1);
    const now = await page.evaluate(() => Date.now());
    expect(polls).toEqual([`/builds/latest.json?${now}`]);
    await page.clock.runFor(5 * minuteMs);
    await eventually(() => polls).toHaveLength(2);

    await setVisibility(page, 'hidden');
    await page.clock.runFor(60 * minuteMs);
    expect(polls).toHaveLength(2);
    await setVisibility(page, 'visible');
    await eventually(() => polls).toHaveLength(3);
  });

  test('is polled at most once a minute, however often the page becomes visible', async () => {
    const page = await openWithStoppedClock(shop, '/en/faq');
    await waitForManifest(page);
    const polls = recordPolls(page);
    for (let seconds = 0; seconds < 150; seconds += 2) {
      await setVisibility(page, 'hidden');
      await setVisibility(page, 'visible');
      await page.clock.runFor(2000);
    }
    await eventually(() => polls).toHaveLength(2);
  });

  test('causes no reload when it has not changed', async () => {
    const page = await openWithStoppedClock(shop, '/en/cart');
    await waitForManifest(page);
    const documentLoads = recordDocumentLoads(page);
    const latest = page.waitForResponse(/latest\.json/).then((answer) => answer.json());
    await page.clock.runFor(5 * minuteMs);
    expect((await latest).id).toMatch(/^[0-9a-f]{16}$/);
    await waitUntilResponsesAreRead(page);
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await eventually(() => heading(page).textContent()).toBe(t.faq.title);
    expect(documentLoads).toEqual([]);
  });
});

describe('a newer build', () => {
  test('ends the polling, and the next navigation loads one document', async () => {
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await openOutdated(shop, '/en?season=summer', { storage: { cart } });
    const documentLoads = recordDocumentLoads(page);
    const polls = recordPolls(page);
    await page.clock.runFor(30 * minuteMs);
    expect(polls).toEqual([]);
    expect(documentLoads).toEqual([]);
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await waitForHydration(page);
    expect(documentLoads).toEqual(['/en/faq']);
    expect(await page.getByTestId('cart-count').textContent()).toBe('1');
    expect(JSON.parse((await storedValue(page, 'cart')) ?? '')).toEqual(JSON.parse(cart));
    // The document comes from the newer build, so the next navigation loads none.
    await inHeader(page, t.nav.tires).click();
    await page.waitForURL('**/en');
    expect(documentLoads).toHaveLength(1);
  });

  test('loads as a document after the visitor changes the language or opens another order', async () => {
    const page = await openOutdated(shop, '/en/faq/buy?from=ad');
    const documentLoads = recordDocumentLoads(page);
    await page.locator('header').getByRole('link', { name: 'Русский' }).click();
    await page.waitForURL('**/ru/faq/buy?from=ad');
    expect(documentLoads.splice(0)).toEqual(['/ru/faq/buy?from=ad']);

    const orders = JSON.stringify([{ number: 'R26-AAAAA', token: 'token-of-order-a' }]);
    const successPage = await openOutdated(shop, '/en/success?order=R26-BBBBB', { storage: { orders } });
    const successLoads = recordDocumentLoads(successPage);
    shop.allowErrors(/404/);
    await successPage.locator('main').getByRole('link', { name: 'R26-AAAAA' }).click();
    await successPage.waitForURL('**/en/success?order=R26-AAAAA#token-of-order-a');
    expect(successLoads).toEqual(['/en/success?order=R26-AAAAA']);
  });

  test('loads as a document on Back', async () => {
    const page = await openWithStoppedClock(shop, '/en/faq/buy#main');
    await waitForManifest(page);
    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.waitForURL('**/en/cart');
    await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer' } }));
    await page.clock.runFor(5 * minuteMs);
    await waitUntilResponsesAreRead(page);
    const documentLoads = recordDocumentLoads(page);
    await page.goBack();
    await page.waitForURL('**/en/faq/buy#main');
    await eventually(() => documentLoads).toEqual(['/en/faq/buy']);
    await waitForHydration(page);
    await page.goForward();
    await page.waitForURL('**/en/cart');
    await eventually(() => heading(page).textContent()).toBe(t.cart.title);
  });

  test('keeps a form that is being filled in; the placed order opens as a document with its token', async () => {
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await openOutdated(shop, '/en/order', { storage: { cart, isCookieAccepted: 'true' } });
    const documentLoads = recordDocumentLoads(page);
    await page.getByLabel(t.order.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.order.email, { exact: true }).fill('mari@example.com');
    await page.clock.runFor(10 * minuteMs);
    await page.getByLabel(t.order.phone, { exact: true }).fill('+372 5123 4567');
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    expect(documentLoads).toEqual([]);
    await page.clock.resume();
    await page.getByRole('button', { name: t.order.submit }).click();
    await page.waitForURL(/\/en\/success\?order=R\d\d-\w{5}#[\w-]{22}$/);
    await page.getByText(/Thank you, Mari Maasikas/).waitFor();
    expect(documentLoads).toEqual([expect.stringMatching(/^\/en\/success\?order=/)]);
    expect(await shop.db.kysely.selectFrom('orders').select('id').execute()).toHaveLength(1);
    expect(await storedValue(page, 'cart')).toBe('{}');
  });
});

test('opens an unknown URL as a document with the 404 page', async () => {
  shop.allowErrors(/status of 404/);
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en/cart');
  await page.evaluate(() => {
    history.pushState({}, '', '/en/nothing');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: messages.en.notFound.title }).waitFor();
  expect(await page.locator('main p[lang=en]').textContent()).toBe('Page not found: /en/nothing');
});
