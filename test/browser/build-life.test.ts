import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  eventually,
  hydrated,
  kept,
  open,
  type Visit,
  words,
} from '../support/browser/browser.ts';
import {
  consoleMessages,
  documents,
  openStopped,
  readManifest,
  requestedPaths,
  responsesRead,
} from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;
const minute = 60_000;
const heading = (page: Page) => page.locator('main h1');
const inHeader = (page: Page, name: string) => page.locator('header').getByRole('link', { name, exact: true });
const polls = (page: Page) => requestedPaths(page, /^\/builds\/latest\.json/);

async function becomes(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** A page that has detected a newer build. */
async function outdated(path: string, options: Visit = {}): Promise<Page> {
  const page = await openStopped(shop, path, options);
  await readManifest(page);
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer', timestamp: 0 } }));
  const answer = page.waitForResponse(/latest\.json/);
  await page.clock.runFor(5 * minute);
  await (await answer).finished();
  await responsesRead(page);
  return page;
}

describe('the manifest', () => {
  test('is requested about 1 s after load and not before', async () => {
    const page = await openStopped(shop, '/en');
    const files = requestedPaths(page, /^\/builds\/meta\//);
    for (let passed = 0; passed < 900; passed += 100) {
      await page.clock.runFor(100);
      await responsesRead(page);
    }
    expect(files).toEqual([]);
    await page.clock.runFor(200);
    await eventually(() => files).toEqual([expect.stringMatching(/^\/builds\/meta\/[0-9a-f]{16}\.json$/)]);
    await page.clock.runFor(4 * minute);
    expect(files).toHaveLength(1);
  });

  test.each([
    ['is refused', (page: Page) => page.route('**/builds/**', (route) => route.fulfill({ status: 503 }))],
    ['is unreachable', (page: Page) => page.route('**/builds/**', (route) => route.abort())],
    ['is not JSON', (page: Page) => page.route('**/builds/**', (route) => route.fulfill({ body: '<html>' }))],
  ])('that %s causes only a console message', async (_how, breakIt) => {
    shop.allowErrors(/Failed to load resource/);
    const page = await openStopped(shop, '/en/cart');
    const loads = documents(page);
    const warnings = consoleMessages(page, 'warning');
    await breakIt(page);
    await page.clock.runFor(1000);
    await eventually(() => warnings).toEqual([expect.stringContaining('manifest of the build')]);
    await page.clock.runFor(5 * minute);
    await eventually(() => warnings).toHaveLength(2);
    expect(warnings[1]).toContain('latest build');
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await eventually(() => heading(page).textContent()).toBe(t.faq.title);
    expect(loads).toEqual([]);
  });
});

describe('the latest build', () => {
  test('is requested with the time every 5 minutes while the page is visible', async () => {
    const page = await openStopped(shop, '/en/faq');
    const all = polls(page);
    await page.clock.runFor(1000);
    await page.waitForResponse(/\/builds\/meta\//);
    await page.clock.runFor(5 * minute - 1);
    expect(all).toEqual([]);
    await page.clock.runFor(1);
    await eventually(() => all).toHaveLength(1);
    const now = await page.evaluate(() => Date.now());
    expect(all).toEqual([`/builds/latest.json?${now}`]);
    await page.clock.runFor(5 * minute);
    await eventually(() => all).toHaveLength(2);

    await becomes(page, 'hidden');
    await page.clock.runFor(60 * minute);
    expect(all).toHaveLength(2);
    await becomes(page, 'visible');
    await eventually(() => all).toHaveLength(3);
  });

  test('is requested at most once a minute, however often the page becomes visible', async () => {
    const page = await openStopped(shop, '/en/faq');
    await readManifest(page);
    const all = polls(page);
    for (let seconds = 0; seconds < 150; seconds += 2) {
      await becomes(page, 'hidden');
      await becomes(page, 'visible');
      await page.clock.runFor(2000);
    }
    await eventually(() => all).toHaveLength(2);
  });

  test('that is unchanged has no effect', async () => {
    const page = await openStopped(shop, '/en/cart');
    await readManifest(page);
    const loads = documents(page);
    const answer = page.waitForResponse(/latest\.json/);
    await page.clock.runFor(5 * minute);
    expect((await (await answer).json()).id).toMatch(/^[0-9a-f]{16}$/);
    await responsesRead(page);
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await eventually(() => heading(page).textContent()).toBe(t.faq.title);
    expect(loads).toEqual([]);
  });
});

describe('a newer build', () => {
  test('stops the requests, and the next navigation loads its document once', async () => {
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await outdated('/en?season=summer', { kept: { cart } });
    const loads = documents(page);
    const all = polls(page);
    await page.clock.runFor(30 * minute);
    expect(all).toEqual([]);
    expect(loads).toEqual([]);
    await inHeader(page, t.nav.faq).click();
    await page.waitForURL('**/en/faq');
    await hydrated(page);
    expect(loads).toEqual(['/en/faq']);
    expect(await page.getByTestId('cart-count').textContent()).toBe('1');
    expect(JSON.parse((await kept(page, 'cart')) ?? '')).toEqual(JSON.parse(cart));
    // The new document belongs to the build that served it.
    await inHeader(page, t.nav.tires).click();
    await page.waitForURL('**/en');
    expect(loads).toHaveLength(1);
  });

  test('does not reload when a filter changes', async () => {
    const page = await outdated('/en?season=summer');
    const loads = documents(page);
    await page.clock.resume();
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('');
    await page.waitForURL('**/en?season=');
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('summer');
    await page.waitForURL('**/en?season=summer');
    await eventually(() => page.locator('main h3').count()).toBe(2);
    expect(loads).toEqual([]);
    await page.locator('main h3 a').first().click();
    await page.waitForURL('**/en/product?id=*');
    expect(loads).toEqual([expect.stringMatching(/^\/en\/product\?id=(one|two)$/)]);
  });

  test('loads with another language, and with another item on the same kind of page', async () => {
    const page = await outdated('/en/faq/buy?from=ad');
    const loads = documents(page);
    await page.locator('header').getByRole('link', { name: 'Русский' }).click();
    await page.waitForURL('**/ru/faq/buy?from=ad');
    expect(loads.splice(0)).toEqual(['/ru/faq/buy?from=ad']);

    const orders = JSON.stringify([{ number: 'R26-AAAAA', token: 'token-of-the-other-one' }]);
    const other = await outdated('/en/success?order=R26-BBBBB', { kept: { orders } });
    const otherLoads = documents(other);
    shop.allowErrors(/404/);
    await other.locator('main').getByRole('link', { name: 'R26-AAAAA' }).click();
    await other.waitForURL('**/en/success?order=R26-AAAAA#token-of-the-other-one');
    expect(otherLoads).toEqual(['/en/success?order=R26-AAAAA']);
  });

  test('loads on Back, also within a page', async () => {
    const page = await openStopped(shop, '/en/faq/buy#main');
    await readManifest(page);
    await inHeader(page, t.nav.cart).click();
    await page.waitForURL('**/en/cart');
    await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: { id: 'newer' } }));
    await page.clock.runFor(5 * minute);
    await responsesRead(page);
    const loads = documents(page);
    await page.goBack();
    await page.waitForURL('**/en/faq/buy#main');
    await eventually(() => loads).toEqual(['/en/faq/buy']);
    await hydrated(page);
    await page.goForward();
    await page.waitForURL('**/en/cart');
    await eventually(() => heading(page).textContent()).toBe(t.cart.title);
  });

  test('keeps a form that is being filled in; the order leads to the complete URL of its page', async () => {
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await outdated('/en/order', { kept: { cart, isCookieAccepted: 'true' } });
    const loads = documents(page);
    await page.getByLabel(t.order.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.order.email, { exact: true }).fill('mari@example.com');
    await page.clock.runFor(10 * minute);
    await page.getByLabel(t.order.phone, { exact: true }).fill('+372 5123 4567');
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    expect(loads).toEqual([]);
    await page.clock.resume();
    await page.getByRole('button', { name: t.order.submit }).click();
    await page.waitForURL(/\/en\/success\?order=R\d\d-\w{5}#[\w-]{22}$/);
    await page.getByText(/Thank you, Mari Maasikas/).waitFor();
    expect(loads).toEqual([expect.stringMatching(/^\/en\/success\?order=/)]);
    expect(await shop.db.kysely.selectFrom('orders').select('id').execute()).toHaveLength(1);
    expect(await kept(page, 'cart')).toBe('{}');
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
  await page.getByRole('heading', { name: words.en.notFound.title }).waitFor();
  expect(await page.locator('main p[lang=en]').textContent()).toBe('Page not found: /en/nothing');
});
