import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/shop/locale.ts';
import { href, type PageName } from '../../../src/web/sitemap.ts';
import { expectContentAccessible } from '../../support/browser/axe.ts';
import { browserShop, cartOf, desktop, messages, open, phone } from '../../support/browser/browser.ts';
import { outdatedCart } from '../../support/browser/changed-cart.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

// Each state in one language: axe-pages.test.ts covers the languages.
const shop = browserShop({ template: shopCatalogue });

const cookiesAccepted = { isCookieAccepted: 'true' };
const failedRequest = /Failed to load resource/;

async function visit(
  name: PageName,
  language: Locale,
  search = '',
  storage: Record<string, string> = {},
): Promise<Page> {
  const page = await shop.visit({ language, storage: { ...cookiesAccepted, ...storage } });
  await open(page, href(name, language, search));
  return page;
}

const id = (model: string) => idOf(shop.db.kysely, model);

describe('axe finds no violations on the list', () => {
  test('with studded and label-less tires, and one tire in the cart', async () => {
    const cart = await cartOf(shop.address, { [await id('Hakkapeliitta R5')]: 4 });
    const page = await visit('index', 'ee', '?treadWidth=&profile=&diameter=&season=&manufacturer=nokian', { cart });
    await page.locator('main').getByRole('link', { name: messages.ee.tire.inCart }).waitFor();
    // The facts that a studded tire shows in place of a label.
    await page.locator('.strength').first().waitFor();
    await expectContentAccessible(page, 'list of one manufacturer', { screens: [desktop.viewport] });
    await page.setViewportSize(phone.viewport);
    // At other scroll positions the cart bar covers a part of a row.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectContentAccessible(page, 'end of the list with the cart bar', { screens: [phone.viewport] });
  });

  test('without tires, with an invalid size, open help and open filters, without a suggested filter, and on its second page', async () => {
    const t = messages.ee;
    const page = await visit('index', 'ee', '?season=truck&manufacturer=nokian');
    await page.getByText(t.list.loosen).waitFor();
    await expectContentAccessible(page, 'suggested filter');
    await page.getByLabel(t.finder.label).fill('205/99');
    await page.getByRole('button', { name: t.finder.find, exact: true }).click();
    await page.locator('form').getByRole('alert').waitFor();
    await page.getByRole('button', { name: t.finder.where }).click();
    await page.getByText(t.finder.rim).waitFor();
    await expectContentAccessible(page, 'size and help');
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone.viewport);
    await page.locator('.filters > summary').click();
    await page.getByRole('combobox', { name: t.filter.manufacturer, exact: true }).waitFor();
    await expectContentAccessible(page, 'filters');
    await page.setViewportSize(desktop.viewport);
    await open(page, href('index', 'ru', '?treadWidth=100&profile=100&diameter=8&season=truck'));
    await page.getByText(messages.ru.list.none).waitFor();
    await expectContentAccessible(page, 'no suggestion');
    await open(page, href('index', 'ru', '?treadWidth=225&profile=45&diameter=17&season=all_season&page=2'));
    await page.getByRole('navigation', { name: messages.ru.list.pages }).waitFor();
    await expectContentAccessible(page, 'second page');
  });
});

test('axe finds no violations on the product page of a winter, a studded, a discounted, a sold-out and an unknown tire, nor scrolled on a phone, with the sticky price bar', {
  timeout: 300_000,
}, async () => {
  shop.allowErrors(/Failed to load resource.*[?]id=none/);
  const page = await shop.visit({ storage: cookiesAccepted });
  for (const [locale, model, visibleText] of [
    ['ru', 'Hakkapeliitta R5', messages.ru.label.title],
    ['ee', 'Hakkapeliitta 10', messages.ee.product.label.noneStudded],
    ['en', 'Hakka Blue 3', messages.en.product.lowest],
    ['en', 'Sold Out', messages.en.product.soldOut],
  ] as const) {
    await open(page, href('product', locale, `?id=${await id(model)}`));
    await page.getByText(visibleText).first().waitFor();
    await expectContentAccessible(page, model);
  }
  await open(page, href('product', 'ee', '?id=none'));
  await page.locator('main h1').waitFor();
  await expectContentAccessible(page, 'no tire');

  await open(page, href('product', 'ru', `?id=${await id('Primacy 5')}`));
  await page.setViewportSize(phone.viewport);
  await page.locator('section[aria-labelledby=label]').scrollIntoViewIfNeeded();
  expect((await page.locator('.buy-line').boundingBox())?.y).toBe(0);
  await expectContentAccessible(page, 'sticky price bar', { screens: [phone.viewport] });
});

describe('axe finds no violations in the cart', () => {
  test('with changed tires, after removing a tire and after clearing the cart', async () => {
    const t = messages.en.cart;
    const page = await visit('cart', 'en', '', { cart: await outdatedCart(shop) });
    await page.getByText(t.changed.title).waitFor();
    await page.getByText(messages.en.obstacle.removeFirst).waitFor();
    await expectContentAccessible(page, 'changed tires');

    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.getByText(t.bringBackOne).waitFor();
    await expectContentAccessible(page, 'one removed');

    await page.getByRole('button', { name: t.clear }).click();
    await page.getByText(t.cleared).waitFor();
    // At this scroll position the bar of the back-to-top button covers half of a link.
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: messages.en.shell.toTop }).waitFor({ state: 'detached' });
    await expectContentAccessible(page, 'cleared');
  });

  test('without tires, with recent orders', async () => {
    shop.allowErrors(failedRequest);
    const orders = JSON.stringify([{ number: 'R26-00000', token: 'none' }]);
    const page = await visit('cart', 'ee', '', { orders });
    await page.getByRole('heading', { name: messages.ee.recentOrders.title }).waitFor();
    await expectContentAccessible(page, 'empty');
  });
});

test('axe finds no violations in the expanded sections of a FAQ page, and on the list and in the cart after they failed to load', async () => {
  shop.allowErrors(failedRequest);
  const page = await visit('faq', 'ru', '', { cart: await cartOf(shop.address, { [await id('Perfecta')]: 4 }) });
  const summaries = await page.locator('main summary').all();
  expect(summaries.length).toBeGreaterThan(1);
  for (const summary of summaries) await summary.click();
  await expectContentAccessible(page, 'expanded sections');
  await page.route('**/api/**', (route) => route.abort());
  await page.locator('header').getByRole('link', { name: messages.ru.nav.tires, exact: true }).click();
  await page.getByText(messages.ru.home.failed).waitFor();
  await expectContentAccessible(page, 'list');
  await page.locator('header').getByRole('link', { name: messages.ru.nav.cart }).click();
  await page.getByText(messages.ru.cart.notRefreshed).waitFor();
  await expectContentAccessible(page, 'cart');
});
