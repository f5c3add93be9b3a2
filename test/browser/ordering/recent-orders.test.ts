import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import type { OrderKey } from '../../../src/web/client/stores/stored.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  desktop,
  eventually,
  messages,
  open,
  phone,
} from '../../support/browser/browser.ts';
import { recordRequests } from '../../support/browser/page-life.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 60 } }] });

const t = messages.en;
const place = (changes?: Record<string, unknown>) => placeOrder(shop.address, { id: 'tire', price: 79.9 }, changes);
const stored = (...orders: OrderKey[]) => ({
  isCookieAccepted: 'true',
  orders: JSON.stringify(orders.map(({ number, token }) => ({ number, token }))),
});
const section = (page: Page, name: string = t.recentOrders.title) => page.getByRole('region', { name, exact: true });
const rows = (page: Page) => section(page).getByRole('listitem');

test('the cart lists the orders of this browser in every language, with date, size, total and state', async () => {
  const order = await place();
  const page = await shop.visit({ storage: { ...stored(order), cart: await cartOf(shop.address, { tire: 4 }) } });
  for (const locale of localeIds) {
    await open(page, localizedPath('/cart', locale));
    const { recentOrders, orderStatus } = messages[locale];
    const row = section(page, recentOrders.title).getByRole('listitem');
    await eventually(async () => collapseSpaces(await row.textContent())).toContain(orderStatus.confirmed);
    const text = collapseSpaces(await row.textContent());
    expect(text).toContain(order.number);
    expect(text).toContain('1 × 205/55 R16 91V XL');
    expect(text).toContain(locale === 'en' ? '€79.90' : '79,90 €');
    expect(text).toContain(`${new Date().getFullYear()}`);
  }
});

test.each([desktop, phone])(
  'the footer requests the three newest when it comes near the screen, lists them, and leads to all of them in the cart (screen of $viewport.width px)',
  async (device) => {
    const orders = [await place(), await place(), await place(), await place()];
    const page = await shop.visit({ ...device, language: 'en', storage: stored(...orders) });
    const reads = recordRequests(page, /^\/api\/v1\/orders\//);
    await open(page, '/en/faq');
    await section(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(reads).toEqual([]);
    await section(page).scrollIntoViewIfNeeded();
    await eventually(() => rows(page).allTextContents()).toHaveLength(3);
    for (const [index, { number }] of orders.slice(0, 3).entries()) {
      await eventually(async () => collapseSpaces(await rows(page).nth(index).textContent())).toMatch(
        new RegExp(`^${number}1 × 205/55 R16 91V XL.*confirmed$`),
      );
    }
    expect(reads).toHaveLength(3);
    await section(page).getByRole('link', { name: 'All my orders (4)' }).click();
    await page.waitForURL('**/en/cart#my-orders');
    await eventually(() => rows(page).count()).toBe(4);
    await rows(page).nth(3).getByRole('link').click();
    await page.waitForURL(`**/en/success?order=${orders[3]?.number}#${orders[3]?.token}`);
    await eventually(() => page.locator('h1').textContent()).toContain(orders[3]?.number);
  },
);

test.each(['success', 'withdrawal'])('the link to the content keeps the order of the page: %s', async (path) => {
  const { number, token } = await place();
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, `/en/${path}?order=${number}#${token}`);
  const order = page.getByRole('main').getByText(number).first();
  await order.waitFor();
  await page.getByRole('link', { name: t.shell.skip }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  expect(page.url()).toContain(`?order=${number}#${token}`);
  await page.reload();
  await order.waitFor();
});

test.each([
  ['success', 'footer-orders'],
  ['success', 'recent-orders'],
  ['withdrawal', 'recent-orders'],
])('%s: an order opened from the list %s gets the focus', async (path, list) => {
  const [first, second] = [await place(), await place()];
  const page = await shop.visit({ language: 'en', storage: stored(first, second) });
  const query = list === 'footer-orders' ? `?order=${first.number}#${first.token}` : '';
  await open(page, `/en/${path}${query}`);
  const link = page.locator(`[aria-labelledby=${list}]`).getByRole('link', { name: second.number });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByText(second.number).first().waitFor();
  const heading = path === 'success' ? second.number : t.withdrawal.title;
  await eventually(() => page.evaluate(() => document.activeElement?.closest('h1')?.textContent ?? '')).toContain(
    heading,
  );
});

test.each([
  ['success', t.success.title, /^Order R\d\d-/],
  ['withdrawal', t.withdrawal.title, new RegExp(t.withdrawal.title)],
])(
  '%s: an order that loads slowly gets the focus from the heading shown meanwhile',
  async (path, whileLoading, heading) => {
    const order = await place();
    const page = await shop.visit({ language: 'en', storage: stored(order) });
    const released = Promise.withResolvers<void>();
    await page.route(`**/api/v1/orders/${order.number}`, (route) => released.promise.then(() => route.continue()));
    await open(page, `/en/${path}`);
    await page.locator('[aria-labelledby=recent-orders]').getByRole('link', { name: order.number }).press('Enter');
    await page.waitForURL(`**/en/${path}?order=*`);
    await eventually(() => page.evaluate(() => document.activeElement?.closest('h1')?.textContent)).toBe(whileLoading);
    released.resolve();
    await page.getByRole('main').getByText(order.number).first().waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.closest('h1')?.textContent)).toMatch(heading);
  },
);

test('the footer of every page leads to the orders in the cart, which says in every language that there are none', async () => {
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  for (const locale of localeIds) {
    const { recentOrders, cart } = messages[locale];
    await open(page, localizedPath('/faq', locale));
    expect(await section(page, recentOrders.title).count()).toBe(0);
    await page.getByRole('contentinfo').getByRole('link', { name: recentOrders.title }).click();
    await page.waitForURL('**/cart#my-orders');
    await section(page, recentOrders.title).getByText(cart.noOrders).waitFor();
    expect(await section(page, recentOrders.title).getByRole('listitem').count()).toBe(0);
  }
});

test('an order that cannot be read keeps its link and says so; another shows its new state when the visitor comes back to the page', async () => {
  shop.allowErrors(/404/);
  const order = await place();
  const page = await shop.visit({ language: 'en', storage: stored(order, { number: 'R26-AAAAA', token: 'none' }) });
  await page.clock.install({ time: new Date() });
  await open(page, '/en/cart');
  await section(page).getByText(t.recentOrders.failed).waitFor();
  expect(await section(page).getByRole('link', { name: 'R26-AAAAA' }).count()).toBe(1);
  await section(page).getByText(t.orderStatus.confirmed).waitFor();
  await shop.db.kysely.updateTable('orders').set({ status: 'cancelled' }).where('number', '=', order.number).execute();
  await page.clock.fastForward('02:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await section(page).getByText(t.orderStatus.cancelled).waitFor();
});

test('the list of recent orders shifts nothing on a short page when it appears and loads', async () => {
  const orders = [await place(), await place()];
  const page = await shop.visit({
    language: 'en',
    viewport: { width: 1280, height: 1400 },
    storage: stored(...orders),
  });
  await page.addInitScript(() => {
    const store = globalThis as unknown as { shifts: number };
    store.shifts = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[]) store.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, '/en/compare');
  await eventually(async () => (await section(page).textContent())?.match(/confirmed/g)).toHaveLength(2);
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBe(0);
});

test('axe finds no violations in the cart and in the footer', async () => {
  const page = await shop.visit({
    language: 'ee',
    storage: { ...stored(await place(), await place()), cart: await cartOf(shop.address, { tire: 4 }) },
  });
  for (const path of ['/cart', '/faq/buy']) {
    await open(page, path);
    const list = section(page, messages.ee.recentOrders.title);
    await list.scrollIntoViewIfNeeded();
    await list.getByText(messages.ee.orderStatus.confirmed).first().waitFor();
    await expectAccessible(page, path);
  }
});
