import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserShop, eventually, hydrated, open, type Visit, words } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = words.en;
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const { treadWidth, profile, diameter, season, manufacturer } = t.filter;

/** The values of the five filters. */
const chosen = (page: Page) =>
  Promise.all([treadWidth, profile, diameter, season, manufacturer].map((name) => select(page, name).inputValue()));
const query = (page: Page) => new URL(page.url()).search;

/** The queries of the API's lists from now on. */
function askedLists(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/products') asked.push(searchParams);
  });
  return asked;
}

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' }, ...options });
  await open(page, path);
  return page;
}

test('the request has no manufacturer until one is chosen', async () => {
  const page = await visit('/en?season=summer');
  const asked = askedLists(page);
  await select(page, diameter).selectOption('17');
  await eventually(() => asked.length).toBe(1);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    treadWidth: '205',
    profile: '55',
    diameter: '17',
    season: 'summer',
    sort: 'price',
    limit: '24',
    offset: '0',
  });
  await select(page, manufacturer).selectOption('michelin');
  await eventually(() => asked[1]?.get('manufacturer')).toBe('michelin');
  await select(page, manufacturer).selectOption('');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, diameter).selectOption('18');
  await eventually(() => asked.at(-1)?.get('diameter')).toBe('18');
  expect(asked.at(-1)?.has('manufacturer')).toBe(false);
});

test('a late response does not undo the next choice', async () => {
  const page = await visit('/en?season=summer');
  const asked = askedLists(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*', (route) => answered.promise.then(() => route.continue()));
  await select(page, manufacturer).selectOption('continental');
  await page.waitForURL('**/en?*manufacturer=continental*');
  await select(page, diameter).selectOption('17');
  await page.waitForURL('**/en?*diameter=17*');
  answered.resolve();
  await eventually(() => page.locator('[aria-labelledby=result] h3').first().textContent()).toContain('Continental');
  expect(asked.at(-1)?.getAll('manufacturer')).toEqual(['continental']);
  expect(query(page)).toContain('manufacturer=continental');
  expect(await select(page, diameter).inputValue()).toBe('17');
});

test('the URL holds the filters: a reload shows them, and Back undoes a choice', async () => {
  const page = await visit('/en?season=summer');
  await select(page, diameter).selectOption('17');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  await page.reload();
  await hydrated(page);
  expect(await chosen(page)).toEqual(['205', '55', '17', 'all_season', '']);
  await page.goBack();
  await eventually(() => chosen(page)).toEqual(['205', '55', '17', 'summer', '']);
  await page.goBack();
  await eventually(() => chosen(page)).toEqual(['205', '55', '16', 'summer', '']);
});

const away = '/en?treadWidth=225&profile=45&diameter=17&season=all_season&manufacturer=michelin&sort=name';

test('the filters can be reset to the defaults', async () => {
  const page = await visit(away);
  expect(await chosen(page)).toEqual(['225', '45', '17', 'all_season', 'michelin']);
  await page.getByRole('search').getByRole('link', { name: t.filter.reset }).click();
  await page.waitForURL('**/en');
  await eventually(async () => (await chosen(page)).toSpliced(3, 1)).toEqual(['205', '55', '16', '']);
  expect(['summer', 'winter_friction']).toContain((await chosen(page))[3]);
});

test('a click on the logo resets the filters and scrolls to the top', async () => {
  const page = await visit(away);
  const logo = page.locator('header a').first();
  await page.evaluate(() => scrollTo(0, 600));
  await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await logo.evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL('**/en');
  await eventually(async () => (await chosen(page)).toSpliced(3, 1)).toEqual(['205', '55', '16', '']);
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);

  // On the untouched list there is nothing to reset, but still a top.
  await page.evaluate(() => scrollTo(0, 600));
  await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await logo.evaluate((link: HTMLAnchorElement) => link.click());
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
});

test.each([
  ['2026-02-28T21:30:00Z', 'winter_friction', 'UTC'],
  ['2026-02-28T22:30:00Z', 'summer', 'America/New_York'],
  ['2026-08-31T20:30:00Z', 'summer', 'Pacific/Auckland'],
  ['2026-08-31T21:30:00Z', 'winter_friction', 'UTC'],
])('at %s a visitor who opens the list sees %s, whatever the clock in %s', async (now, expected, timezoneId) => {
  const page = await shop.visit({ language: 'en', timezoneId });
  await page.clock.setFixedTime(now);
  await open(page, '/en/cart');
  await page.locator('header').getByRole('link', { name: t.nav.tires, exact: true }).click();
  await page.waitForURL('**/en');
  await eventually(() => select(page, season).inputValue()).toBe(expected);
});

describe('an empty list', () => {
  test('is announced by the options that lead to it', async () => {
    const page = await visit('/en?season=summer');
    const options = select(page, profile).locator('option');
    const [dead = ''] = await options.evaluateAll((all) =>
      all
        .filter((option) => option.hasAttribute('data-unavailable'))
        .map((option) => (option as HTMLOptionElement).value),
    );
    const option = select(page, profile).locator(`option[value="${dead}"]`);
    expect(await option.textContent()).toContain(t.filter.none);
    await select(page, profile).selectOption(dead);
    await page.getByText(t.list.noneLoosen).waitFor();
  });

  test('that no single filter causes offers the five main filters alone, with the size', async () => {
    const page = await visit('/en?treadWidth=225&profile=45&diameter=17&season=all_season&fuel=A&priceTo=1');
    await page.getByText(t.list.none).waitFor();
    await page.getByRole('link', { name: t.list.withoutMore }).click();
    await page.waitForURL('**/en?treadWidth=225&profile=45&diameter=17&season=all_season');
    await page.locator('main h3').first().waitFor();
  });

  test('names the filter to loosen, with one click', async () => {
    const page = await visit('/en?season=summer&profile=30');
    await page.getByText(t.list.noneLoosen).waitFor();
    const loosen = page.getByRole('link', { name: `${profile}: any` });
    const [, count = ''] = /\((\d+)\)/.exec((await loosen.textContent()) ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    await loosen.click();
    await page.waitForURL('**/en?profile=&season=summer');
    await eventually(() => page.locator('#result').textContent()).toContain(count);
    expect(query(page)).toBe('?profile=&season=summer');
  });
});
