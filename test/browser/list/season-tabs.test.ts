import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, desktop, eventually, messages, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const storage = { isCookieAccepted: 'true' };
const tabs = (page: Page) => page.locator('.season-tabs a');
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name });
const otherSeasons = (page: Page) => page.getByRole('combobox', { name: t.filter.season, exact: true });
const chosenTab = (page: Page) => page.locator('.season-tabs [aria-current] .font-semibold').allTextContents();
const countIn = (text: string | null) => /\d+/.exec(text ?? '')?.[0];

async function visit(path: string, options: Parameters<typeof shop.visit>[0] = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage, ...options });
  await open(page, path);
  return page;
}

test('a tab shows its number of tires, and opens their list without a new document and without losing other filters', async () => {
  const page = await visit('/en?season=summer&priceTo=90&sort=name');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const studless = tab(page, t.seasonTab.winter_friction.name);
  const count = countIn(await studless.textContent());
  expect(await studless.textContent()).toContain(t.seasonTab.winter_friction.about);
  await studless.click();
  await page.waitForURL('**/en?season=winter_friction&priceTo=90&sort=name');
  await eventually(async () => countIn(await page.locator('#result').textContent())).toBe(count);
  expect(await chosenTab(page)).toEqual([t.seasonTab.winter_friction.name]);
  expect(await otherSeasons(page).inputValue()).toBe('winter_friction');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('a tab is chosen before its list has arrived', async () => {
  const page = await visit('/en?season=summer');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*', (route) => released.then(() => route.continue()));
  await tab(page, t.seasonTab.all_season.name).click();
  expect(await chosenTab(page)).toEqual([t.seasonTab.all_season.name]);
  expect(new URL(page.url()).search).toBe('?season=summer');
  release();
  await page.waitForURL('**/en?season=all_season');
});

test('no tab and no filter says that there are no tires when the list could not be loaded', async () => {
  shop.allowErrors(/Failed to load resource/);
  const page = await visit('/en?season=summer');
  await page.route('**/api/v1/products?*', (route) => route.abort());
  await tab(page, t.seasonTab.all_season.name).click();
  await page.getByText(t.home.failed).waitFor();
  await eventually(async () => (await tabs(page).allTextContents()).map(countIn)).toEqual(Array(5).fill(undefined));
  const flags = page.locator('.more-filters input[type=checkbox]');
  expect(await flags.count()).toBeGreaterThan(0);
  expect(await flags.evaluateAll((boxes: HTMLInputElement[]) => boxes.filter(({ disabled }) => disabled))).toEqual([]);
});

test('the last tab offers all eight seasons and any season, and names a chosen season that has no tab', async () => {
  const page = await visit('/en?season=summer');
  const values = await otherSeasons(page).evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ value }) => value),
  );
  expect(values).toHaveLength(9);
  await otherSeasons(page).selectOption('truck');
  await page.waitForURL('**/en?season=truck');
  await eventually(() => page.locator('.season-tab-chosen [aria-hidden] .font-semibold').allTextContents()).toEqual([
    t.season.truck,
  ]);
  await eventually(() => chosenTab(page)).toEqual([]);
});

test('without script a tab is a link to the list of its season, in every language', async () => {
  const page = await shop.visit({ javaScriptEnabled: false });
  for (const language of localeIds) {
    await page.goto(`${localizedPath('/', language)}?diameter=17&season=summer&manufacturer=michelin`);
    await tab(page, messages[language].seasonTab.all_season.name).click();
    await page.waitForURL(`**${localizedPath('/', language)}?diameter=17&season=all_season&manufacturer=michelin`);
    expect(await chosenTab(page)).toEqual([messages[language].seasonTab.all_season.name]);
  }
});

test('on a phone the chosen tab is in view, in every language', async () => {
  const page = await shop.visit({ ...phone, storage });
  for (const language of localeIds) {
    await open(page, `${localizedPath('/', language)}?season=winter_studdable`);
    const box = await page.locator('.season-tabs [aria-current]').boundingBox();
    expect(box?.x, language).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0), language).toBeLessThanOrEqual(phone.viewport.width);
    expect(box?.height, language).toBeGreaterThanOrEqual(44);
  }
});

describe('the content above the list', () => {
  /** Hides the line that says that this is a demonstration. */
  const headHeight = (page: Page) =>
    page.evaluate(() => {
      const [header, head] = [document.querySelector('header'), document.querySelector('.list-filters')];
      return (head?.getBoundingClientRect().bottom ?? 0) - (header?.getBoundingClientRect().top ?? 0);
    });

  test('leaves room for five tires at 1280 × 800, in every language', async () => {
    const page = await shop.visit({ ...desktop, viewport: { width: 1280, height: 800 }, storage });
    for (const language of localeIds) {
      await open(page, localizedPath('/', language));
      expect(await headHeight(page), language).toBeLessThanOrEqual(230);
    }
  });

  test('leaves room for the name of the first tire on a phone, in every language', async () => {
    const page = await shop.visit({ ...phone, viewport: { width: 360, height: 740 }, storage });
    for (const language of localeIds) {
      await open(page, localizedPath('/', language));
      const name = await page.locator('main h3').first().boundingBox();
      expect((name?.y ?? 0) + (name?.height ?? 0), language).toBeLessThan(740);
    }
  });
});
