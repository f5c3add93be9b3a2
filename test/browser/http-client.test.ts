import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, cartOf, eventually, messages, open } from '../support/browser/browser.ts';
import { openWithStoppedClock, recordRequests, waitUntilResponsesAreRead } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;
const inMain = (page: Page, text: string) => page.locator('main').getByText(text);
const seasonSelect = (page: Page) => page.getByRole('combobox', { name: t.filter.season, exact: true });
const tireHeadings = (page: Page) => page.locator('main h3');
const heading = (page: Page) => page.locator('main h1');
const retryButton = (page: Page) => page.locator('main').getByRole('button', { name: t.home.retry });
const recordListRequests = (page: Page) => recordRequests(page, /^\/api\/v1\/products\?(?!id=)/);
const recordTireRequests = (page: Page) => recordRequests(page, /^\/api\/v1\/products\?id=/);
const apiCalls = '**/api/v1/**';

/** Faults that leave an API call without a usable response. */
const failures: [string, (route: Route) => Promise<void>][] = [
  ['status 500', (route) => route.fulfill({ status: 500, json: { code: 'internal' } })],
  ['an HTML page with status 503', (route) => route.fulfill({ status: 503, body: '<html>Unavailable</html>' })],
  ['a response that is not JSON', (route) => route.fulfill({ body: '<html>Welcome to the hotel</html>' })],
  ['a reset connection', (route) => route.abort('connectionreset')],
];

const leaveUnanswered = () => {};

/** Advances the stopped clock, so that effects of a click and of a response run. */
const settle = (page: Page) => page.clock.runFor(50);

describe('a list', () => {
  test('without a response is cancelled after 5000 ms with a message, and is requested again only on a click', async () => {
    const page = await openWithStoppedClock(shop, '/en?season=summer');
    const requests = recordListRequests(page);
    await page.route(apiCalls, leaveUnanswered);
    await seasonSelect(page).selectOption('');
    await eventually(() => requests).toHaveLength(1);
    await page.clock.runFor(4900);
    expect(await inMain(page, t.home.failed).count()).toBe(0);
    await page.clock.runFor(200);
    await inMain(page, t.home.failed).waitFor();
    await page.clock.runFor(60_000);
    expect(requests).toHaveLength(1);

    await page.unroute(apiCalls);
    await page.clock.resume();
    // By the keyboard: links below the pointer would preload their lists.
    await retryButton(page).press('Enter');
    await eventually(() => tireHeadings(page).count()).toBe(2);
    expect(await inMain(page, t.home.failed).count()).toBe(0);
    expect(requests).toHaveLength(2);
  });

  test('shows a message at once while the browser is offline', async () => {
    shop.allowErrors(/ERR_INTERNET_DISCONNECTED/);
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en?season=summer');
    await page.context().setOffline(true);
    await seasonSelect(page).selectOption('');
    await inMain(page, t.home.failed).waitFor();
    await page.context().setOffline(false);
    await retryButton(page).click();
    await eventually(() => tireHeadings(page).count()).toBe(2);
  });
});

describe('for 5000 ms after a response', () => {
  test('its list is shown without a second request', async () => {
    const page = await openWithStoppedClock(shop, '/en?season=summer');
    const requests = recordListRequests(page);
    const listsOfAllSeasons = () => requests.filter((path) => !path.includes('season='));
    const chooseSeason = async (value: string) => {
      await seasonSelect(page).selectOption(value);
      await page.waitForURL(`**/en?season=${value}`);
      await waitUntilResponsesAreRead(page);
      await eventually(async () => {
        await settle(page);
        return page.locator('section[aria-busy]').getAttribute('aria-busy');
      }).toBe('false');
    };
    await chooseSeason('');
    const answeredAt = await page.evaluate(() => Date.now());
    await chooseSeason('summer');
    await page.clock.pauseAt(answeredAt + 4800);
    await chooseSeason('');
    expect(await page.evaluate(() => Date.now())).toBeLessThan(answeredAt + 5000);
    expect(listsOfAllSeasons()).toHaveLength(1);

    await chooseSeason('summer');
    await page.clock.pauseAt(answeredAt + 5100);
    await chooseSeason('');
    expect(listsOfAllSeasons()).toHaveLength(2);
  });

  test('the page of its tire opens without a second request', async () => {
    const page = await openWithStoppedClock(shop, '/en?season=summer');
    const requests = recordTireRequests(page);
    const openTire = async () => {
      await tireHeadings(page).first().getByRole('link').click();
      await page.waitForURL('**/product?id=one');
      await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
    };
    const returnToList = async () => {
      await page.goBack();
      await page.waitForURL('**/en?season=summer');
      await tireHeadings(page).first().waitFor();
    };
    await openTire();
    await returnToList();
    await page.clock.runFor(4900);
    await openTire();
    expect(requests).toHaveLength(1);
    await returnToList();
    await page.clock.runFor(200);
    await openTire();
    await waitUntilResponsesAreRead(page);
    expect(requests).toHaveLength(2);
  });
});

describe('the product page', () => {
  test('without a response shows its loading state after 1 s and a message after 5000 ms', async () => {
    const page = await openWithStoppedClock(shop, '/en?season=summer');
    const requests = recordTireRequests(page);
    await page.route(apiCalls, leaveUnanswered);
    await tireHeadings(page).first().getByRole('link').click();
    await eventually(() => requests).toHaveLength(1);
    await page.clock.runFor(1000);
    await page.waitForURL('**/product?id=one');
    await page.getByRole('heading', { name: t.product.loading, level: 1 }).waitFor();
    expect(await page.title()).toContain(t.product.loading);
    await page.clock.runFor(4100);
    await page.getByRole('heading', { name: t.product.failed }).waitFor();
    expect(requests).toHaveLength(1);
    await page.unroute(apiCalls);
    await page.clock.resume();
    await retryButton(page).click();
    await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
    expect(requests).toHaveLength(2);
  });
});

test.each(failures)(
  'after %s, a list and the page of a tire show a message, and are not requested again',
  async (_failure, fail) => {
    shop.allowErrors(/Failed to load resource/);
    const page = await openWithStoppedClock(shop, '/en?season=summer');
    const listRequests = recordListRequests(page);
    await page.route(apiCalls, fail);
    await seasonSelect(page).selectOption('');
    await eventually(async () => {
      await settle(page);
      return inMain(page, t.home.failed).count();
    }).toBe(1);
    await page.clock.runFor(60_000);
    expect(listRequests).toHaveLength(1);
    await page.unroute(apiCalls);
    await page.clock.resume();
    // By the keyboard: links below the pointer would preload their tires.
    await retryButton(page).press('Enter');
    // Until the answer, the list before is shown, as outdated.
    await page.locator('main section[aria-busy=false]').waitFor();
    expect(await tireHeadings(page).count()).toBe(2);

    // The page of a tire requests one that was read more than 5000 ms ago.
    await page.clock.fastForward(60_000);
    const tireRequests = recordTireRequests(page);
    await page.route(apiCalls, fail);
    // Not `click()`: its pointer events would preload the tire.
    await tireHeadings(page).first().getByRole('link').dispatchEvent('click');
    await page.getByRole('heading', { name: t.product.failed }).waitFor();
    await page.clock.fastForward(60_000);
    await waitUntilResponsesAreRead(page);
    expect(tireRequests).toHaveLength(1);
    await page.unroute(apiCalls);
    await page.locator('main').getByRole('link', { name: t.product.toList }).click();
    await page.waitForURL('**/en');
    await page.goBack();
    // Returning to the page requests the tire again.
    await eventually(() => heading(page).textContent()).toContain('Hakka Blue 3');
  },
);

describe('without an API response,', () => {
  test('the cart page says that its prices could not be refreshed, and links to the order page, which says that it could not load the payment methods; both load them later', async () => {
    shop.allowErrors(/Failed to load resource/);
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await shop.visit({ language: 'en', storage: { cart, isCookieAccepted: 'true' } });
    const tireRequests = recordTireRequests(page);
    await page.route(apiCalls, (route) => route.abort());
    await open(page, '/en/cart');
    await page.locator('main [role=status]', { hasText: t.cart.notRefreshed }).waitFor();
    expect(await page.getByRole('link', { name: t.cart.toOrder, exact: true }).isVisible()).toBe(true);
    expect(tireRequests).toHaveLength(1);
    await page.unroute(apiCalls);
    await page.locator('header').getByRole('link', { name: t.nav.faq, exact: true }).click();
    await page.waitForURL('**/en/faq');
    await page.goBack();
    await page.getByRole('textbox', { name: t.validation.count }).waitFor();
    await inMain(page, t.cart.notRefreshed).waitFor({ state: 'detached' });

    await page.route(apiCalls, (route) => route.abort());
    const methodRequests = recordRequests(page, /payment\/methods/);
    await open(page, '/en/order');
    await inMain(page, t.order.methodsFailed).waitFor();
    expect(methodRequests).toHaveLength(1);
    await page.unroute(apiCalls);
    await retryButton(page).click();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).waitFor();
    expect(await inMain(page, t.order.methodsFailed).count()).toBe(0);
  });

  test('the success page says that the order could not be loaded, and loads it on a click', async () => {
    shop.allowErrors(/Failed to load resource|status of 404/);
    const page = await shop.visit({ language: 'en' });
    const orders = '**/api/v1/orders/**';
    await page.route(orders, (route) => route.fulfill({ status: 502 }));
    await open(page, '/en/success?order=R26-AAAAA#token');
    await inMain(page, t.success.failed).waitFor();
    await page.unroute(orders);
    await retryButton(page).click();
    await eventually(() => heading(page).textContent()).toBe(t.success.unknown);
  });
});
