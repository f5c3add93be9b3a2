import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, desktop, eventually, open, phone, words } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });
const t = words.en;
const kept = { isCookieAccepted: 'true' };

const query = (page: Page) => new URL(page.url()).searchParams;
const add = (page: Page, model: string) => page.getByRole('link', { name: new RegExp(`^Compare: .*${model}`) });
const bar = (page: Page) => page.getByRole('complementary', { name: t.compare.bar });
const ids = (models: readonly string[]) => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));

async function compared(page: Page, locale: Locale, models: readonly string[], more = ''): Promise<void> {
  await open(page, href('compare', locale, `?${(await ids(models)).map((id) => `id=${id}`).join('&')}${more}`));
}

const four = ['Hakka Blue 3', 'Perfecta', 'Primacy 5', 'Hakkapeliitta 10'] as const;

describe.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s', (_, device) => {
  test('tires are chosen in the list without a new document, compared, and removed', async () => {
    const page = await shop.visit({ ...device, language: 'en', kept });
    await open(page, '/en?season=summer');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await add(page, 'Perfecta').click();
    await bar(page).getByText(t.compare.oneMore).waitFor();
    await page.getByRole('status').getByText('1 of 4').waitFor();
    // The same element stays: focus and scroll position are kept.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Comparing: .*Perfecta/,
    );
    await add(page, 'Hakka Blue 3').focus();
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await bar(page).getByRole('link', { name: 'Compare 2' }).waitFor();
    expect(query(page).getAll('compare')).toEqual(await ids(['Perfecta', 'Hakka Blue 3']));
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);

    await bar(page).getByRole('link', { name: 'Compare 2' }).click();
    await page.getByRole('columnheader', { name: /Perfecta/ }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(2);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    await page.getByRole('link', { name: /^Remove: Nokian/ }).click();
    await page.getByText(t.comparison.howMore).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByRole('link', { name: 'Add a tire in 205/55 R16' }).click();
    await bar(page).getByText(t.compare.oneMore).waitFor();
  });
});

test('chosen tires stay chosen in another list, and are requested once', async () => {
  const page = await shop.visit({ language: 'en', kept });
  await open(page, '/en?season=summer');
  await add(page, 'Perfecta').click();
  await bar(page).waitFor();
  await page.getByLabel(t.finder.label).fill('195/65 R15');
  await page.getByLabel(t.finder.label).press('Enter');
  await page.waitForURL(/treadWidth=195/);
  await bar(page)
    .getByRole('link', { name: /Remove from the comparison: Sava Perfecta/ })
    .waitFor();
  await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('winter_studdable');
  await page.waitForURL(/winter_studdable/);
  expect(query(page).getAll('compare')).toEqual(await ids(['Perfecta']));
});

test('differences are shown alone and with the rest again; the header row stays in view', async () => {
  const page = await shop.visit({ language: 'en', kept });
  await compared(page, 'en', four);
  const rows = page.getByRole('rowheader');
  const all = await rows.count();
  await page.getByRole('link', { name: t.comparison.onlyDifferences }).click();
  await page.getByRole('link', { name: t.comparison.everything }).waitFor();
  expect(await rows.count()).toBeLessThan(all);
  expect(query(page).get('only')).toBe('differences');
  await rows.last().scrollIntoViewIfNeeded();
  const name = page.getByRole('columnheader').first().getByRole('link', { name: 'Nokian Hakka Blue 3', exact: true });
  expect((await name.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

test('a phone shows two columns and scrolls to the others, also by keyboard', async () => {
  const page = await shop.visit({ ...phone, language: 'en', kept });
  await compared(page, 'en', four);
  const region = page.getByRole('region', { name: t.comparison.title });
  const boxes = await Promise.all((await page.getByRole('columnheader').all()).map((head) => head.boundingBox()));
  expect(boxes.filter((box) => box && box.x >= 0 && box.x + box.width <= 360)).toHaveLength(2);
  for (const box of boxes) expect(box?.width).toBeGreaterThanOrEqual(136);
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  // The row heading stays in view beside the columns, and remains a row heading.
  expect((await page.getByRole('rowheader').first().locator('span').first().boundingBox())?.x).toBeGreaterThanOrEqual(
    0,
  );
  expect(await page.getByRole('row').count()).toBeGreaterThan(10);
});

describe('axe finds nothing', () => {
  test.each(localeIds)('on the comparison in %s', { timeout: 300_000 }, async (locale) => {
    const page = await shop.visit({ language: locale, kept });
    await compared(page, locale, [...four.slice(0, 3), 'Sold Out'], '&id=none');
    await page.locator('table').waitFor();
    await expectAccessible(page, 'four');
    await compared(page, locale, four.slice(0, 2), '&only=differences');
    await expectAccessible(page, 'two');
  });

  test('on a list with four chosen', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ language: 'ru', kept });
    const chosen = (await ids(four)).map((id) => `&compare=${id}`).join('');
    await open(page, `/ru?season=summer${chosen}`);
    await expectAccessible(page, 'chosen');
  });
});

test('the bar is above the cookie banner', async () => {
  for (const device of [desktop, phone]) {
    const page = await shop.visit({ ...device, language: 'ru' });
    const [id] = await ids(['Perfecta']);
    await open(page, `/ru?season=summer&compare=${id}`);
    await page.locator('#result').evaluate((result) => result.scrollIntoView());
    const notice = await page.locator('.cookie-banner').boundingBox();
    const box = await page.locator('.compare-bar').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((notice?.y ?? 0) + 1);
  }
});
