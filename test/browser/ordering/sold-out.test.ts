import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  storedValue,
} from '../../support/browser/browser.ts';
import { fillOrderForm, submit, waitForPlacedOrder, waitForRefusal } from '../../support/orders/ordering.ts';

const shop = browserShop({
  tires: [
    { id: 'gone', stock: {} },
    { id: 'two', price: 8990, stock: { ringtee: 2 } },
    { id: 'last', price: 9990, stock: { ringtee: 4 } },
    { id: 'raced', price: 10990, stock: { ringtee: 4 } },
    { id: 'other', price: 11990, stock: { ringtee: 40 } },
  ],
});

const t = messages.en;
const mainText = async (page: Page) => collapseSpaces(await page.locator('main').textContent());
const row = (page: Page, id: string) => page.locator('main li', { has: page.locator(`h2 a[href$="id=${id}"]`) });
const counts = async (page: Page) => {
  const cart = JSON.parse((await storedValue(page, 'cart')) ?? '') as Record<string, { count: number }>;
  return Object.entries(cart).map(([id, { count }]) => [id, count]);
};

describe('a sold-out tire in the cart', () => {
  const totals = { ee: 'Kokku 179,80 €', ru: 'Итого 179,80 €', en: 'Total €179.80' };
  test('is not in the total, and the text says what to do, in every language; the first press of minus removes it, and it can be restored', async () => {
    const page = await shop.visit({ storage: { cart: await cartOf(shop.address, { gone: 4, two: 2 }) } });
    for (const locale of [...localeIds.filter((id) => id !== 'en'), 'en'] as const) {
      await open(page, localizedPath('/cart', locale));
      await page.getByText(messages[locale].obstacle.removeFirst).waitFor();
      expect(await mainText(page)).toContain(totals[locale]);
      expect(collapseSpaces(await row(page, 'gone').textContent())).toContain(messages[locale].cart.soldOut);
    }
    const stepper = row(page, 'gone').getByRole('group');
    expect(await stepper.getByRole('button', { name: t.count.more }).isDisabled()).toBe(true);
    await stepper.getByRole('button', { name: t.count.less }).click();
    await eventually(() => counts(page)).toEqual([['two', 2]]);
    await page.getByText(t.cart.bringBackOne).waitFor();
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).waitFor();
  });

  test('leads to the other tires of its size; minus lowers a count above the stock to the stock', async () => {
    const cart = await cartOf(shop.address, { gone: 4, two: 8 });
    const page = await shop.visit({ language: 'en', storage: { cart } });
    await open(page, '/en/cart');
    await row(page, 'two').getByRole('button', { name: t.count.less }).click();
    await eventually(() => counts(page)).toEqual([
      ['gone', 4],
      ['two', 2],
    ]);
    await row(page, 'gone').getByRole('link', { name: 'Summer tyres in 205/55 R16' }).click();
    // URLs omit the default size, 205/55 R16.
    await page.waitForURL('**/en?season=summer');
  });
});

describe('a tire that has just been sold out is not offered', () => {
  const inList = (page: Page, id: string) => page.locator(`main h3 a[href$="id=${id}"]`);

  /**
   * Goes from the list to the order page by links and fills in its form. The clock is fixed, so that cached data does
   * not become stale by age.
   */
  async function fillOrderFor(id: string): Promise<Page> {
    const cart = await cartOf(shop.address, { [id]: 4, other: 1 });
    const page = await shop.visit({ language: 'en', storage: { cart, isCookieAccepted: 'true' } });
    await page.clock.setFixedTime(new Date('2026-06-15T09:00:00Z'));
    await open(page, '/en?season=summer');
    await inList(page, id).click();
    await page.getByRole('heading', { level: 1 }).getByText('Hakka').waitFor();
    await page.getByTestId('cart-count').click();
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillOrderForm(page);
    return page;
  }

  async function expectSoldOut(page: Page, id: string): Promise<void> {
    const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=${id}`)).json();
    await eventually(answer).toMatchObject({ items: [{ available: 0 }] });
    await page.getByRole('banner').getByRole('link', { name: t.nav.tires, exact: true }).click();
    await inList(page, 'other').waitFor();
    expect(await inList(page, id).count()).toBe(0);
    await page.goBack();
    await page.waitForURL(/order|success/);
    for (let back = 0; !page.url().includes('/product'); back += 1) {
      expect(back).toBeLessThan(4);
      await page.goBack();
    }
    await page.getByRole('complementary').getByText(t.product.soldOut, { exact: true }).waitFor();
  }

  test('after one’s own order', async () => {
    const page = await fillOrderFor('last');
    await submit(page);
    await waitForPlacedOrder(page);
    await expectSoldOut(page, 'last');
  });

  test('after the shop refused an order for it; the cart keeps it, and shows it as sold out', async () => {
    shop.allowErrors(/status of 409/);
    const page = await fillOrderFor('raced');
    await shop.db.kysely.updateTable('stock').set({ on_hand: 0 }).where('tire_id', '=', 'raced').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['out-of-stock']);
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    await expectSoldOut(page, 'raced');

    await page.getByTestId('cart-count').click();
    await page.locator('main').getByText(t.obstacle.removeFirst).waitFor();
    await row(page, 'raced').getByText(t.tire.soldOut, { exact: true }).waitFor();
    expect(await counts(page)).toEqual([
      ['raced', 4],
      ['other', 1],
    ]);
  });
});
