import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, desktop, eventually, open, phone, words } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = words.en;
const kept = { isCookieAccepted: 'true' };
const field = (page: Page) => page.getByLabel(t.finder.label);
const line = (page: Page) => page.locator('.filters > summary');
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const query = (page: Page) => new URL(page.url()).search;

async function visit(device: typeof desktop | typeof phone, path = '/en?season=summer'): Promise<Page> {
  const page = await shop.visit({ ...device, language: 'en', kept });
  await open(page, path);
  return page;
}

describe('the size finder', () => {
  test('sets the filters without a new document, and keeps the season', async () => {
    const page = await visit(desktop);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await field(page).fill('195/65r15 91t');
    await field(page).press('Enter');
    await page.waitForURL('**/en?treadWidth=195&profile=65&diameter=15&season=summer');
    await eventually(() => select(page, t.filter.treadWidth).inputValue()).toBe('195');
    expect(await select(page, t.filter.profile).inputValue()).toBe('65');
    expect(await select(page, t.filter.diameter).inputValue()).toBe('15');
    expect(await select(page, t.filter.season).inputValue()).toBe('summer');
    await eventually(() => page.locator('main li p', { hasText: /^195\/65 R15/ }).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test.each([
    ['nonsense', t.finder.unreadable],
    ['205/99 R16', t.finder.impossible],
    ['', t.finder.empty],
  ])('shows the error of %j, and keeps the input', async (typed, message) => {
    const page = await visit(desktop);
    await field(page).fill(typed);
    await page.getByRole('button', { name: t.finder.find }).click();
    await page.getByText(message).waitFor();
    expect(await field(page).inputValue()).toBe(typed);
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(query(page)).toBe('?season=summer');
    await field(page).fill('225/45 R17');
    await field(page).press('Enter');
    await page.waitForURL('**/en?treadWidth=225&profile=45&diameter=17&season=summer');
    await page.getByText(message).waitFor({ state: 'detached' });
  });

  test('falls back to the server if its code cannot be fetched', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await visit(desktop);
    await page.route(/assets\/size-/, (route) => route.abort());
    await field(page).fill('225/45 R17');
    await field(page).press('Enter');
    await page.waitForURL('**/en?treadWidth=225&profile=45&diameter=17&season=summer');
  });

  test('in the empty cart leads to the list', async () => {
    const page = await visit(desktop, '/en/cart');
    await field(page).fill('195/65 R15');
    await field(page).press('Enter');
    await page.waitForURL(/\/en\?treadWidth=195&profile=65&diameter=15&season=\w+$/);
    await page.locator('main h3').first().waitFor();
  });

  test('shows where the size is printed', async () => {
    const page = await visit(phone);
    await page.getByText(t.finder.where).tap();
    await page.getByText(t.finder.rim).waitFor();
  });
});

describe('on a phone', () => {
  test('the filters are one line with the current choice, and the first tire is in view', async () => {
    const page = await visit(phone);
    expect(await line(page).locator('span').first().textContent()).toBe('205/55 R16, summer tires');
    expect(await select(page, t.filter.season).isVisible()).toBe(false);
    const box = await page.locator('main h3').first().boundingBox();
    expect(box?.y).toBeLessThan(phone.viewport.height);
  });

  test('the line opens them, and shows the choice', async () => {
    const page = await visit(phone);
    await line(page).tap();
    await select(page, t.filter.season).selectOption('all_season');
    await select(page, t.filter.manufacturer).selectOption('michelin');
    await eventually(() => line(page).locator('span').first().textContent()).toBe(
      '205/55 R16, all-season tires, Michelin',
    );
    expect(await select(page, t.filter.season).isVisible()).toBe(true);
  });
});

test('on a desktop the filters are open, without the line', async () => {
  const page = await visit(desktop);
  expect(await line(page).isVisible()).toBe(false);
  for (const name of ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer'] as const) {
    expect(await select(page, t.filter[name]).isVisible()).toBe(true);
  }
});

test('the list of a select is at most 200 px high, its seasons have pictures', async () => {
  const page = await visit(desktop);
  await select(page, t.filter.season).click();
  const list = await select(page, t.filter.season).evaluate((element) => ({
    height: getComputedStyle(element, '::picker(select)').maxHeight,
    pictures: [...element.querySelectorAll('option[data-icon]')].map(
      (option) => getComputedStyle(option, '::before').maskImage,
    ),
  }));
  expect(list.height).toBe('200px');
  expect(list.pictures).toHaveLength(8);
  expect(new Set(list.pictures).size).toBe(8);
  for (const picture of list.pictures) expect(picture).toContain('data:image/svg+xml');
});

test.each(localeIds)('the result of a choice is announced in %s', async (locale) => {
  const page = await shop.visit({ language: locale, kept });
  await open(page, `${localizedPath('/', locale)}?season=summer`);
  const announcement = page.locator('#result [aria-live=polite]');
  const before = await announcement.textContent();
  await select(page, words[locale].filter.season).selectOption('racing');
  await page.waitForURL(/season=racing/);
  await eventually(() => announcement.textContent()).not.toBe(before);
  expect(await announcement.textContent()).toMatch(/\d|Rehve ei leitud|No tires|не найдены/);
});
