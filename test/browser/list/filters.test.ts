import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserShop,
  eventually,
  messages,
  open,
  type Visit,
  waitForHydration,
} from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
/** A list with the season of `filterValues`, because the default season depends on the date. */
const seasonIndex = 3;
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const { treadWidth, profile, diameter, season, manufacturer } = t.filter;

/** The values of the five main filters. */
const filterValues = (page: Page) =>
  Promise.all([treadWidth, profile, diameter, season, manufacturer].map((name) => select(page, name).inputValue()));
const query = (page: Page) => new URL(page.url()).search;

/** Records the query parameters of each list that the page requests from the API. */
function recordListQueries(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/products') queries.push(searchParams);
  });
  return queries;
}

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' }, ...options });
  await open(page, path);
  return page;
}

test('a list request has the parameter manufacturer only for a chosen manufacturer', async () => {
  const page = await visit('/en?season=summer');
  const listQueries = recordListQueries(page);
  await select(page, diameter).selectOption('17');
  await eventually(() => listQueries.length).toBe(1);
  expect(Object.fromEntries(listQueries[0] ?? [])).toEqual({
    treadWidth: '205',
    profile: '55',
    diameter: '17',
    season: 'summer',
    sort: 'recommended',
    grouped: '1',
    limit: '24',
    offset: '0',
  });
  await select(page, manufacturer).selectOption('michelin');
  await eventually(() => listQueries[1]?.get('manufacturer')).toBe('michelin');
  await select(page, manufacturer).selectOption('');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, diameter).selectOption('18');
  await eventually(() => listQueries.at(-1)?.get('diameter')).toBe('18');
  expect(listQueries.at(-1)?.has('manufacturer')).toBe(false);
});

test('a late response does not undo a later choice', async () => {
  const page = await visit('/en?season=summer');
  const listQueries = recordListQueries(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*', (route) => released.promise.then(() => route.continue()));
  await select(page, manufacturer).selectOption('continental');
  await page.waitForURL('**/en?*manufacturer=continental*');
  await select(page, diameter).selectOption('17');
  await page.waitForURL('**/en?*diameter=17*');
  released.resolve();
  await eventually(() => page.locator('[aria-labelledby=result] h3').first().textContent()).toContain('Continental');
  expect(listQueries.at(-1)?.getAll('manufacturer')).toEqual(['continental']);
  expect(query(page)).toContain('manufacturer=continental');
  expect(await select(page, diameter).inputValue()).toBe('17');
});

test('the URL holds the filters: a reload keeps them, and Back undoes a choice', async () => {
  const page = await visit('/en?season=summer');
  await select(page, diameter).selectOption('17');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  await page.reload();
  await waitForHydration(page);
  expect(await filterValues(page)).toEqual(['205', '55', '17', 'all_season', '']);
  await page.goBack();
  await eventually(() => filterValues(page)).toEqual(['205', '55', '17', 'summer', '']);
  await page.goBack();
  await eventually(() => filterValues(page)).toEqual(['205', '55', '16', 'summer', '']);
});

const urlWithOtherFilters =
  '/en?treadWidth=225&profile=45&diameter=17&season=all_season&manufacturer=michelin&sort=name';

test('a link resets the filters to the defaults; a click on the logo also scrolls to the top', async () => {
  const page = await visit(urlWithOtherFilters);
  expect(await filterValues(page)).toEqual(['225', '45', '17', 'all_season', 'michelin']);
  await page.getByRole('search').getByRole('link', { name: t.filter.reset }).click();
  await page.waitForURL('**/en');
  await eventually(async () => (await filterValues(page)).toSpliced(seasonIndex, 1)).toEqual(['205', '55', '16', '']);
  expect(['summer', 'winter_friction']).toContain((await filterValues(page))[seasonIndex]);

  await page.goBack();
  await eventually(() => filterValues(page)).toEqual(['225', '45', '17', 'all_season', 'michelin']);
  const logo = page.locator('header a').first();
  await page.evaluate(() => scrollTo(0, 600));
  await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await logo.evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL('**/en');
  await eventually(async () => (await filterValues(page)).toSpliced(seasonIndex, 1)).toEqual(['205', '55', '16', '']);
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);

  // With default filters a click only scrolls.
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
])('at %s the list shows the season %s to a visitor in the time zone %s', async (now, expected, timezoneId) => {
  const page = await shop.visit({ language: 'en', timezoneId });
  await page.clock.setFixedTime(now);
  await open(page, '/en/cart');
  await page.locator('header').getByRole('link', { name: t.nav.tires, exact: true }).click();
  await page.waitForURL('**/en');
  await eventually(() => select(page, season).inputValue()).toBe(expected);
});

const lastMinutes = [
  ['2026-02-28T21:59:00Z', 'winter_friction', 'summer'],
  ['2026-08-31T20:59:00Z', 'summer', 'winter_friction'],
] as const;

/** Opens the list with its default season `before` at the instant `at`, and lets two minutes pass. */
async function openOverMidnight(at: string, before: string): Promise<Page> {
  const page = await shop.visit({ language: 'en' });
  await page.clock.install({ time: new Date(Date.parse(at) - 60_000) });
  await page.clock.pauseAt(at);
  await open(page, '/en/cart');
  await page.locator('header').getByRole('link', { name: t.nav.tires, exact: true }).click();
  await page.waitForURL('**/en');
  await eventually(() => select(page, season).inputValue()).toBe(before);
  await page.clock.fastForward('02:00');
  await page.clock.resume();
  return page;
}

test.each(lastMinutes)(
  'a list that is open at midnight after %s changes from %s to %s with its next navigation',
  async (at, before, after) => {
    const page = await openOverMidnight(at, before);
    // On a wide screen the list is sorted by links, which keep the season that they show.
    await page.setViewportSize({ width: 800, height: 800 });
    await page.getByLabel(t.list.sortedBy).selectOption('name');
    await page.waitForURL(`**/en?season=${after}&sort=name`);
    await eventually(() => select(page, season).inputValue()).toBe(after);
    // A season that the visitor chooses stays.
    await select(page, season).selectOption(before);
    await page.waitForURL(`**/en?season=${before}&sort=name`);
    await page.getByRole('search').getByRole('link', { name: t.filter.reset }).click();
    await page.waitForURL('**/en');
    await eventually(() => select(page, season).inputValue()).toBe(after);
  },
);

test.each(lastMinutes)(
  'a size typed into a list that is open at midnight after %s changes it from %s to %s',
  async (at, before, after) => {
    const page = await openOverMidnight(at, before);
    await page.getByLabel(t.finder.label).fill('195/65 R15');
    await page.getByLabel(t.finder.label).press('Enter');
    await page.waitForURL(`**/en?treadWidth=195&profile=65&diameter=15&season=${after}`);
    await eventually(() => select(page, season).inputValue()).toBe(after);
  },
);

test('an invalid price is marked with a message and does not change the list', async () => {
  const page = await visit('/en?season=summer');
  const listQueries = recordListQueries(page);
  await page.getByText(t.filter.more).click();
  const from = page.getByRole('spinbutton', { name: t.filter.priceFrom });
  const message = page.getByText(t.filter.invalidPrice);
  const border = () => from.evaluate((field) => getComputedStyle(field).borderTopColor);
  const before = await border();
  for (const [text, leave] of [
    ['99999', 'Tab'],
    ['-5', 'Tab'],
    ['12.345', 'Tab'],
    ['1e3', 'Enter'],
    ['e', 'Enter'],
  ] as const) {
    await from.press('Control+A');
    await from.pressSequentially(text);
    await from.press(leave);
    await message.waitFor();
    expect(await from.getAttribute('aria-invalid')).toBe('true');
    expect(await from.getAttribute('aria-describedby')).toBe(await message.getAttribute('id'));
    expect(await border()).not.toBe(before);
    await from.fill('');
    await from.blur();
    await message.waitFor({ state: 'detached' });
    expect(await border()).toBe(before);
  }
  expect(listQueries).toEqual([]);
  expect(query(page)).toBe('?season=summer');

  await from.fill('20000');
  await from.blur();
  await message.waitFor();
  await from.fill('80.5');
  await from.press('Enter');
  await page.waitForURL('**/en?season=summer&priceFrom=80.5');
  await message.waitFor({ state: 'detached' });
  // The list is rendered after the URL has changed, and sets the field again.
  await eventually(() => page.locator('.filters > summary').textContent()).toMatch(/1\smore\sfilter/);
  await from.fill('20000');
  await from.blur();
  await message.waitFor();
  // Another list sets the field again.
  await page.goBack();
  await eventually(() => from.inputValue()).toBe('');
  expect(await message.count()).toBe(0);
});
