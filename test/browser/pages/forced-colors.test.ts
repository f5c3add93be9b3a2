import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, cartOf, open, words } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });

const t = words.en;

/** A page in a contrast theme: the system sets colours and the background. */
async function visit(path: string, kept: Record<string, string> = {}): Promise<Page> {
  const page = await shop.visit({
    language: 'en',
    forcedColors: 'active',
    colorScheme: 'dark',
    kept: { isCookieAccepted: 'true', ...kept },
  });
  await open(page, path);
  return page;
}

const background = (at: Locator, part?: string) =>
  at.evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, part);
const tire = () => idOf(shop.db.kysely, 'Hakka Blue 3');
const black = 'rgb(0, 0, 0)';

test('a contrast theme shows ticks and choices', async () => {
  const page = await visit('/en/order', { cart: await cartOf(shop.address, { [await tire()]: 4 }) });
  for (const choice of [page.locator('#field-acceptTerms'), page.locator('input[name=branch]').first()]) {
    const picture = () => choice.screenshot();
    const before = await picture();
    expect(before.equals(await picture())).toBe(true);
    await choice.check();
    await choice.blur();
    await page.mouse.move(0, 0);
    expect(before.equals(await picture())).toBe(false);
  }
});

test('a contrast theme shows the pictures of options and the border of a notification', async () => {
  const page = await visit('/en?season=summer');
  expect(await background(page.locator('html'))).toBe(black);
  await page.getByRole('combobox', { name: t.filter.season, exact: true }).click();
  const pictures = page.locator('#filter-season option[data-icon]');
  expect(await pictures.count()).toBe(8);
  for (const option of await pictures.all()) expect(await background(option, '::before')).not.toBe(black);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t.tire.add }).first().click();
  const edge = page.locator('[data-notification]').evaluate((card) => getComputedStyle(card).borderTopStyle);
  expect(await edge).toBe('solid');
});

test('a contrast theme keeps the colour and letter of the label’s arrow', async () => {
  const page = await visit(`/en/product?id=${await tire()}`);
  const fill = (part: string) =>
    page
      .locator(`a[href^="/labels/"] svg ${part}`)
      .first()
      .evaluate((drawn) => getComputedStyle(drawn).fill);
  expect(await fill('.label-letter')).toBe(black);
  expect(await fill('use')).not.toBe(black);
});
