import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectContentAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, desktop, eventually, messages, open, phone } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });
const t = messages.en;
const storage = { isCookieAccepted: 'true' };

const searchParams = (page: Page) => new URL(page.url()).searchParams;
const compareLink = (page: Page, model: string) => page.getByRole('link', { name: new RegExp(`^Compare: .*${model}`) });
const compareBar = (page: Page) => page.getByRole('complementary', { name: t.compare.bar });
const tireIds = (models: readonly string[]) => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));

async function openComparison(page: Page, locale: Locale, models: readonly string[], furtherQuery = ''): Promise<void> {
  await open(
    page,
    href('compare', locale, `?${(await tireIds(models)).map((id) => `id=${id}`).join('&')}${furtherQuery}`),
  );
}

const fourModels = ['Hakka Blue 3', 'Perfecta', 'Primacy 5', 'Hakkapeliitta 10'] as const;

describe.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s', (_, device) => {
  test('tires are chosen in the list, compared and removed within one document', async () => {
    const page = await shop.visit({ ...device, language: 'en', storage });
    await open(page, '/en?season=summer');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await compareLink(page, 'Perfecta').click();
    await compareBar(page).getByText(t.compare.oneMore).waitFor();
    await page.getByRole('status').getByText('1 of 4').waitFor();
    // React reuses the link, so focus and scroll position stay.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Comparing: .*Perfecta/,
    );
    await compareLink(page, 'Hakka Blue 3').focus();
    const scrollBefore = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await compareBar(page).getByRole('link', { name: 'Compare 2' }).waitFor();
    expect(searchParams(page).getAll('compare')).toEqual(await tireIds(['Perfecta', 'Hakka Blue 3']));
    expect(await page.evaluate(() => scrollY)).toBe(scrollBefore);

    await compareBar(page).getByRole('link', { name: 'Compare 2' }).click();
    await page.getByRole('columnheader', { name: /Perfecta/ }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(2);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    await page.getByRole('link', { name: /^Remove: Nokian/ }).click();
    await page.getByText(t.comparison.howMore).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByRole('link', { name: 'Add a tyre in 205/55 R16' }).click();
    await compareBar(page).getByText(t.compare.oneMore).waitFor();
  });
});

test('chosen tires stay chosen after a change of the filters', async () => {
  const page = await shop.visit({ language: 'en', storage });
  await open(page, '/en?season=summer');
  await compareLink(page, 'Perfecta').click();
  await compareBar(page).waitFor();
  await page.getByLabel(t.finder.label).fill('195/65 R15');
  await page.getByLabel(t.finder.label).press('Enter');
  await page.waitForURL(/treadWidth=195/);
  await compareBar(page)
    .getByRole('link', { name: /Remove from the comparison: Sava Perfecta/ })
    .waitFor();
  await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('winter_studdable');
  await page.waitForURL(/winter_studdable/);
  expect(searchParams(page).getAll('compare')).toEqual(await tireIds(['Perfecta']));
});

test('the header row stays in view, equal facts unfold, and the buttons to buy above and below the facts have the same count', async () => {
  const page = await shop.visit({ language: 'en', storage });
  await openComparison(page, 'en', fourModels);
  const counts = () => page.locator('table output').allTextContents();
  await page.getByRole('button', { name: t.count.less }).first().click();
  await eventually(counts).toEqual(['3', '4', '4', '4', '3', '4', '4', '4']);
  const [first, last] = await Promise.all(
    [0, fourModels.length].map((nth) =>
      page
        .getByRole('button', { name: /^Add to cart/ })
        .nth(nth)
        .boundingBox(),
    ),
  );
  const price = await page.locator('table .text-xl').first().boundingBox();
  expect(first?.y).toBeLessThan(price?.y ?? 0);
  expect(last?.y).toBeGreaterThan(price?.y ?? 0);

  await page.getByRole('rowheader').last().scrollIntoViewIfNeeded();
  const columnLink = page
    .getByRole('columnheader')
    .first()
    .getByRole('link', { name: 'Nokian Hakka Blue 3', exact: true });
  expect((await columnLink.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  const fact = page.getByText(t.comparison.load, { exact: true });
  expect(await fact.count()).toBe(1);
  const size = page.getByText(t.comparison.dotYear, { exact: true });
  expect(await size.isVisible()).toBe(false);
  await page.getByText('identical features').click();
  await size.waitFor();
});

test('a phone shows two columns of the table, scrolls with the page, with the names of the columns in sight, and to the other columns by keyboard', async () => {
  const page = await shop.visit({ ...phone, language: 'en', storage });
  await openComparison(page, 'en', fourModels);
  const region = page.getByRole('region', { name: t.comparison.title });
  expect(await region.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  const names = page.locator('.compare-names');
  expect(await names.count()).toBe(0);
  const boxes = await Promise.all((await page.getByRole('columnheader').all()).map((head) => head.boundingBox()));
  expect(boxes.filter((box) => box && box.x >= 0 && box.x + box.width <= 360)).toHaveLength(2);
  for (const box of boxes) expect(box?.width).toBeGreaterThanOrEqual(136);
  await region.evaluate((element) => Object.assign(element, { scrollLeft: 120 }));
  await page.getByRole('rowheader').last().scrollIntoViewIfNeeded();
  await names.waitFor();
  expect((await names.boundingBox())?.y).toBe(0);
  await eventually(() => names.evaluate((element) => element.scrollLeft)).toBe(120);
  const [name, head] = [names.locator('span').nth(1), page.getByRole('columnheader').nth(1)];
  expect((await name.boundingBox())?.x).toBeCloseTo((await head.boundingBox())?.x ?? 0, 0);

  await region.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(120);
  // The scrolled table keeps its row headings in view and its roles.
  expect((await page.getByRole('rowheader').first().locator('span').first().boundingBox())?.x).toBeGreaterThanOrEqual(
    0,
  );
  expect(await page.getByRole('row').count()).toBeGreaterThan(10);
});

describe('axe finds no violations', () => {
  test('on the comparison, in any language', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ storage });
    for (const locale of localeIds) {
      await openComparison(page, locale, [...fourModels.slice(0, 3), 'Sold Out'], '&id=none');
      await page.locator('table').waitFor();
      await expectContentAccessible(page, `four in ${locale}`, scopeIn(locale));
      await openComparison(page, locale, fourModels.slice(0, 2));
      await page.locator('summary').click();
      await expectContentAccessible(page, `two in ${locale}`, scopeIn(locale));
    }
  });

  test('on a list with four chosen tires', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ language: 'ru', storage });
    const chosen = (await tireIds(fourModels)).map((id) => `&compare=${id}`).join('');
    await open(page, `/ru?season=summer${chosen}`);
    await expectContentAccessible(page, 'chosen');
  });
});

test('the comparison bar stays above the cookie banner', async () => {
  for (const device of [desktop, phone]) {
    const page = await shop.visit({ ...device, language: 'ru' });
    const [id] = await tireIds(['Perfecta']);
    await open(page, `/ru?season=summer&compare=${id}`);
    await page.locator('#result').evaluate((result) => result.scrollIntoView());
    const bannerBox = await page.locator('.cookie-banner').boundingBox();
    const barBox = await page.locator('.compare-bar').boundingBox();
    expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual((bannerBox?.y ?? 0) + 1);
  }
});
