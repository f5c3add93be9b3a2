import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, messages, phone, waitForHydration } from '../support/browser/browser.ts';
import { openOutdated, recordDocumentLoads } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });
const t = messages.en;

/** Chooses values of selects by their ids without scrolling, in one turn of the event loop. */
const choose = (page: Page, values: Record<string, string>) =>
  page.evaluate((chosen) => {
    for (const [id, value] of Object.entries(chosen)) {
      const select = document.querySelector<HTMLSelectElement>(`#${id}`);
      if (select) select.value = value;
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, values);

describe('a newer build', () => {
  test('loads as a document on the next change of the list, at the same scroll position', async () => {
    const page = await openOutdated(shop, '/en?season=summer', { ...phone, storage: { isCookieAccepted: 'true' } });
    const documentLoads = recordDocumentLoads(page);
    await page.clock.resume();
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await choose(page, { sort: 'name' });
    await page.waitForURL('**/en?season=summer&sort=name');
    await eventually(() => documentLoads).toEqual(['/en?season=summer&sort=name']);
    await waitForHydration(page);
    expect(await page.getByLabel(t.list.sortedBy).inputValue()).toBe('name');
    // Heights of rows that were out of view are estimates.
    await eventually(() => page.evaluate(() => Math.round(scrollY / 20))).toBe(15);
    // The document comes from the newer build, so the next change loads none.
    await choose(page, { sort: 'recommended' });
    await page.waitForURL('**/en?season=summer');
    await eventually(() => page.getByLabel(t.list.sortedBy).inputValue()).toBe('recommended');
    expect(documentLoads).toHaveLength(1);
  });

  test('loads as a document on the last of several changes of the list', async () => {
    const page = await openOutdated(shop, '/en?season=summer');
    const documentLoads = recordDocumentLoads(page);
    await page.clock.resume();
    await choose(page, { sort: 'name', 'filter-season': '' });
    await page.waitForURL('**/en?season=&sort=name');
    await eventually(() => documentLoads.at(-1)).toBe('/en?season=&sort=name');
    await waitForHydration(page);
    expect(await page.locator('#filter-season').inputValue()).toBe('');
    expect(await page.locator('#sort').inputValue()).toBe('name');
  });

  test('loads as a document on a click on a link to a season', async () => {
    const page = await openOutdated(shop, '/en?season=summer');
    const documentLoads = recordDocumentLoads(page);
    await page.clock.resume();
    await page.locator('footer').getByRole('link', { name: t.season.all_season, exact: true }).click();
    await page.waitForURL('**/en?*season=all_season');
    await eventually(() => documentLoads).toEqual([expect.stringMatching(/season=all_season$/)]);
    await waitForHydration(page);
    expect(await page.locator('#filter-season').inputValue()).toBe('all_season');
  });
});
