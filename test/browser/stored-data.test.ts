import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, hydrated, kept, open, words } from '../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 8 } }] });

const t = words.en;
const accept = (page: Page) => page.getByRole('button', { name: t.cookies.accept, exact: true });
const banner = (page: Page) => page.getByRole('region', { name: t.cookies.title });

describe('the cookie banner', () => {
  test('shows on every page until accepted, with a link to the policy', async () => {
    const page = await shop.visit({ language: 'en' });
    for (const path of ['/en', '/en/product?id=tire', '/en/faq']) {
      await open(page, path);
      await accept(page).waitFor();
    }
    await banner(page).getByRole('link', { name: t.cookies.policy }).click();
    await page.waitForURL('**/en/faq/policy');
    await accept(page).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.locator('header').getByRole('link', { name: t.nav.faq }).click();
    await page.waitForURL('**/en/faq');
    expect(await banner(page).count()).toBe(0);
  });

  test('does not return once accepted, after a reload or in a new tab', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/cart');
    await accept(page).waitFor();
    expect(await kept(page, 'isCookieAccepted')).not.toBe('true');
    await accept(page).click();
    await eventually(() => kept(page, 'isCookieAccepted')).toBe('true');
    const tab = await page.context().newPage();
    for (const each of [page, tab]) {
      await open(each, '/en/cart');
      // Once the empty cart shows, the stores have been read.
      await each.getByText(t.cart.empty).waitFor();
      expect(await banner(each).count()).toBe(0);
    }
  });
});

describe('the cookie banner before hydration', () => {
  const withoutScripts = async (isCookieAccepted: string) => {
    const page = await shop.visit({ language: 'en', kept: { isCookieAccepted } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/en/cart', { waitUntil: 'domcontentloaded' });
    return { page, release };
  };

  test('shows and can be accepted', async () => {
    const { page, release } = await withoutScripts('false');
    await accept(page).click();
    expect(await kept(page, 'isCookieAccepted')).toBe('true');
    expect(await accept(page).isVisible()).toBe(false);
    release();
    await page.getByText(t.cart.empty).waitFor();
    expect(await banner(page).count()).toBe(0);
    expect(await kept(page, 'isCookieAccepted')).toBe('true');
  });

  test('does not show to visitors who accepted it', async () => {
    const { page, release } = await withoutScripts('true');
    expect(await page.locator('.cookie-banner').count()).toBe(1);
    expect(await accept(page).isVisible()).toBe(false);
    release();
    await hydrated(page);
  });
});

describe('unreadable stored data are discarded, and the page works', () => {
  test.each([
    ['isCookieAccepted', '"yes"'],
    ['isCookieAccepted', '{'],
    ['orders', '{"number":"R26-00000"}'],
    ['orders', 'null'],
  ])('%s: %s', async (key, value) => {
    const page = await shop.visit({ language: 'en', kept: { [key]: value } });
    await open(page, '/en/cart');
    await page.getByText(t.cart.empty).waitFor();
    await accept(page).waitFor();
    expect(await kept(page, `${key}.unreadable`)).toBe(value);
    expect(await kept(page, key)).toBeNull();
  });

  test('an invalid device id is replaced', async () => {
    const page = await shop.visit({ language: 'en', kept: { 'device-id': 'not one' } });
    await open(page, '/en');
    await eventually(() => kept(page, 'device-id')).toMatch(/^[A-Za-z0-9]{16}$/);
  });

  test('an invalid open order attempt does not block ordering', async () => {
    const page = await shop.visit({ language: 'en', kept: { 'order-attempt': '{broken' } });
    await open(page, '/en/order');
    await page.getByText(t.order.emptyCart).waitFor();
    expect(await page.getByText(t.order.openAttempt).count()).toBe(0);
  });
});

test('without storage, the shop works while the page is open', async () => {
  shop.allowErrors(/SecurityError|denied/);
  const page = await shop.visit({ language: 'en' });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page, '/en/product?id=tire');
  await accept(page).click();
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.tire.add }).click();
  await page.locator('main').getByRole('link', { name: t.tire.inCart }).click();
  await page.waitForURL('**/en/cart');
  await eventually(() => page.locator('main output').textContent()).toBe('4');
});
