import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/shop/locale.ts';
import { href, type PageName } from '../../../src/web/sitemap.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, cartOf, open, phone, words } from '../../support/browser/browser.ts';
import { changedCart } from '../../support/browser/changed-cart.ts';
import { idOf, shopCatalogue } from '../../support/shop-catalogue.ts';

// Each state in one language: axe-pages.test.ts covers the languages.
const shop = browserShop({ template: shopCatalogue });

const accepted = { isCookieAccepted: 'true' };
const fails = /Failed to load resource/;

async function visit(name: PageName, language: Locale, search = '', kept: Record<string, string> = {}): Promise<Page> {
  const page = await shop.visit({ language, kept: { ...accepted, ...kept } });
  await open(page, href(name, language, search));
  return page;
}

const id = (model: string) => idOf(shop.db.kysely, model);

describe('axe finds nothing on the list', () => {
  test('with tires of every kind, one in the cart', async () => {
    const cart = await cartOf(shop.address, { [await id('Hakkapeliitta R5')]: 4 });
    const page = await visit('index', 'ee', '?treadWidth=&profile=&diameter=&season=&manufacturer=nokian', { cart });
    await page.locator('main').getByRole('link', { name: words.ee.tire.inCart }).waitFor();
    await page.getByText(words.ee.label.none.studded).waitFor();
    await expectAccessible(page, 'kinds');
  });

  test('without tires, with suggestions or without', async () => {
    const page = await visit('index', 'en', '?season=truck&manufacturer=nokian');
    await page.getByText(words.en.list.noneLoosen).waitFor();
    await expectAccessible(page, 'a way out');
    await open(page, href('index', 'ru', '?treadWidth=100&profile=100&diameter=8&season=truck'));
    await page.getByText(words.ru.list.none).waitFor();
    await expectAccessible(page, 'nothing at all');
  });

  test('on its second page', async () => {
    const page = await visit('index', 'ru', '?treadWidth=225&profile=45&diameter=17&season=all_season&page=2');
    await page.getByRole('navigation', { name: words.ru.list.pages }).waitFor();
    await expectAccessible(page, 'second page');
  });

  test('with an invalid size, the help and the filters open', async () => {
    const t = words.ee;
    const page = await visit('index', 'ee', '?season=truck&manufacturer=nokian');
    await page.getByLabel(t.finder.label).fill('205/99');
    await page.getByRole('button', { name: t.finder.find }).click();
    await page.locator('form').getByRole('alert').waitFor();
    await page.getByText(t.finder.where).click();
    await page.getByText(t.finder.rim).waitFor();
    await page.setViewportSize(phone.viewport);
    await page.locator('.filters > summary').click();
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).waitFor();
    await expectAccessible(page, 'finder and filters');
  });

  test('that failed to load', async () => {
    shop.allowErrors(fails);
    const page = await visit('faq', 'en');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: words.en.nav.tires }).first().click();
    await page.getByText(words.en.home.failed).waitFor();
    await expectAccessible(page, 'failed');
  });
});

describe('axe finds nothing on the product page', () => {
  test('of any kind of tire', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ kept: accepted });
    for (const [locale, model, says] of [
      ['ru', 'Hakkapeliitta R5', words.ru.label.title],
      ['ee', 'Hakkapeliitta 10', words.ee.product.label.noneStudded],
      ['en', 'Hakka Blue 3', words.en.product.lowest],
      ['en', 'Sold Out', words.en.product.soldOut],
    ] as const) {
      await open(page, href('product', locale, `?id=${await id(model)}`));
      await page.getByText(says).first().waitFor();
      await expectAccessible(page, model);
    }
  });

  test('scrolled on a phone, with the buy bar', async () => {
    const page = await visit('product', 'ru', `?id=${await id('Primacy 5')}`);
    await page.setViewportSize(phone.viewport);
    await page.locator('section[aria-labelledby=label]').scrollIntoViewIfNeeded();
    expect((await page.locator('.buy-line').boundingBox())?.y).toBe(0);
    await expectAccessible(page, 'buy line', [phone.viewport]);
  });

  test('of an unknown tire', async () => {
    shop.allowErrors(fails);
    const page = await visit('product', 'ee', '?id=none');
    await page.locator('main h1').waitFor();
    await expectAccessible(page, 'no tire');
  });
});

describe('axe finds nothing in the cart', () => {
  test('full, with changes and too many tires; with one removed, then all', async () => {
    const t = words.en.cart;
    const page = await visit('cart', 'en', '', { cart: await changedCart(shop) });
    await page.getByText(t.changed.title).waitFor();
    await page.getByText(t.fixFirst).waitFor();
    await expectAccessible(page, 'changes');

    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.getByText(t.bringBackOne).waitFor();
    await expectAccessible(page, 'one removed');

    await page.getByRole('button', { name: t.clear }).click();
    await page.getByText(t.cleared).waitFor();
    await expectAccessible(page, 'cleared');
  });

  test('that could not be checked', async () => {
    shop.allowErrors(fails);
    const page = await visit('faq', 'ru', '', { cart: await cartOf(shop.address, { [await id('Perfecta')]: 4 }) });
    await page.route('**/api/**', (route) => route.abort());
    await page.locator('header').getByRole('link', { name: words.ru.nav.cart }).click();
    await page.getByText(words.ru.cart.notRefreshed).waitFor();
    await expectAccessible(page, 'not refreshed');
  });

  test('empty, after orders', async () => {
    const orders = JSON.stringify([{ number: 'R26-00000', token: 'none' }]);
    const page = await visit('cart', 'ee', '', { orders });
    await page.getByText(words.ee.recentOrders.title).waitFor();
    await expectAccessible(page, 'empty');
  });
});

test('axe finds nothing in the opened tables of a text', async () => {
  const page = await visit('faq', 'en');
  const folded = await page.locator('main summary').all();
  expect(folded.length).toBeGreaterThan(1);
  for (const summary of folded) await summary.click();
  await expectAccessible(page, 'tables');
});
