import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localizedPath } from '../../../src/shop/locale.ts';
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

const shop = browserShop({
  tires: [
    { id: 'one', stock: { ringtee: 8 } },
    { id: 'two', price: 8990, stock: { ringtee: 8 } },
    ...Array.from({ length: 10 }, (_, n) => ({ id: `more-${n}`, price: 9990 + n, stock: { ringtee: 8 } })),
  ],
});

const t = messages.en;
const accepted = { isCookieAccepted: 'true' };
const list = '/en?season=summer';
const bar = (page: Page) => page.locator('.cart-bar');
const barText = async (page: Page) => collapseSpaces(await bar(page).getByRole('link').textContent());
const cards = (page: Page) => page.locator('[data-notification]');
const announcement = (page: Page) => page.locator('[role=status]', { hasText: /^In the cart/ });
const addButton = (page: Page) => page.getByRole('button', { name: t.tire.add }).first();

async function visit(device: BrowserContextOptions, storage: Record<string, string> = accepted): Promise<Page> {
  return shop.visit({ ...device, language: 'en', storage });
}

/** The top and bottom of an element on the screen. */
async function edges(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  return { top: Math.round(box?.y ?? Number.NaN), bottom: Math.round((box?.y ?? 0) + (box?.height ?? 0)) };
}

describe('the cart bar on a phone', () => {
  test('appears with the first tire, in place of a notification, and leads to the cart', async () => {
    const page = await visit(phone);
    await open(page, list);
    expect(await bar(page).count()).toBe(0);
    await addButton(page).tap();
    await eventually(() => barText(page)).toBe('4 tyres · €319.60 · Cart');
    expect((await edges(page, '.cart-bar')).bottom).toBe(phone.viewport.height);
    expect(await cards(page).count()).toBe(0);
    await bar(page).getByRole('link').tap();
    await page.waitForURL('**/en/cart');
    await page.getByRole('heading', { level: 1, name: t.cart.title }).waitFor();
    await bar(page).getByRole('link', { name: t.cart.toOrder }).tap();
    await page.waitForURL('**/en/order');
    await page.getByRole('heading', { level: 1, name: t.order.title }).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  test('says the count, the total and where it leads in every language; announces a changed count, but not the count of an earlier visit', async () => {
    const cart = await cartOf(shop.address, { one: 4 });
    const page = await shop.visit({ ...phone, storage: { ...accepted, cart } });
    for (const [language, text] of [
      ['ee', '4 rehvi · 319,60 € · Ostukorv'],
      ['ru', '4 шины · 319,60 € · Корзина'],
      ['en', '4 tyres · €319.60 · Cart'],
    ] as const) {
      await open(page, localizedPath('/product?id=one', language));
      await eventually(() => barText(page)).toBe(text);
    }
    expect(await announcement(page).count()).toBe(0);
    await page.locator('main').getByRole('button', { name: t.count.less }).tap();
    await eventually(async () => collapseSpaces(await announcement(page).textContent())).toBe(
      'In the cart: 3 tyres, total €239.70',
    );
  });

  test('shows only on the list, on the page of a tire in the cart, on the comparison and, with the way to the order, in the cart', async () => {
    const page = await visit(phone, { ...accepted, cart: await cartOf(shop.address, { one: 4 }) });
    for (const path of [list, '/en/product?id=one', '/en/compare?id=one&id=two']) {
      await open(page, path);
      await bar(page).waitFor();
    }
    await open(page, '/en/cart');
    await eventually(() => barText(page)).toBe(`4 tyres · €319.60 · ${t.cart.toOrder}`);
    for (const path of ['/en/product?id=two', '/en/order', '/en/success', '/en/faq']) {
      await open(page, path);
      await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
      expect(await bar(page).count()).toBe(0);
    }
  });

  test('shifts nothing when it appears, and does not cover the end of the page', async () => {
    const page = await visit(phone);
    await page.addInitScript(() => {
      const store = globalThis as unknown as { shifts: number };
      store.shifts = 0;
      new PerformanceObserver((entries) => {
        // Shifts after input count here, too.
        for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
          store.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page, list);
    await addButton(page).tap();
    await bar(page).waitFor();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBe(0);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await edges(page, 'footer')).bottom).toBeLessThanOrEqual((await edges(page, '.cart-bar')).top);
  });

  test('is below the cookie banner and the comparison bar, and has the back-to-top button at its end', async () => {
    const page = await visit(phone, { cart: await cartOf(shop.address, { one: 4 }) });
    await open(page, '/en?season=summer&compare=one&compare=two');
    await bar(page).waitFor();
    await page.evaluate(() => scrollTo(0, 900));
    const toTop = page.getByRole('button', { name: t.shell.toTop });
    await toTop.waitFor();
    const [compared, banner, cart, top] = [
      await edges(page, '.compare-bar'),
      await edges(page, '.cookie-banner'),
      await edges(page, '.cart-bar'),
      await edges(page, '.cart-bar button'),
    ];
    expect(compared.bottom).toBeLessThanOrEqual(banner.top);
    expect(banner.bottom).toBeLessThanOrEqual(cart.top);
    expect([cart.bottom, top.bottom]).toEqual([800, 800]);
    const [link, button] = [await bar(page).getByRole('link').boundingBox(), await toTop.boundingBox()];
    expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    expect(Math.min(button?.width ?? 0, button?.height ?? 0, link?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: t.cookies.accept }).tap();
    await eventually(async () => (await edges(page, '.compare-bar')).bottom).toBe(cart.top);
    await toTop.tap();
    await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('covers no focused element', async () => {
    const page = await visit(phone, { ...accepted, cart: await cartOf(shop.address, { one: 4 }) });
    await open(page, list);
    await bar(page).waitFor();
    const top = (await edges(page, '.cart-bar')).top;
    await page.locator('main a, main button').first().focus();
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.closest('main') ? activeElement.getBoundingClientRect().bottom : 0;
      });
      expect(bottom).toBeLessThanOrEqual(top);
    }
    await bar(page).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/cart');
  });

  test('is absent from the cart page, where a notification names a removed tire, which can be restored', async () => {
    const page = await visit(phone, { ...accepted, cart: await cartOf(shop.address, { one: 4 }) });
    await open(page, '/en/cart');
    await page.getByRole('button', { name: /^Remove/ }).tap();
    await cards(page)
      .getByText(/^Removed from cart/)
      .waitFor();
    await page.getByRole('button', { name: t.cart.bringBack }).tap();
    await page.getByRole('button', { name: /^Remove/ }).waitFor();
  });
});

test('on a desktop a notification names the added tire, and no bar shows', async () => {
  const page = await visit(desktop);
  await open(page, list);
  await addButton(page).click();
  await cards(page).waitFor();
  expect(await bar(page).isVisible()).toBe(false);
});
