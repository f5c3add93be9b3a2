import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../src/shop/locale.ts';
import {
  browserShop,
  eventually,
  messages,
  open,
  phone,
  storedValue,
  waitForHydration,
} from '../support/browser/browser.ts';
import { elementsWiderThan } from '../support/wider.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 8 } }] });

const t = messages.en;
const acceptButton = (page: Page) => page.getByRole('button', { name: t.cookies.accept, exact: true });
const banner = (page: Page) => page.getByRole('region', { name: t.cookies.title });

describe('the cookie banner', () => {
  test('shows on every page until accepted, with a link to the policy', async () => {
    const page = await shop.visit({ language: 'en' });
    for (const path of ['/en', '/en/product?id=tire', '/en/faq']) {
      await open(page, path);
      await acceptButton(page).waitFor();
    }
    await banner(page).getByRole('link', { name: t.cookies.policy }).click();
    await page.waitForURL('**/en/faq/policy');
    await acceptButton(page).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.locator('header').getByRole('link', { name: t.nav.faq }).click();
    await page.waitForURL('**/en/faq');
    expect(await banner(page).count()).toBe(0);
  });

  test('has two lines of text at most on a phone and fits into 320 px, in every language', async () => {
    const page = await shop.visit(phone);
    for (const locale of localeIds) {
      await page.setViewportSize(phone.viewport);
      await open(page, localizedPath('/cart', locale));
      const { cookies } = messages[locale];
      const text = page.getByRole('region', { name: cookies.title }).getByText(cookies.text);
      const height = await text.evaluate((p) => p.clientHeight / Number.parseFloat(getComputedStyle(p).lineHeight));
      expect(height, locale).toBeLessThanOrEqual(2);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await elementsWiderThan(page, 320)).toEqual([]);
    }
  });

  test('does not show after acceptance, neither after a reload nor in a new tab', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/cart');
    await acceptButton(page).waitFor();
    expect(await storedValue(page, 'isCookieAccepted')).not.toBe('true');
    await acceptButton(page).click();
    await eventually(() => storedValue(page, 'isCookieAccepted')).toBe('true');
    const tab = await page.context().newPage();
    for (const each of [page, tab]) {
      await open(each, '/en/cart');
      // The page shows the empty cart after it has read the local storage.
      await each.getByText(t.cart.empty).waitFor();
      expect(await banner(each).count()).toBe(0);
    }
  });
});

describe('the cookie banner before hydration', () => {
  const openWithHeldScripts = async (isCookieAccepted: string) => {
    const page = await shop.visit({ language: 'en', storage: { isCookieAccepted } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/en/cart', { waitUntil: 'domcontentloaded' });
    return { page, release };
  };

  test('shows and can be accepted', async () => {
    const { page, release } = await openWithHeldScripts('false');
    await acceptButton(page).click();
    expect(await storedValue(page, 'isCookieAccepted')).toBe('true');
    expect(await acceptButton(page).isVisible()).toBe(false);
    release();
    await page.getByText(t.cart.empty).waitFor();
    expect(await banner(page).count()).toBe(0);
    expect(await storedValue(page, 'isCookieAccepted')).toBe('true');
  });

  test('does not show to visitors who accepted it', async () => {
    const { page, release } = await openWithHeldScripts('true');
    expect(await page.locator('.cookie-banner').count()).toBe(1);
    expect(await acceptButton(page).isVisible()).toBe(false);
    release();
    await waitForHydration(page);
  });
});

describe('unreadable stored data are kept under another key, and the page works', () => {
  test.each<Record<string, string>>([
    { isCookieAccepted: '"yes"', orders: '{"number":"R26-00000"}', cart: '{broken', 'order-attempt': '{broken' },
    { isCookieAccepted: '{', orders: 'null', cart: '[]' },
  ])('%o', async (stored) => {
    const page = await shop.visit({ language: 'en', storage: { ...stored, 'device-id': 'not one' } });
    await open(page, '/en/cart');
    await page.getByText(t.cart.empty).waitFor();
    await acceptButton(page).waitFor();
    for (const [key, value] of Object.entries(stored).filter(([key]) => key !== 'order-attempt')) {
      expect({ key, kept: await storedValue(page, `${key}.unreadable`) }).toEqual({ key, kept: value });
      expect({ key, stored: await storedValue(page, key) }).toEqual({ key, stored: null });
    }
    await eventually(() => storedValue(page, 'device-id')).toMatch(/^[A-Za-z0-9]{16}$/);
    await open(page, '/en/product?id=tire');
    await page.getByRole('button', { name: t.tire.add }).click();
    await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
    await open(page, '/en/order');
    await page.getByRole('button', { name: t.order.submit }).waitFor();
    expect(await page.getByText(t.order.openAttempt).count()).toBe(0);
  });

  test('or in memory only if the storage is full', async () => {
    shop.allowErrors(/QuotaExceededError/);
    const filler = 'x'.repeat(5 * 1024 * 1024 - 'filler'.length - 'cart'.length - 'broken'.length);
    const page = await shop.visit({ language: 'en', storage: { filler, cart: 'broken' } });
    await open(page, '/en/cart');
    await page.getByText(t.cart.empty).waitFor();
  });
});

test('without local storage the cart works until the page is closed', async () => {
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
  await acceptButton(page).click();
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.tire.add }).click();
  await page.locator('main').getByRole('link', { name: t.tire.inCart }).click();
  await page.waitForURL('**/en/cart');
  await eventually(() => page.getByRole('textbox', { name: t.validation.count }).inputValue()).toBe('4');
});
