import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, cartOf, eventually, open, type Visit, words } from '../support/browser/browser.ts';
import { openStopped, requestedPaths, responsesRead } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;
const alert = (page: Page, text: string) => page.locator('main').getByText(text);
const season = (page: Page) => page.getByRole('combobox', { name: t.filter.season, exact: true });
const rows = (page: Page) => page.locator('main h3');
const heading = (page: Page) => page.locator('main h1');
const retry = (page: Page) => page.locator('main').getByRole('button', { name: t.home.retry });
const lists = (page: Page) => requestedPaths(page, /^\/api\/v1\/products\?(?!id=)/);
const byId = (page: Page) => requestedPaths(page, /^\/api\/v1\/products\?id=/);
const calls = '**/api/v1/**';

/** Ways in which a call has no usable response. */
const failures: [string, (route: Route) => Promise<void>][] = [
  ['a fault', (route) => route.fulfill({ status: 500, json: { code: 'internal' } })],
  ['a page of the load balancer', (route) => route.fulfill({ status: 503, body: '<html>Unavailable</html>' })],
  ['a response that is not JSON', (route) => route.fulfill({ body: '<html>Welcome to the hotel</html>' })],
  ['a reset connection', (route) => route.abort('connectionreset')],
];

const never = () => {};

/** Runs a click and its effects with a stopped clock. */
const settle = (page: Page) => page.clock.runFor(50);

describe('a list', () => {
  test('that does not arrive is cancelled after 5000 ms with a message, and requested again only by the visitor', async () => {
    const page = await openStopped(shop, '/en?season=summer');
    const all = lists(page);
    await page.route(calls, never);
    await season(page).selectOption('');
    await eventually(() => all).toHaveLength(1);
    await page.clock.runFor(4900);
    expect(await alert(page, t.home.failed).count()).toBe(0);
    await page.clock.runFor(200);
    await alert(page, t.home.failed).waitFor();
    await page.clock.runFor(60_000);
    expect(all).toHaveLength(1);

    await page.unroute(calls);
    await page.clock.resume();
    await retry(page).click();
    await eventually(() => rows(page).count()).toBe(2);
    expect(await alert(page, t.home.failed).count()).toBe(0);
    expect(all).toHaveLength(2);
  });

  test.each(failures)('%s shows a message and is not retried', async (_what, fail) => {
    shop.allowErrors(/Failed to load resource/);
    const page = await openStopped(shop, '/en?season=summer');
    const all = lists(page);
    await page.route(calls, fail);
    await season(page).selectOption('');
    await eventually(async () => {
      await settle(page);
      return alert(page, t.home.failed).count();
    }).toBe(1);
    await page.clock.runFor(60_000);
    expect(all).toHaveLength(1);
    await page.unroute(calls);
    await page.clock.resume();
    await retry(page).click();
    await eventually(() => rows(page).count()).toBe(2);
  });

  test('shows a message at once without a network', async () => {
    shop.allowErrors(/ERR_INTERNET_DISCONNECTED/);
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en?season=summer');
    await page.context().setOffline(true);
    await season(page).selectOption('');
    await alert(page, t.home.failed).waitFor();
    await page.context().setOffline(false);
    await retry(page).click();
    await eventually(() => rows(page).count()).toBe(2);
  });
});

describe('fetched data', () => {
  test('are fresh for 5000 ms: not requested again before, and once after', async () => {
    const page = await openStopped(shop, '/en?season=summer');
    const all = lists(page);
    const anySeason = () => all.filter((path) => !path.includes('season='));
    const choose = async (value: string) => {
      await season(page).selectOption(value);
      await page.waitForURL(`**/en?season=${value}`);
      await responsesRead(page);
      await eventually(async () => {
        await settle(page);
        return page.locator('section[aria-busy]').getAttribute('aria-busy');
      }).toBe('false');
    };
    await choose('');
    const answered = await page.evaluate(() => Date.now());
    await choose('summer');
    await page.clock.pauseAt(answered + 4800);
    await choose('');
    expect(await page.evaluate(() => Date.now())).toBeLessThan(answered + 5000);
    expect(anySeason()).toHaveLength(1);

    await choose('summer');
    await page.clock.pauseAt(answered + 5100);
    await choose('');
    expect(anySeason()).toHaveLength(2);
  });

  test('of a recently viewed tire open its page without a call', async () => {
    const page = await openStopped(shop, '/en?season=summer');
    const all = byId(page);
    const there = async () => {
      await rows(page).first().getByRole('link').click();
      await page.waitForURL('**/product?id=one');
      await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
    };
    const back = async () => {
      await page.goBack();
      await page.waitForURL('**/en?season=summer');
      await rows(page).first().waitFor();
    };
    await there();
    await back();
    await page.clock.runFor(4900);
    await there();
    expect(all).toHaveLength(1);
    await back();
    await page.clock.runFor(200);
    await there();
    await responsesRead(page);
    expect(all).toHaveLength(2);
  });
});

describe('the product page', () => {
  test('without a response opens after 1 s, and shows a message after 5000 ms', async () => {
    const page = await openStopped(shop, '/en?season=summer');
    const all = byId(page);
    await page.route(calls, never);
    await rows(page).first().getByRole('link').click();
    await eventually(() => all).toHaveLength(1);
    await page.clock.runFor(1000);
    await page.waitForURL('**/product?id=one');
    await page.getByRole('heading', { name: t.product.loading, level: 1 }).waitFor();
    expect(await page.title()).toContain(t.product.loading);
    await page.clock.runFor(4100);
    await page.getByRole('heading', { name: t.product.failed }).waitFor();
    expect(all).toHaveLength(1);
    await page.unroute(calls);
    await page.clock.resume();
    await retry(page).click();
    await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
    expect(all).toHaveLength(2);
  });

  test.each(failures)('%s: shows a message and a link to the list, and requests nothing twice', async (_what, fail) => {
    shop.allowErrors(/Failed to load resource/);
    // Nothing is preloaded with a stopped clock: a click makes its own request.
    const page = await openStopped(shop, '/en?season=summer');
    const all = byId(page);
    await page.route(calls, fail);
    // Without pointer events, which would preload before the click.
    await rows(page).first().getByRole('link').dispatchEvent('click');
    await page.getByRole('heading', { name: t.product.failed }).waitFor();
    expect(all).toHaveLength(1);
    await page.unroute(calls);
    await page.clock.resume();
    await page.locator('main').getByRole('link', { name: t.product.toList }).click();
    await page.waitForURL('**/en');
    await page.goBack();
    // Returning is a new visit.
    await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
  });
});

describe('without a response,', () => {
  const withCart = async (kept: Visit['kept'] = {}) => {
    const cart = await cartOf(shop.address, { one: 4 });
    return shop.visit({ language: 'en', kept: { cart, isCookieAccepted: 'true', ...kept } });
  };

  test('the cart says that it could not be checked, and still links to the order', async () => {
    shop.allowErrors(/Failed to load resource/);
    const page = await withCart();
    await page.route(calls, (route) => route.abort());
    const all = byId(page);
    await open(page, '/en/cart');
    await page.locator('main [role=status]', { hasText: t.cart.notRefreshed }).waitFor();
    expect(await page.getByRole('link', { name: t.cart.toOrder, exact: true }).isVisible()).toBe(true);
    expect(all).toHaveLength(1);
    await page.unroute(calls);
    await page.locator('header').getByRole('link', { name: t.nav.faq, exact: true }).click();
    await page.waitForURL('**/en/faq');
    await page.goBack();
    await page.locator('main output').waitFor();
    await alert(page, t.cart.notRefreshed).waitFor({ state: 'detached' });
  });

  test('the order page says that the payment methods are missing, and retries on request', async () => {
    shop.allowErrors(/Failed to load resource/);
    const page = await withCart();
    await page.route(calls, (route) => route.abort());
    const all = requestedPaths(page, /payment\/methods/);
    await open(page, '/en/order');
    await alert(page, t.order.methodsFailed).waitFor();
    expect(all).toHaveLength(1);
    await page.unroute(calls);
    await retry(page).click();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).waitFor();
    expect(await alert(page, t.order.methodsFailed).count()).toBe(0);
  });

  test('the success page says that the order is safe, and retries on request', async () => {
    shop.allowErrors(/Failed to load resource|status of 404/);
    const page = await shop.visit({ language: 'en' });
    const orders = '**/api/v1/orders/**';
    await page.route(orders, (route) => route.fulfill({ status: 502 }));
    await open(page, '/en/success?order=R26-AAAAA#token');
    await alert(page, t.success.failed).waitFor();
    await page.unroute(orders);
    await retry(page).click();
    await eventually(() => heading(page).textContent()).toBe(t.success.unknown);
  });
});
