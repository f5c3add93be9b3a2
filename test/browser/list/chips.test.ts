import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, collapseSpaces, eventually, messages, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const storage = { isCookieAccepted: 'true' };
const chips = (page: Page) => page.locator('[aria-labelledby=result] > ul[aria-label] a');
const chipTexts = async (page: Page) => (await chips(page).allTextContents()).map(collapseSpaces);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const showButton = (page: Page) => page.locator('.filter-actions button');
const numberIn = (text: string | null) => text?.replace(/\D/g, '');
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

// Truck tires are the default season of no date.
const filtered =
  '?treadWidth=315&profile=80&diameter=22.5&season=truck&manufacturer=continental&manufacturer=michelin&priceTo=900&fuel=D&sort=name';

async function visit(path: string, options: Parameters<typeof shop.visit>[0] = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage, ...options });
  await open(page, path);
  return page;
}

test('each filter that is not the default has a chip, which removes it without a new document, and moves the focus to the next chip or the number of tires', async () => {
  const page = await visit(`/en${filtered}`);
  expect(await chipTexts(page)).toEqual([
    '315/80 R22.5',
    t.season.truck,
    'Continental',
    'Michelin',
    'Price up to €900.00',
    `${t.label.fuel} D or better`,
  ]);
  for (const chip of await chips(page).all()) {
    const box = await chip.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const status = page.locator('[aria-labelledby=result] > [role=status]').first();
  await page.getByRole('link', { name: 'Remove: Michelin' }).press('Enter');
  await page.waitForURL((url) => url.searchParams.getAll('manufacturer').join() === 'continental');
  await eventually(() => chipTexts(page)).not.toContain('Michelin');
  expect(await focusedText(page)).toBe('Price up to €900.00');
  expect(await status.textContent()).toBe('Removed: Michelin');
  await page.getByRole('link', { name: `Remove: ${t.season.truck}` }).press('Enter');
  await page.waitForURL((url) => url.searchParams.get('season') === '');
  await eventually(() => select(page, t.filter.season).inputValue()).toBe('');
  expect(await focusedText(page)).toBe('Continental');
  await page.getByRole('link', { name: /^Remove: Fuel/ }).press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('fuel'));
  await eventually(() => chipTexts(page)).toEqual(['315/80 R22.5', 'Continental', 'Price up to €900.00']);
  expect(await focusedText(page)).toMatch(/^(\d+|No) tyres?/);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name');
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  await open(page, '/en');
  expect(await chipTexts(page)).toEqual([]);
});

test('Shift or Control and a click on a chip or a season open a new page', async () => {
  const page = await visit(`/en${filtered}`);
  const before = page.url();
  for (const link of [page.getByRole('link', { name: 'Remove: Michelin' }), page.locator('.season-tabs a').first()]) {
    for (const modifier of ['Shift', 'Control'] as const) {
      const opened = page.context().waitForEvent('page');
      await link.click({ modifiers: [modifier] });
      const href = await link.getAttribute('href');
      await (await opened).waitForURL(({ pathname, search }) => pathname + search === href);
      expect(page.url(), modifier).toBe(before);
      expect(await chipTexts(page)).toContain('Michelin');
    }
  }
});

test('removing a filter by its chip keeps a choice that is still loading', async () => {
  const page = await visit('/en?season=truck&xl=1');
  const released = Promise.withResolvers<void>();
  await page.route('**/api/v1/products?*', (route) => released.promise.then(() => route.continue()));
  await select(page, t.filter.diameter).selectOption('17');
  await page.getByRole('link', { name: /^Remove: XL/ }).click();
  released.resolve();
  await page.waitForURL('**/en?diameter=17&season=truck');
});

test('without script a chip is a link to the list without its filter', async () => {
  const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
  await page.goto(`/en${filtered}`);
  expect(await chips(page).count()).toBe(6);
  await chips(page).first().click();
  await page.waitForURL((url) => url.searchParams.get('diameter') === '');
  expect(await chips(page).count()).toBe(5);
  expect(await select(page, t.filter.season).inputValue()).toBe('truck');
});

describe('the filters on a phone', () => {
  const sheet = (page: Page) => page.locator('.filters');

  test('keep the keyboard inside while open, and cover the screen, with the number of tires on a button that stays at its bottom, closes them and moves the focus to the list', async () => {
    const page = await visit('/en?season=summer', phone);
    await sheet(page).locator('summary').first().press('Enter');
    for (let steps = 0; steps < 20; steps += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused !== document.body && !focused?.closest('.filters');
      });
      expect(isOutside).toBe(false);
    }
    await sheet(page).locator('summary').first().press('Enter');
    await page.getByRole('link', { name: t.shell.skip }).focus();
    expect(await focusedText(page)).toBe(t.shell.skip);

    await sheet(page).locator('summary').first().tap();
    const before = await showButton(page).textContent();
    expect(before).toMatch(/^Show \d+ tyres$/);
    const box = await showButton(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.viewport.height);
    expect(box?.y).toBeGreaterThan(phone.viewport.height - 80);
    await select(page, t.filter.manufacturer).selectOption('michelin');
    await eventually(() => showButton(page).textContent()).not.toBe(before);
    await page.getByText(t.filter.more, { exact: true }).tap();
    await sheet(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await showButton(page).boundingBox()).toEqual(box);

    const count = numberIn(await showButton(page).textContent());
    await showButton(page).tap();
    await eventually(() => focusedText(page)).toContain(count);
    expect(await sheet(page).getAttribute('open')).toBeNull();
    const heading = await page.locator('#result').boundingBox();
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(100);
  });
});

/** Values of parameters that are not in the URL. */
const defaultSize: Record<string, string> = { treadWidth: '205', profile: '55', diameter: '16', manufacturer: '' };

/** The places of all controls of the filters, relative to the page. */
const places = (page: Page) =>
  page.locator('.list-filters').evaluate((filters) =>
    [...filters.querySelectorAll('summary, select, input, button, a')].map((control) => {
      const { x, y, width } = control.getBoundingClientRect();
      return `${control.id || control.localName} ${Math.round(x)} ${Math.round(y + scrollY)} ${Math.round(width)}`;
    }),
  );

type Filter = 'season' | 'manufacturer' | 'profile' | 'diameter' | 'treadWidth';

/** One choice after another; the last list is empty. */
const choices: readonly (readonly [Filter, string])[] = [
  ['season', 'winter_studded'],
  ['manufacturer', 'nokian'],
  ['season', 'summer'],
  ['manufacturer', ''],
  ['season', 'winter_studdable'],
  ['diameter', '17'],
  ['treadWidth', ''],
  ['season', 'racing'],
  ['diameter', '14'],
  ['manufacturer', 'nokian'],
];

/** Chooses a value, and waits for its list. */
async function choose(page: Page, language: Locale, [name, value]: (typeof choices)[number]): Promise<void> {
  await select(page, messages[language].filter[name]).selectOption(value);
  await page.waitForURL((url) => (url.searchParams.get(name) ?? defaultSize[name]) === value);
  await eventually(() => page.locator('[aria-labelledby=result]').getAttribute('aria-busy')).toBe('false');
  // The form is rendered after the frame with the new list. Then its button says the same number.
  const found = numberIn(await page.locator('#result').textContent());
  await eventually(async () => numberIn(await showButton(page).textContent())).toBe(found);
}

const emptyList = (page: Page) => page.locator('[aria-labelledby=result] > .border-warn');

describe('no filter moves when the list changes, also to an empty one, in any language', () => {
  test('on a phone', async () => {
    const page = await shop.visit({ ...phone, storage });
    const toggleSheet = () => page.locator('.filters > summary').tap();
    for (const language of localeIds) {
      await open(page, localizedPath('/', language));
      await toggleSheet();
      await page.getByText(messages[language].filter.more, { exact: true }).click();
      const beforeInSheet = await places(page);
      await toggleSheet();
      const before = await places(page);
      for (const choice of choices) {
        const isInSheet = choice[0] === 'manufacturer';
        if (isInSheet) await toggleSheet();
        await choose(page, language, choice);
        if (isInSheet) {
          expect(await places(page), page.url()).toEqual(beforeInSheet);
          await toggleSheet();
        }
        expect(await places(page), page.url()).toEqual(before);
      }
      expect(await emptyList(page).count()).toBe(1);
    }
  });

  test('at 768, 1024 and 1280 px', async () => {
    const page = await shop.visit({ storage });
    const placesAtWidths = async () => {
      const all: string[][] = [];
      for (const width of [768, 1024, 1280]) {
        // No place of a control depends on the height; less of the list is laid out and painted on a low screen.
        await page.setViewportSize({ width, height: 200 });
        all.push(await places(page));
      }
      return all;
    };
    for (const language of localeIds) {
      await open(page, localizedPath('/', language));
      await page.getByText(messages[language].filter.more, { exact: true }).click();
      const before = await placesAtWidths();
      for (const choice of choices) {
        await choose(page, language, choice);
        expect(await placesAtWidths(), page.url()).toEqual(before);
      }
      expect(await emptyList(page).count()).toBe(1);
    }
  });
});
