import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import {
  browserShop,
  cartOf,
  eventually,
  hydrated,
  kept,
  keptKeys,
  open,
  readable,
  words,
} from '../../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'plenty', stock: { ringtee: 30, supplier: { count: 30, leadDays: 3 } } },
    { id: 'three', stock: { annelinn: 3 } },
    { id: 'dear', price: 12_450, stock: { ringtee: 20 } },
  ],
});

const t = words.en;
const badge = (page: Page) => page.getByTestId('cart-count');
const count = (page: Page) => page.locator('main output');
const more = (page: Page) => page.locator('main').getByRole('button', { name: t.count.more });
const less = (page: Page) => page.locator('main').getByRole('button', { name: t.count.less });
const main = async (page: Page) => readable(await page.locator('main').textContent());

async function add(page: Page, id: string): Promise<void> {
  await open(page, `/en/product?id=${id}`);
  await page.getByRole('button', { name: t.tire.add }).click();
  await page.locator('main').getByRole('link', { name: t.tire.inCart }).waitFor();
}

async function withCart(counts: Record<string, number>): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: { cart: await cartOf(shop.address, counts) } });
  await open(page, '/en/cart');
  await page.locator('main output').first().waitFor();
  return page;
}

test('survives a reload, stored by id as the product with its count', async () => {
  const page = await shop.visit({ language: 'en' });
  await add(page, 'plenty');
  await page.reload();
  await eventually(() => badge(page).textContent()).toBe('1');
  const answer = await fetch(`${shop.address}/api/v1/products?id=plenty`);
  const [product] = ((await answer.json()) as { items: { id: string; price: number }[] }).items;
  expect(product).toMatchObject({ id: 'plenty', price: 79.9, model: 'Hakka Blue 3' });
  expect(JSON.parse((await kept(page, 'cart')) ?? '')).toEqual({ plenty: { ...product, count: 4 } });
  await open(page, '/en/cart');
  await eventually(() => count(page).textContent()).toBe('4');
});

test('adds a tire, changes its count, removes one, clears all', async () => {
  const page = await withCart({ three: 2, dear: 1 });
  await add(page, 'plenty');
  const counts = async () =>
    Object.entries(JSON.parse((await kept(page, 'cart')) ?? '') as Record<string, { count: number }>).map(
      ([id, { count }]) => [id, count],
    );
  expect(await counts()).toEqual([
    ['three', 2],
    ['dear', 1],
    ['plenty', 4],
  ]);
  await more(page).click();
  await eventually(counts).toEqual([
    ['three', 2],
    ['dear', 1],
    ['plenty', 5],
  ]);
  await open(page, '/en/cart');
  await page
    .getByRole('button', { name: /^Remove/ })
    .nth(1)
    .click();
  await eventually(counts).toEqual([
    ['three', 2],
    ['plenty', 5],
  ]);
  await page.getByRole('button', { name: t.cart.clear }).click();
  await eventually(counts).toEqual([]);
});

test('the badge counts different tires, not pieces', async () => {
  const page = await shop.visit({ language: 'en', kept: { cart: await cartOf(shop.address, { plenty: 4, dear: 8 }) } });
  await open(page, '/en');
  await eventually(() => badge(page).textContent()).toBe('2');
  expect(await badge(page).isVisible()).toBe(true);
  await open(page, '/en/product?id=dear');
  await more(page).click();
  await eventually(() => count(page).textContent()).toBe('9');
  expect(await badge(page).textContent()).toBe('2');
});

test('a tire in the list shows whether it is in the cart', async () => {
  const page = await shop.visit({ language: 'en', kept: { cart: await cartOf(shop.address, { plenty: 6 }) } });
  await open(page, '/en?season=summer');
  const card = (id: string) => page.locator('main li', { has: page.locator(`h3 a[href$="id=${id}"]`) });
  await card('plenty').getByText(t.tire.inCart).waitFor();
  expect(await card('plenty').locator('output').textContent()).toBe('6');
  expect(await card('three').getByText(t.tire.inCart).count()).toBe(0);
  await card('three').getByRole('button', { name: t.tire.add }).click();
  await card('three').getByText(t.tire.inCart).waitFor();
  expect(await badge(page).textContent()).toBe('2');
});

test('stores nothing else but the cookie consent and the device id', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en');
  await eventually(() => keptKeys(page)).toEqual(['device-id']);
  const device = await kept(page, 'device-id');
  expect(device).toMatch(/^[A-Za-z0-9]{16}$/);
  await page.getByRole('button', { name: t.cookies.accept }).click();
  await add(page, 'plenty');
  expect(await keptKeys(page)).toEqual(['cart', 'device-id', 'isCookieAccepted']);
  expect(await kept(page, 'isCookieAccepted')).toBe('true');
  expect(await kept(page, 'device-id')).toBe(device);
  expect(await page.getByRole('button', { name: t.cookies.accept }).count()).toBe(0);
});

test('two tabs show the same cart', async () => {
  const one = await shop.visit({ language: 'en' });
  const two = await one.context().newPage();
  await open(two, '/en/cart');
  await two.getByText(t.cart.empty).waitFor();
  await add(one, 'plenty');
  await eventually(() => badge(two).textContent()).toBe('1');
  await more(two).click();
  await eventually(() => count(one).textContent()).toBe('5');
  await two.getByRole('button', { name: /^Remove/ }).click();
  await one.getByRole('button', { name: t.tire.add }).waitFor();
  expect(await badge(one).isVisible()).toBe(false);
  await two.getByRole('button', { name: t.cookies.accept }).click();
  await one.getByRole('button', { name: t.cookies.accept }).waitFor({ state: 'detached' });
});

test.each(['{broken', '[]', '{"plenty":{"id":"other"}}'])(
  'an unreadable stored cart is discarded: %s',
  async (cart) => {
    const page = await shop.visit({ language: 'en', kept: { cart } });
    await open(page, '/en/cart');
    await page.getByText(t.cart.empty).waitFor();
    expect(await kept(page, 'cart.unreadable')).toBe(cart);
    expect(await kept(page, 'cart')).toBeNull();
    await add(page, 'plenty');
    expect(await badge(page).textContent()).toBe('1');
  },
);

describe('removed tires', () => {
  test('removes one tire and keeps the others', async () => {
    const page = await withCart({ plenty: 4, three: 2 });
    await eventually(() => badge(page).textContent()).toBe('2');
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await eventually(() => badge(page).textContent()).toBe('1');
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(1);
  });

  test('a cleared cart can be restored', async () => {
    const page = await withCart({ plenty: 4, three: 2 });
    const before = await kept(page, 'cart');
    await page.getByRole('button', { name: t.cart.clear }).click();
    await page.getByText(t.cart.cleared).waitFor();
    expect(await kept(page, 'cart')).toBe('{}');
    expect(await badge(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: t.cart.bringBack }).click();
    await eventually(() => count(page).allTextContents()).toEqual(['4', '2']);
    expect(JSON.parse((await kept(page, 'cart')) ?? '')).toEqual(JSON.parse(before ?? ''));
  });
});

describe('counts', () => {
  test('range from one to the available stock', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/product?id=three');
    await eventually(() => more(page).isDisabled()).toBe(true);
    expect(await count(page).textContent()).toBe('3');
    await less(page).click();
    await less(page).click();
    expect(await count(page).textContent()).toBe('1');
    expect(await less(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: t.tire.add }).click();
    await open(page, '/en/cart');
    await eventually(() => count(page).textContent()).toBe('1');
    expect(await less(page).isDisabled()).toBe(true);
    await more(page).click();
    await more(page).click();
    expect(await more(page).isDisabled()).toBe(true);
    expect(await count(page).textContent()).toBe('3');
  });

  test('are at most twenty of a tire', async () => {
    const page = await withCart({ plenty: 19 });
    await more(page).click();
    await eventually(() => count(page).textContent()).toBe('20');
    expect(await more(page).isDisabled()).toBe(true);
  });

  const totals = {
    ee: /Kokku 2490,00 €/,
    ru: /Итого 2 490,00 €/,
    en: /Total €2,490\.00/,
  };
  test.each(localeIds)('the total has two decimals and the thousands separator of %s', async (locale) => {
    const page = await shop.visit({
      language: locale,
      kept: { cart: await cartOf(shop.address, { dear: 20 }) },
    });
    await open(page, localizedPath('/cart', locale));
    await eventually(() => main(page)).toMatch(totals[locale]);
  });
});

test('a changed price is shown and adopted when the cart opens', async () => {
  const cart = JSON.parse(await cartOf(shop.address, { plenty: 4 }));
  cart.plenty.price = 70;
  const page = await shop.visit({ language: 'en', kept: { cart: JSON.stringify(cart) } });
  await open(page, '/en/cart');
  await eventually(() => main(page)).toContain('the price was €70.00, now €79.90.');
  expect(await main(page)).toContain('Total €319.60');
  await hydrated(page);
});
