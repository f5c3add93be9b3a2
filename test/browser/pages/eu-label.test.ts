import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { expectAccessible, expectDialogAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, cartOf, eventually, messages, open, phone, type Visit } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const summerList = '/en?season=summer';
const cookiesAccepted = { isCookieAccepted: 'true' };
const labelLinks = (page: Page) => page.locator('main a[href^="/labels/"]');
const dialog = (page: Page) => page.getByRole('dialog');
const focusedPath = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'));

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: cookiesAccepted, ...options });
  await open(page, path);
  return page;
}

/** Whether the browser can decode the SVG image of the label, that is, whether it is well-formed. */
const isLabelDrawn = (page: Page) =>
  dialog(page)
    .locator('img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth > 0;
    });

describe('the label link beside a price', () => {
  test('has the values of the label as its accessible name, opens the whole label by keyboard, and Escape returns the focus to it', async () => {
    const page = await visit(summerList);
    const name =
      /^EU tyre label: fuel efficiency [A-E], wet grip [A-E], noise \d\d dB, class [ABC]\. Opens the full label$/;
    const labelLinksWithName = page.locator('main').getByRole('link', { name });
    expect(await labelLinksWithName.count()).toBe(await labelLinks(page).count());
    const link = labelLinks(page).nth(1);
    const path = await link.getAttribute('href');
    await link.focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await dialog(page).locator('img').getAttribute('src')).toBe(path);
    expect(await isLabelDrawn(page)).toBe(true);
    expect(page.url()).toContain(summerList);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await focusedPath(page)).toBe(path);
  });

  test('is on the product page, at its alternatives and in the cart, and opens one dialog', async () => {
    const list = await fetch(`${shop.address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16`);
    const [tire] = ((await list.json()) as ProductList).items;
    const id = tire?.id ?? '';
    const page = await visit(`/en/product?id=${id}`);
    expect(await labelLinks(page).count()).toBeGreaterThan(2);
    await labelLinks(page).nth(2).click();
    await dialog(page).getByRole('button', { name: t.dialog.close }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const cart = await cartOf(shop.address, { [id]: 4 });
    const cartPage = await visit('/en/cart', { storage: { ...cookiesAccepted, cart } });
    expect(await labelLinks(cartPage).first().getAttribute('href')).toBe(labelPath(id));
    await labelLinks(cartPage).first().click();
    await dialog(cartPage).getByText(t.labelDialog.drawn).waitFor();
    expect(await cartPage.locator('dialog[open]').count()).toBe(1);
  });

  test('opens nothing on the next page if the dialog loads only there', async () => {
    const page = await visit(summerList);
    const requested = Promise.withResolvers<Route>();
    await page.route(/\/label-dialog-[^/]*\.js/, (route) => requested.resolve(route));
    await labelLinks(page).first().click();
    const route = await requested.promise;
    await page.getByRole('banner').getByRole('link', { name: t.nav.cart }).click();
    await page.getByText(t.cart.empty).waitFor();
    await route.continue();
    // As text, because the test runner would replace the import.
    await page.evaluate(`import(${JSON.stringify(route.request().url())})`);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    expect(await dialog(page).count()).toBe(0);
  });

  test('leads to the drawing without JavaScript', async () => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(summerList);
    const path = await labelLinks(page).first().getAttribute('href');
    await labelLinks(page).first().click();
    await page.waitForURL(`**${path}`);
    expect(await page.locator('svg > title').textContent()).toMatch(/^EU tyre label: /);
  });

  test('leads to the drawing if the code of the dialog cannot be fetched', async () => {
    shop.allowErrors(/Failed to load resource|dynamically imported/);
    const page = await visit(summerList);
    await page.route('**/assets/label-dialog*', (route) => route.abort());
    await labelLinks(page).first().click();
    await page.waitForURL('**/labels/*.svg');
  });

  test('has no open label after Back', async () => {
    const page = await visit('/en/faq');
    await page.getByRole('banner').getByRole('link', { name: t.nav.tires, exact: true }).click();
    await labelLinks(page).first().click();
    await dialog(page).waitFor();
    await page.goBack();
    await page.waitForURL('**/en/faq');
    await eventually(() => page.locator('dialog[open]').count()).toBe(0);
  });
});

test('axe finds no violations in an open label, in any language', { timeout: 300_000 }, async () => {
  const page = await shop.visit({ storage: cookiesAccepted });
  for (const locale of ['ee', 'en', 'ru'] satisfies Locale[]) {
    await open(page, `${localizedPath('/', locale)}?season=summer&manufacturer=michelin`);
    await labelLinks(page).first().click();
    await dialog(page).getByText(messages[locale].labelDialog.drawn).waitFor();
    // Once with the page behind the dialog: an id of the one may be an id of the other.
    const check = locale === 'ee' ? expectAccessible : expectDialogAccessible;
    await check(page, locale, scopeIn(locale));
  }
});

test('on a phone the label link is at least 44 px high, and the label fits the screen', async () => {
  const page = await visit('/', { language: 'ee', ...phone });
  const box = await labelLinks(page).first().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await labelLinks(page).first().tap();
  await dialog(page).getByText(ee.labelDialog.drawn).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width);
});
