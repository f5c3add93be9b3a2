import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, collapseSpaces, eventually, messages, open, phone } from '../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'one', stock: { ringtee: 8 } },
    { id: 'two', price: 8990, stock: { ringtee: 8 } },
    { id: 'three', price: 9990, stock: { ringtee: 8 } },
    { id: 'four', price: 10990, stock: { ringtee: 8 } },
  ],
});

const t = messages.en;
const region = (page: Page) => page.getByRole('region', { name: t.notification.region });
const cards = (page: Page) => page.locator('[data-notification]');
const addToCart = (page: Page, nth = 0) => page.getByRole('button', { name: t.tire.add }).nth(nth).click();

/** Opens the list with a stopped clock. */
async function openList(options: Parameters<typeof shop.visit>[0] = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' }, ...options });
  await page.clock.install({ time: new Date('2026-06-15T09:00:00Z') });
  await open(page, '/en?season=summer');
  await page.clock.pauseAt(new Date('2026-06-15T10:00:00Z'));
  return page;
}

test('a notification has an id of ten random characters, its text and its link, in a live region that exists before; its close button closes only it', async () => {
  const page = await openList();
  expect(await region(page).getAttribute('aria-live')).toBe('polite');
  expect(await cards(page).count()).toBe(0);
  await addToCart(page);
  await addToCart(page);
  await eventually(() => region(page).locator('[data-notification]').count()).toBe(2);
  const ids = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-notification')));
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(new Set(ids).size).toBe(2);
  expect(collapseSpaces(await cards(page).first().textContent())).toBe(
    `Added to cart: 4 × Nokian Hakka Blue 3 205/55 R16 91V XL${t.notification.toCart}`,
  );
  expect(await cards(page).first().getByRole('link').getAttribute('href')).toBe('/en/cart');
  await cards(page).first().getByRole('button', { name: t.notification.close }).click();
  await eventually(() => cards(page).count()).toBe(1);
  expect(await cards(page).getAttribute('data-notification')).toBe(ids[1]);
});

test('notifications stack at the top of the screen, the newest at the bottom', async () => {
  const page = await openList();
  await page.evaluate(() => scrollTo(0, 200));
  await addToCart(page);
  await addToCart(page);
  // On a phone the cart bar replaces these notifications, but not those that are already open.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const [first, second] = [await cards(page).first().boundingBox(), await cards(page).last().boundingBox()];
    expect(first?.y).toBeLessThan(16);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

test('each notification disappears after 4 seconds', async () => {
  const page = await openList();
  await addToCart(page);
  await cards(page).waitFor();
  await page.mouse.move(5, 700);
  await page.clock.runFor(2000);
  await addToCart(page);
  await eventually(() => cards(page).count()).toBe(2);
  await page.clock.runFor(1900);
  expect(await cards(page).count()).toBe(2);
  await page.clock.runFor(200);
  await eventually(() => cards(page).count()).toBe(1);
  await page.clock.runFor(2000);
  await eventually(() => cards(page).count()).toBe(0);
});

test('a notification is below the header while that is in view, and the empty area beside it does not intercept clicks', async () => {
  const page = await openList({ viewport: { width: 1280, height: 1200 } });
  await addToCart(page);
  await cards(page).waitFor();
  const [header, card] = [await page.locator('header').boundingBox(), await cards(page).boundingBox()];
  expect(card?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await page.setViewportSize(phone.viewport);
  const box = await cards(page).boundingBox();
  const y = (box?.y ?? 0) + 5;
  expect(await page.evaluate((y) => document.elementFromPoint(2, y)?.closest('[aria-live]') ?? null, y)).toBeNull();
});

test('a notification closes on a click on its link, which opens the cart, and on navigation to another page, but not when the list changes', async () => {
  const page = await openList();
  await addToCart(page);
  await cards(page).waitFor();
  await page.locator('main').getByRole('link', { name: t.seasonTab.all_season.name }).first().click();
  await page.waitForURL(/season=all_season/);
  expect(await cards(page).count()).toBe(1);
  await page.locator('header').getByRole('link', { name: t.nav.faq }).click();
  await page.waitForURL('**/en/faq');
  await eventually(() => cards(page).count()).toBe(0);
  await page.locator('header').getByRole('link', { name: t.nav.tires, exact: true }).click();
  await page.waitForURL('**/en');
  await addToCart(page);
  await cards(page).getByRole('link', { name: t.notification.toCart }).click();
  await page.waitForURL('**/en/cart');
  await eventually(() => cards(page).count()).toBe(0);
});

test('a hovered or focused notification stays open', async () => {
  const page = await openList();
  await addToCart(page);
  await cards(page).hover();
  await page.clock.runFor(20_000);
  expect(await cards(page).count()).toBe(1);
  await page.mouse.move(5, 700);
  await page.clock.runFor(3900);
  expect(await cards(page).count()).toBe(1);
  await page.clock.runFor(200);
  await eventually(() => cards(page).count()).toBe(0);

  await addToCart(page);
  await cards(page).getByRole('link').focus();
  await page.clock.runFor(20_000);
  expect(await cards(page).count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.clock.runFor(20_000);
  expect(await cards(page).count()).toBe(1);
  await page.locator('h1').evaluate((heading) => {
    heading.setAttribute('tabindex', '-1');
    heading.focus();
  });
  await page.clock.runFor(4100);
  await eventually(() => cards(page).count()).toBe(0);
});

test.each([1280, 768])('a notification does not cover the pressed button on a screen of %d px', async (width) => {
  const page = await openList({ viewport: { width, height: 700 } });
  const button = page.getByRole('button', { name: t.tire.add }).first();
  await button.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 4));
  await button.click();
  await cards(page).waitFor();
  const pressed = await page.locator('main li').getByRole('link', { name: t.tire.inCart }).first().boundingBox();
  const card = await cards(page).boundingBox();
  const isBeside = (card?.x ?? 0) + (card?.width ?? 0) <= (pressed?.x ?? 0);
  expect(isBeside || (pressed?.y ?? 0) >= (card?.y ?? 0) + (card?.height ?? 0)).toBe(true);
});

test('several notifications leave the list in view: the three newest stay; the focus stays on the pressed button', async () => {
  const page = await openList();
  for (let added = 0; added < 3; added += 1) await addToCart(page);
  await page.getByRole('button', { name: t.tire.add }).first().focus();
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t.tire.inCart);
  await page.setViewportSize({ width: 360, height: 640 });
  await eventually(() => cards(page).count()).toBe(3);
  expect((await region(page).boundingBox())?.height).toBeLessThan(640 / 3);
});
