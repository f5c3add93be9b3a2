import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, eventually, readable, words } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = words.en;
const titles = (page: Page) => page.locator('main h3').allTextContents();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const show = (page: Page) => page.getByRole('search').getByRole('button').click();

async function visit(path: string, language: (typeof localeIds)[number] = 'en'): Promise<Page> {
  const page = await shop.visit({ language, javaScriptEnabled: false });
  await page.goto(path);
  return page;
}

test('a choice made before hydration is not lost', async () => {
  const page = await shop.visit({ language: 'en' });
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
  const seasons = page.locator('main li p').getByText(t.season.all_season, { exact: true });
  await eventually(async () => (await seasons.count()) === (await titles(page)).length).toBe(true);
});

describe('without JavaScript', () => {
  test('no cookie banner asks for consent that cannot be stored', async () => {
    const page = await visit('/en');
    expect(await page.locator('.cookie-banner').count()).toBe(1);
    expect(await page.locator('.cookie-banner').isVisible()).toBe(false);
  });

  test('the form filters the list', async () => {
    const page = await visit('/en');
    expect(await titles(page)).not.toEqual([]);
    await select(page, t.filter.treadWidth).selectOption('225');
    await select(page, t.filter.profile).selectOption('45');
    await select(page, t.filter.diameter).selectOption('17');
    await select(page, t.filter.season).selectOption('summer');
    await select(page, t.filter.manufacturer).selectOption('michelin');
    await show(page);
    await page.waitForURL('**/en?*treadWidth=225*');
    expect(query(page)).toMatchObject({
      treadWidth: '225',
      profile: '45',
      diameter: '17',
      season: 'summer',
      manufacturer: 'michelin',
    });
    const found = await titles(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((title) => !title.startsWith('Michelin'))).toEqual([]);
    expect(
      await page
        .locator('main li')
        .getByText(/^225\/45 Z?R17/)
        .count(),
    ).toBe(found.length);
    expect(await select(page, t.filter.manufacturer).inputValue()).toBe('michelin');
  });

  test('any filter value can be requested', async () => {
    const page = await visit('/en?season=truck&diameter=&treadWidth=&profile=');
    expect((await titles(page)).length).toBeGreaterThan(0);
    expect(await select(page, t.filter.diameter).inputValue()).toBe('');
    await select(page, t.filter.season).selectOption('');
    await show(page);
    await page.waitForURL('**/en?*season=&*');
    expect(query(page)).toMatchObject({ treadWidth: '', profile: '', diameter: '', season: '' });
  });

  test('the list is sorted', async () => {
    const page = await visit('/en?season=summer');
    const sort = page.getByLabel(t.list.sortedBy);
    const cheapest = await titles(page);
    await sort.selectOption('-price');
    await show(page);
    await page.waitForURL('**/en?*sort=-price*');
    expect(await sort.inputValue()).toBe('-price');
    expect(await titles(page)).not.toEqual(cheapest);
  });

  test('a long list has pages', async () => {
    const page = await visit('/en?season=summer&treadWidth=&profile=&diameter=');
    const first = await titles(page);
    expect(first).toHaveLength(24);
    await page.getByRole('link', { name: t.list.next, exact: true }).click();
    await page.waitForURL('**/en?*page=2*');
    expect(await titles(page)).toHaveLength(24);
    expect(await page.locator('main h3 a').first().getAttribute('href')).not.toContain(first[0]);
    await page.getByRole('link', { name: t.list.previous, exact: true }).click();
    await page.waitForURL((url) => !url.searchParams.has('page'));
    expect(await titles(page)).toEqual(first);
  });

  test('a tire has its page', async () => {
    const page = await visit('/en?season=summer');
    const [name = ''] = await titles(page);
    await page.locator('main h3 a').first().click();
    await page.waitForURL('**/en/product?id=*');
    expect(readable(await page.getByRole('heading', { level: 1 }).textContent())).toContain(readable(name));
    expect(readable(await page.getByRole('complementary').textContent())).toMatch(/€\d+\.\d\d each/);
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Ringtee', 'Annelinn', t.stock.supplierPlace]);
  });

  test.each(localeIds)('the long texts are complete, in %s', async (locale) => {
    const page = await visit(localizedPath('/faq', locale), locale);
    for (const to of ['/faq', '/faq/buy', '/faq/policy', '/faq/warranty', '/faq/accessibility']) {
      if (to !== '/faq') await page.locator(`footer a[href="${localizedPath(to, locale)}"]`).click();
      await page.waitForURL(`**${localizedPath(to, locale)}`);
      const sections = page.locator('main section[id]');
      expect(await sections.count()).toBeGreaterThanOrEqual(8);
      for (const text of await sections.allInnerTexts()) expect(text.length).toBeGreaterThan(60);
    }
  });

  test.each(localeIds)('the withdrawal page explains e-mail and paper, in %s', async (locale) => {
    const page = await visit(localizedPath('/withdrawal', locale), locale);
    const notice = page.locator('noscript p');
    expect(await notice.isVisible()).toBe(true);
    expect(await notice.getByRole('link').getAttribute('href')).toBe(`mailto:${shopConfig.email}`);
    expect(await notice.textContent()).toContain(shopConfig.address);
    expect(await page.locator('main form').count()).toBe(0);
  });

  test.each(localeIds)('cart, order and success explain that they need JavaScript, in %s', async (locale) => {
    const page = await visit(localizedPath('/cart', locale), locale);
    for (const name of ['cart', 'order', 'success'] as const) {
      await page.goto(localizedPath(`/${name}`, locale));
      const notice = page.locator('noscript p');
      expect(await notice.isVisible()).toBe(true);
      expect(await notice.textContent()).toBe(words[locale][name].needsScript);
    }
  });
});
