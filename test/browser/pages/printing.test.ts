import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, cartOf, open } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });
const models = ['Hakka Blue 3', 'Primacy 5'];

const tireIds = () => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));

async function printedPages(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('the list is printed without its filters and buttons', async () => {
  const page = await shop.visit();
  await open(page, '/?season=summer');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.list-filters').isVisible()).toBe(false);
  expect(await page.locator('main button:visible').count()).toBe(0);
  expect(await page.locator('.tire-row h3').first().isVisible()).toBe(true);
});

test('a comparison is printed without the rows to buy, and its heading stands above its table', async () => {
  const page = await shop.visit();
  const ids = await tireIds();
  await open(page, `/compare?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.compare-buy:visible').count()).toBe(0);
  const section = page.locator('section:has(.compared)');
  expect(await section.evaluate((element) => getComputedStyle(element).breakInside)).toBe('auto');
});

test('a short cart is printed on one page', async () => {
  const [id = ''] = await tireIds();
  const page = await shop.visit({ storage: { cart: await cartOf(shop.address, { [id]: 4 }) } });
  await open(page, '/cart');
  await page.locator('main li').first().waitFor();
  expect(await printedPages(page)).toBe(1);
});
