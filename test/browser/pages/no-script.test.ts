import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, collapseSpaces, eventually, messages } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const tireNames = (page: Page) => page.locator('main h3').allTextContents();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const submitFilters = (page: Page) => page.locator('.filter-actions button').click();

async function openWithoutScript(path: string, language: (typeof localeIds)[number] = 'en'): Promise<Page> {
  // So narrow that the list has the select for sorting; wide screens have columns whose headings sort.
  const page = await shop.visit({ language, javaScriptEnabled: false, viewport: { width: 800, height: 900 } });
  await page.goto(path);
  return page;
}

test('hydration keeps a choice made before it', async () => {
  const page = await shop.visit({ language: 'en', viewport: { width: 800, height: 900 } });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/en?season=summer', { waitUntil: 'commit' });
  await select(page, t.filter.season).selectOption('all_season');
  await page.getByLabel(t.list.sortedBy).selectOption('name');
  release();
  await page.waitForURL('**/en?season=all_season&sort=name');
  await eventually(() => page.locator('h1').textContent()).toContain(t.seasonTires.all_season);
});

describe('without JavaScript', () => {
  test('no cookie banner shows, because consent cannot be stored', async () => {
    const page = await openWithoutScript('/en');
    expect(await page.locator('.cookie-banner').count()).toBe(1);
    expect(await page.locator('.cookie-banner').isVisible()).toBe(false);
  });

  test('the filter form filters the list', async () => {
    const page = await openWithoutScript('/en');
    expect(await tireNames(page)).not.toEqual([]);
    await select(page, t.filter.treadWidth).selectOption('225');
    await select(page, t.filter.profile).selectOption('45');
    await select(page, t.filter.diameter).selectOption('17');
    await select(page, t.filter.season).selectOption('summer');
    await select(page, t.filter.manufacturer).selectOption('michelin');
    await submitFilters(page);
    await page.waitForURL('**/en?*treadWidth=225*');
    expect(query(page)).toMatchObject({
      treadWidth: '225',
      profile: '45',
      diameter: '17',
      season: 'summer',
      manufacturer: 'michelin',
    });
    const names = await tireNames(page);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((title) => !title.startsWith('Michelin'))).toEqual([]);
    expect(
      await page
        .locator('main li:has(h3)')
        .getByText(/^225\/45 Z?R17/)
        .count(),
    ).toBe(names.length);
    expect(await select(page, t.filter.manufacturer).inputValue()).toBe('michelin');
  });

  test('the filter form accepts an empty value in every filter', async () => {
    const page = await openWithoutScript('/en?season=truck&diameter=&treadWidth=&profile=');
    expect((await tireNames(page)).length).toBeGreaterThan(0);
    expect(await select(page, t.filter.diameter).inputValue()).toBe('');
    await select(page, t.filter.season).selectOption('');
    await submitFilters(page);
    await page.waitForURL((url) => url.searchParams.get('season') === '' && !url.searchParams.has('size'));
    expect(query(page)).toMatchObject({ treadWidth: '', profile: '', diameter: '', season: '' });
  });

  test('the filter form sorts the list', async () => {
    const page = await openWithoutScript('/en?season=summer');
    const sort = page.getByLabel(t.list.sortedBy);
    const cheapest = await tireNames(page);
    await sort.selectOption('-price');
    await submitFilters(page);
    await page.waitForURL('**/en?*sort=-price*');
    expect(await sort.inputValue()).toBe('-price');
    expect(await tireNames(page)).not.toEqual(cheapest);
  });

  test('a long list is split into pages with links', async () => {
    const page = await openWithoutScript('/en?season=summer&treadWidth=&profile=&diameter=');
    const firstPage = await tireNames(page);
    expect(firstPage).toHaveLength(24);
    // By the keyboard: rows that are laid out only when they come into view can move the link under the mouse.
    await page.getByRole('link', { name: t.list.next, exact: true }).press('Enter');
    await page.waitForURL('**/en?*page=2*');
    expect(await tireNames(page)).toHaveLength(24);
    expect(await page.locator('main h3 a').first().getAttribute('href')).not.toContain(firstPage[0]);
    await page.getByRole('link', { name: t.list.previous, exact: true }).press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('page'));
    expect(await tireNames(page)).toEqual(firstPage);
  });

  test('a tire in the list links to its product page', async () => {
    const page = await openWithoutScript('/en?season=summer');
    const [name = ''] = await tireNames(page);
    await page.locator('main h3 a').first().click();
    await page.waitForURL('**/en/product?id=*');
    expect(collapseSpaces(await page.getByRole('heading', { level: 1 }).textContent())).toContain(collapseSpaces(name));
    expect(collapseSpaces(await page.getByRole('complementary').textContent())).toMatch(/€\d+\.\d\d each/);
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Ringtee', 'Annelinn', t.stock.supplierPlace]);
  });

  test('the FAQ pages are complete, in every language', async () => {
    const page = await openWithoutScript('/', 'ee');
    for (const locale of localeIds) {
      await page.goto(localizedPath('/faq', locale));
      for (const to of ['/faq', '/faq/buy', '/faq/policy', '/faq/warranty', '/faq/accessibility']) {
        if (to !== '/faq') await page.locator(`footer a[href="${localizedPath(to, locale)}"]`).click();
        await page.waitForURL(`**${localizedPath(to, locale)}`);
        const sections = page.locator('main section[id]');
        expect(await sections.count()).toBeGreaterThanOrEqual(8);
        for (const text of await sections.allInnerTexts()) expect(text.length).toBeGreaterThan(60);
      }
    }
  });

  test('pages that need JavaScript show a note, and neither a form nor that something loads', async () => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    for (const path of ['/en/cart', '/en/order', '/en/success?order=R26-AAAAA', '/en/withdrawal']) {
      await page.goto(path);
      expect(await page.locator('noscript p').isVisible(), path).toBe(true);
      expect(await page.locator('main form').count(), path).toBe(0);
    }
    await page.goto('/en/success?order=R26-AAAAA');
    expect(await page.getByText(t.success.loading).isVisible()).toBe(false);
  });
});
