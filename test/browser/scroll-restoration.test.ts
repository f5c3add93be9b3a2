import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, open, phone, words } from '../support/browser/browser.ts';

const shop = browserShop();

/** Resolves when the browser has laid out the visible rows. */
const laidOut = (page: Page) =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));

test('Back restores the exact position in a list with rows of different heights', async () => {
  const page = await shop.visit({ ...phone, kept: { isCookieAccepted: 'true' } });
  await open(page, '/?season=summer');
  const heights = await page.locator('.tire-row').evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(new Set(heights).size).toBeGreaterThan(2);
  const link = page.locator('.tire-row h3 a').nth(20);
  const top = () => link.evaluate((it) => it.getBoundingClientRect().top);
  while ((await top()) > 400) {
    await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
    await laidOut(page);
  }
  const before = await top();
  await link.click();
  await page.waitForURL('**/product?id=*');
  await page.locator('main section[aria-labelledby=label]').waitFor();
  await page.goBack();
  await link.waitFor();
  await eventually(top).toBe(before);
});

const isLaidOut = (page: Page, row: number) =>
  page
    .locator('.tire-row h3')
    .nth(row)
    .evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));

test('lays out only the visible rows of a document’s list, also after hydration', async () => {
  const page = await shop.visit({ kept: { isCookieAccepted: 'true' } });
  await open(page, '/');
  await eventually(() => page.getByRole('button', { name: words.ee.tire.add }).first().isEnabled()).toBe(true);
  await laidOut(page);
  expect(await isLaidOut(page, 0)).toBe(true);
  expect(await isLaidOut(page, 23)).toBe(false);
});

test('Back lays out all rows of a list, also of the document’s first one', async () => {
  const page = await shop.visit({ kept: { isCookieAccepted: 'true' } });
  await open(page, '/?season=summer');
  await page.getByRole('link', { name: words.ee.list.next }).click();
  await page.waitForURL(/page=2/);
  await eventually(() => page.locator('.tire-row').count()).toBe(24);
  await laidOut(page);
  expect(await isLaidOut(page, 23)).toBe(false);
  await page.goBack();
  await page.waitForURL('**/?season=summer');
  await eventually(() => isLaidOut(page, 23)).toBe(true);
});
