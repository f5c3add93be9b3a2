import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, open, phone, readable, words } from '../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'one', stock: { ringtee: 8 } },
    { id: 'two', price: 8990, stock: { ringtee: 8 } },
  ],
});

const t = words.en;
const region = (page: Page) => page.getByRole('region', { name: t.notification.region });
const cards = (page: Page) => page.locator('[data-notification]');
const add = (page: Page, nth = 0) => page.getByRole('button', { name: t.tire.add }).nth(nth).click();

/** The list of tires with a clock that the test controls. */
async function visit(options: Parameters<typeof shop.visit>[0] = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' }, ...options });
  await page.clock.install({ time: new Date('2026-06-15T09:00:00Z') });
  await open(page, '/en?season=summer');
  await page.clock.pauseAt(new Date('2026-06-15T10:00:00Z'));
  return page;
}

test('a notification has an id of ten random characters, its text and its link', async () => {
  const page = await visit();
  await add(page);
  await add(page);
  await eventually(() => cards(page).count()).toBe(2);
  const ids = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-notification')));
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{10}$/);
  expect(new Set(ids).size).toBe(2);
  expect(readable(await cards(page).first().textContent())).toBe(
    `Added to cart: 4 × Nokian Hakka Blue 3 205/55 R16 91V XL${t.notification.toCart}`,
  );
  expect(await cards(page).first().getByRole('link').getAttribute('href')).toBe('/en/cart');
});

test.each([1280, 360])(
  'notifications stack at the top of a screen of %d px, the newest at the bottom',
  async (width) => {
    const page = await visit({ viewport: { width, height: 800 } });
    await page.mouse.wheel(0, 600);
    await add(page);
    await add(page);
    const boxes = await Promise.all([cards(page).first().boundingBox(), cards(page).last().boundingBox()]);
    const [first, second] = boxes;
    expect(first?.y).toBeLessThan(16);
    expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(width);
  },
);

test('each notification disappears after 4 seconds', async () => {
  const page = await visit();
  await add(page);
  await cards(page).waitFor();
  await page.mouse.move(5, 700);
  await page.clock.runFor(2000);
  await add(page);
  await eventually(() => cards(page).count()).toBe(2);
  await page.clock.runFor(1900);
  expect(await cards(page).count()).toBe(2);
  await page.clock.runFor(200);
  await eventually(() => cards(page).count()).toBe(1);
  await page.clock.runFor(2000);
  await eventually(() => cards(page).count()).toBe(0);
});

test('the close icon closes its notification only', async () => {
  const page = await visit();
  await add(page);
  await add(page);
  await cards(page).nth(1).waitFor();
  const [, stays] = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-notification')));
  await cards(page).first().getByRole('button', { name: t.notification.close }).click();
  await eventually(() => cards(page).count()).toBe(1);
  expect(await cards(page).getAttribute('data-notification')).toBe(stays);
});

test('a click on its link navigates and closes it', async () => {
  const page = await visit();
  await add(page);
  await cards(page).getByRole('link', { name: t.notification.toCart }).click();
  await page.waitForURL('**/en/cart');
  await eventually(() => cards(page).count()).toBe(0);
});

test('a notification stays while hovered', async () => {
  const page = await visit();
  await add(page);
  await cards(page).hover();
  await page.clock.runFor(20_000);
  expect(await cards(page).count()).toBe(1);
  await page.mouse.move(5, 700);
  await page.clock.runFor(3900);
  expect(await cards(page).count()).toBe(1);
  await page.clock.runFor(200);
  await eventually(() => cards(page).count()).toBe(0);
});

test('a notification stays while focused', async () => {
  const page = await visit();
  await add(page);
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

test('the live region exists before its first notification', async () => {
  const page = await visit();
  expect(await region(page).getAttribute('aria-live')).toBe('polite');
  expect(await cards(page).count()).toBe(0);
  await add(page);
  await eventually(() => region(page).locator('[data-notification]').count()).toBe(1);
});

test('elements under the stack stay clickable', async () => {
  const page = await visit(phone);
  await add(page);
  await cards(page).waitFor();
  const box = await cards(page).boundingBox();
  await page.mouse.click(2, (box?.y ?? 0) + 5);
  expect(await page.evaluate(() => document.elementFromPoint(2, 12)?.closest('[aria-live]') ?? null)).toBeNull();
});

test('the focus stays at the pressed button', async () => {
  const page = await visit();
  await page.getByRole('button', { name: t.tire.add }).first().focus();
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t.tire.inCart);
});
