import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, desktop, eventually, messages, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const storage = { isCookieAccepted: 'true' };
const sizeField = (page: Page) => page.getByLabel(t.finder.label);
const filterSummary = (page: Page) => page.locator('.filters > summary');
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const query = (page: Page) => new URL(page.url()).search;

async function visit(device: typeof desktop | typeof phone, path = '/en?season=summer'): Promise<Page> {
  const page = await shop.visit({ ...device, language: 'en', storage });
  await open(page, path);
  return page;
}

describe('the size finder', () => {
  test('sets the filters without a new document, keeps the season, and announces words that it does not understand', async () => {
    const page = await visit(desktop);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    // Screen readers announce changes only of a live region that exists before.
    const status = page.locator('.size-field [role=status]');
    expect(await status.textContent({ timeout: 5_000 })).toBe('');
    await sizeField(page).fill('195/65r15 91t');
    await sizeField(page).press('Enter');
    await page.waitForURL('**/en?treadWidth=195&profile=65&diameter=15&season=summer');
    await eventually(() => select(page, t.filter.treadWidth).inputValue()).toBe('195');
    expect(await select(page, t.filter.profile).inputValue()).toBe('65');
    expect(await select(page, t.filter.diameter).inputValue()).toBe('15');
    expect(await select(page, t.filter.season).inputValue()).toBe('summer');
    await eventually(() => page.locator('main li p', { hasText: /^195\/65 R15/ }).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    expect(await status.textContent()).toBe('');
    await sizeField(page).fill('225/45 R17 Foobar');
    await sizeField(page).press('Enter');
    await eventually(() => status.textContent()).toBe('Not understood: Foobar');
  });

  test('shows an error for a text without a size, for an impossible size and for no text, and keeps the input', async () => {
    const page = await visit(desktop);
    let search = '?season=summer';
    for (const [input, message, next] of [
      ['nonsense', t.finder.unreadable, '225/45 R17'],
      ['205/99 R16', t.finder.impossible, '195/65 R15'],
      ['', t.finder.empty, '225/45 R17'],
    ] as const) {
      await sizeField(page).fill(input);
      await page.getByRole('button', { name: t.finder.find, exact: true }).click();
      await page.getByText(message).waitFor();
      expect(await sizeField(page).inputValue()).toBe(input);
      expect(await sizeField(page).getAttribute('aria-invalid')).toBe('true');
      expect(await sizeField(page).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(query(page)).toBe(search);
      await sizeField(page).fill(next);
      await sizeField(page).press('Enter');
      const [treadWidth, profile, diameter] = next.match(/\d+/g) ?? [];
      search = `?treadWidth=${treadWidth}&profile=${profile}&diameter=${diameter}&season=summer`;
      await page.waitForURL(`**/en${search}`);
      await page.getByText(message).waitFor({ state: 'detached' });
    }
  });

  test('submits its form to the server if its code cannot be fetched', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await visit(desktop);
    await page.route(/assets\/size-/, (route) => route.abort());
    await sizeField(page).fill('225/45 R17');
    await sizeField(page).press('Enter');
    await page.waitForURL('**/en?treadWidth=225&profile=45&diameter=17&season=summer');
  });

  test('on the page of an empty cart opens the list', async () => {
    const page = await visit(desktop, '/en/cart');
    await sizeField(page).fill('195/65 R15');
    await sizeField(page).press('Enter');
    await page.waitForURL(/\/en\?treadWidth=195&profile=65&diameter=15&season=\w+$/);
    await page.locator('main h3').first().waitFor();
  });
});

test('on a phone the size and the first tire are in view; one line shows the other filters, and expands them; a button explains where the size is printed', async () => {
  const page = await visit(phone);
  expect(await select(page, t.filter.treadWidth).isVisible()).toBe(true);
  expect(await filterSummary(page).locator('span').first().textContent()).toBe(t.filter.anyManufacturer);
  expect(await select(page, t.filter.manufacturer).isVisible()).toBe(false);
  const box = await page.locator('main h3').first().boundingBox();
  expect(box?.y).toBeLessThan(phone.viewport.height);

  await page.getByRole('button', { name: t.finder.where }).tap();
  await page.getByText(t.finder.rim).waitFor();
  await page.keyboard.press('Escape');
  await filterSummary(page).tap();
  await select(page, t.filter.manufacturer).selectOption('michelin');
  await eventually(() => filterSummary(page).locator('span').first().textContent()).toBe('Michelin');
  expect(await select(page, t.filter.manufacturer).isVisible()).toBe(true);
});

test('on a desktop the filters are expanded, and the line is hidden; the option list of a select is at most 200 px high, and each season has an icon', async () => {
  const page = await visit(desktop);
  expect(await filterSummary(page).isVisible()).toBe(false);
  for (const name of ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer'] as const) {
    expect(await select(page, t.filter[name]).isVisible()).toBe(true);
  }
  await select(page, t.filter.season).click();
  const options = await select(page, t.filter.season).evaluate((element) => ({
    height: getComputedStyle(element, '::picker(select)').maxHeight,
    icons: [...element.querySelectorAll('option[data-icon]')].map(
      (option) => getComputedStyle(option, '::before').maskImage,
    ),
  }));
  expect(options.height).toBe('200px');
  expect(options.icons).toHaveLength(8);
  expect(new Set(options.icons).size).toBe(8);
  for (const icon of options.icons) expect(icon).toContain('data:image/svg+xml');
});

test('a live region announces the number of tires found, in every language', async () => {
  const page = await shop.visit({ storage });
  for (const locale of localeIds) {
    await open(page, `${localizedPath('/', locale)}?season=summer`);
    const announcement = page.locator('#result [aria-live=polite]');
    const before = await announcement.textContent();
    await select(page, messages[locale].filter.season).selectOption('racing');
    await page.waitForURL(/season=racing/);
    await eventually(() => announcement.textContent()).not.toBe(before);
    expect(await announcement.textContent()).toMatch(/\d|Rehve ei leitud|No tyres|не найдены/);
  }
});
