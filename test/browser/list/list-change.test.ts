import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, messages, open, phone } from '../../support/browser/browser.ts';
import { recordRequests } from '../../support/browser/page-life.ts';

const shop = browserShop();

const t = messages.en;
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const models = (page: Page) => page.locator('main li h3').allTextContents();
const list = (page: Page) => page.locator('section[aria-labelledby="result"]');

async function visit(path: string): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, path);
  return page;
}

/** Holds list requests until the test calls the returned function. */
async function delayLists(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/products\?(?!id=)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('the previous list stays visible with less opacity until the next list arrives, and Back to it sends no request', async () => {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  // A list is fresh for 5000 ms.
  await page.clock.setFixedTime(new Date());
  await open(page, '/en?season=summer');
  const before = await models(page);
  const release = await delayLists(page);
  await select(page, t.filter.season).selectOption('winter_friction');
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('true');
  expect(await models(page)).toEqual(before);
  const opacity = () =>
    list(page)
      .locator('.tire-rows')
      .evaluate((rows) => Number(getComputedStyle(rows).opacity));
  expect(await opacity()).toBeLessThan(1);
  expect(await opacity()).toBeGreaterThan(0.4);
  release();
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('false');
  expect(await models(page)).not.toEqual(before);
  expect(await opacity()).toBe(1);

  const calls = recordRequests(page, /^\/api\/v1\//);
  await page.evaluate(() => history.back());
  await eventually(() => models(page)).toEqual(before);
  expect(calls).toEqual([]);
});

test('two quick choices both apply, with at most two requests', async () => {
  const page = await visit('/en?season=summer');
  const requests = recordRequests(page, /^\/api\/v1\/products\?(?!id=)/);
  const release = await delayLists(page);
  await select(page, t.filter.diameter).selectOption('17');
  await select(page, t.filter.season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  await eventually(() => requests.at(-1)).toMatch(/diameter=17&season=all_season/);
  release();
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('false');
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
  expect(await select(page, t.filter.season).inputValue()).toBe('all_season');
  expect(requests.length).toBeLessThanOrEqual(2);
  await page.reload();
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
});

test('the last of two simultaneous choices applies, although its list is already cached', async () => {
  const page = await visit('/en?season=summer');
  await select(page, t.filter.diameter).selectOption('17');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, t.filter.season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  await select(page, t.filter.diameter).evaluate((control: HTMLSelectElement) => {
    for (const value of ['18', '17']) {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await page.waitForLoadState('networkidle');
  expect(page.url()).toMatch(/diameter=17&season=all_season$/);
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
});

const priceFrom = (page: Page) => page.getByRole('spinbutton', { name: t.filter.priceFrom });
/** The summary of the filters besides size and season, which is rendered together with the controls. */
const summary = (page: Page) => page.locator('.filters > summary');

/** Stops the timers. A list that is chosen after that is rendered, but not its controls, which wait for the next frame. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('a choice that is undone before the controls are rendered leaves them as they were', async () => {
  const page = await visit('/en?season=summer');
  await stopTimers(page);
  await select(page, t.filter.season).selectOption('winter_studded');
  await page.waitForURL('**/en?season=winter_studded');
  await page.goBack();
  await page.waitForURL('**/en?season=summer');
  await page.clock.resume();
  await eventually(() => select(page, t.filter.season).inputValue()).toBe('summer');
});

test('a price that is being typed, or is invalid, is kept when the list of another choice arrives', async () => {
  const page = await visit('/en?season=summer');
  await page.getByText(t.filter.more).click();
  await stopTimers(page);
  await select(page, t.filter.manufacturer).selectOption('michelin');
  await page.waitForURL('**/en?season=summer&manufacturer=michelin');
  await priceFrom(page).pressSequentially('20000');
  await page.clock.resume();
  await eventually(() => summary(page).textContent()).toContain('Michelin');
  expect(await priceFrom(page).inputValue()).toBe('20000');

  await priceFrom(page).blur();
  const message = page.getByText(t.filter.invalidPrice);
  await message.waitFor();
  await select(page, t.filter.manufacturer).selectOption('continental');
  await eventually(() => summary(page).textContent()).toContain('Continental');
  expect(await priceFrom(page).inputValue()).toBe('20000');
  expect(await message.count()).toBe(1);
});

const priceTo = (page: Page) => page.getByRole('spinbutton', { name: t.filter.priceTo });

test.each([
  ['the logo', 'header a'],
  ['the link that resets the filters', '.filter-actions a'],
])('%s removes an invalid price and its message, also if it leads to the same list', async (_, selector) => {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  const message = page.getByText(t.filter.invalidPrice);
  for (const path of ['/en', '/en?season=racing']) {
    await open(page, path);
    await page.getByText(t.filter.more).click();
    await priceFrom(page).fill('20000');
    await priceFrom(page).blur();
    await message.waitFor();
    await page.locator(selector).first().click();
    await message.waitFor({ state: 'detached' });
    await eventually(() => priceFrom(page).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  }
});

test.each([
  ['the logo', 'header a', '/en'],
  ['the link that resets the filters', '.filter-actions a', '/en'],
  ['a link to another season', 'footer a[href$="season=racing"]', '/en?treadWidth=&profile=&diameter=&season=racing'],
  ['a link to another language', 'header nav a[hreflang="ru"]', '/ru'],
  ['a link to another page', 'header a[href="/en/faq"]', '/en/faq'],
])('%s opens, also right after a price was typed', async (_, selector, url) => {
  const page = await visit('/en');
  await page.getByText(t.filter.more).click();
  await delayLists(page);
  await stopTimers(page);
  await priceTo(page).fill('90');
  await page.locator(selector).first().click();
  await page.clock.runFor(2000);
  await page.clock.resume();
  await page.waitForURL(`**${url}`);
  const prices = page.getByRole('spinbutton');
  await eventually(() =>
    prices.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value).join('')),
  ).toBe('');
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(url);
});

test.each([
  ['sorts the list', 'nav.list-head a', /\bsort=price$/],
  ['compares a tire', 'a.compare', /\bcompare=[\w-]+$/],
  ['chooses a variant', 'a.variant', /\bvariant=[\w-]+$/],
])('a link that %s keeps a price that was typed right before', async (_, selector, chosenParameter) => {
  const page = await visit('/en?season=summer');
  await page.getByText(t.filter.more).click();
  await delayLists(page);
  await stopTimers(page);
  await priceTo(page).fill('90');
  const link = page.locator(selector).last();
  const [chosen] = chosenParameter.exec(String(await link.getAttribute('href'))) ?? [];
  await link.click();
  await page.clock.runFor(2000);
  await page.waitForURL(`**/en?season=summer&priceTo=90&${chosen}`);
  expect(await priceTo(page).inputValue()).toBe('90');
});

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

test('a server-rendered list lays out only its visible rows, also after hydration, and all its rows after Back', async () => {
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  await open(page, '/?season=summer');
  await eventually(() => page.locator('[data-add-early]').count()).toBe(0);
  await waitForLayout(page);
  expect(await isRowLaidOut(page, firstRow)).toBe(true);
  expect(await isRowLaidOut(page, lastRow)).toBe(false);
  await page.getByRole('link', { name: messages.ee.list.next }).click();
  await page.waitForURL(/page=2/);
  await eventually(() => page.locator('.tire-row').count()).toBe(24);
  await waitForLayout(page);
  expect(await isRowLaidOut(page, lastRow)).toBe(false);
  await page.goBack();
  await page.waitForURL('**/?season=summer');
  await eventually(() => isRowLaidOut(page, lastRow)).toBe(true);
  // Back restores the scroll position, at the end of the list.
  await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  await waitForLayout(page);
  expect(await isRowLaidOut(page, firstRow)).toBe(true);
});
