import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, messages, open, phone } from '../support/browser/browser.ts';

const shop = browserShop();
const firstRow = 0;
const lastRow = 23;

/** Resolves after two animation frames: the browser has laid out the visible rows. */
const waitForLayout = (page: Page) =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));

test('Back restores the exact scroll position in a list with rows of different heights', async () => {
  const page = await shop.visit({ ...phone, storage: { isCookieAccepted: 'true' } });
  await open(page, '/?season=summer');
  const heights = await page.locator('.tire-row').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(new Set(heights).size).toBeGreaterThan(1);
  const link = page.locator('.tire-row h3 a').nth(20);
  const linkTop = () => link.evaluate((element) => element.getBoundingClientRect().top);
  while ((await linkTop()) > 400) {
    await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
    await waitForLayout(page);
  }
  const topBefore = await linkTop();
  await link.click();
  await page.waitForURL('**/product?id=*');
  await page.locator('main section[aria-labelledby=label]').waitFor();
  await page.goBack();
  await link.waitFor();
  await eventually(linkTop).toBe(topBefore);
});

const isRowLaidOut = (page: Page, row: number) =>
  page
    .locator('.tire-row h3')
    .nth(row)
    .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));

test('a server-rendered list lays out only its visible rows, also after hydration', async () => {
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  await open(page, '/');
  await eventually(() => page.locator('[data-add-early]').count()).toBe(0);
  await waitForLayout(page);
  expect(await isRowLaidOut(page, firstRow)).toBe(true);
  expect(await isRowLaidOut(page, lastRow)).toBe(false);
});

test('Back to a server-rendered list lays out all its rows', async () => {
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  await open(page, '/?season=summer');
  await page.getByRole('link', { name: messages.ee.list.next }).click();
  await page.waitForURL(/page=2/);
  await eventually(() => page.locator('.tire-row').count()).toBe(24);
  await waitForLayout(page);
  expect(await isRowLaidOut(page, lastRow)).toBe(false);
  await page.goBack();
  await page.waitForURL('**/?season=summer');
  await eventually(() => isRowLaidOut(page, lastRow)).toBe(true);
});
