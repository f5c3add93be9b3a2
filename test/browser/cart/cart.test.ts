import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  storedKeys,
  storedValue,
} from '../../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'plenty', stock: { ringtee: 30, supplier: { count: 30, leadDays: 3 } } },
    { id: 'three', stock: { annelinn: 3 } },
    { id: 'expensive', price: 12_450, stock: { ringtee: 20 } },
  ],
});

const t = messages.en;
const badge = (page: Page) => page.getByTestId('cart-count');
const countField = (page: Page) => page.locator('main output');
const cartCount = (page: Page) => page.getByRole('textbox', { name: t.validation.count });
const moreButton = (page: Page) => page.locator('main').getByRole('button', { name: t.count.more });
const mainText = async (page: Page) => collapseSpaces(await page.locator('main').textContent());

async function addToCart(page: Page, id: string): Promise<void> {
  await open(page, `/en/product?id=${id}`);
  await page.getByRole('button', { name: t.tire.add }).click();
  await page.locator('main').getByRole('link', { name: t.tire.inCart }).waitFor();
}

async function openCart(counts: Record<string, number>): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { cart: await cartOf(shop.address, counts) } });
  await open(page, '/en/cart');
  await cartCount(page).first().waitFor();
  return page;
}

test('the cart survives a reload; local storage holds each product with its count, by id, and only the cookie consent and the device id besides', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en');
  await eventually(() => storedKeys(page)).toEqual(['device-id']);
  const device = await storedValue(page, 'device-id');
  expect(device).toMatch(/^[A-Za-z0-9]{16}$/);
  await page.getByRole('button', { name: t.cookies.accept }).click();
  await addToCart(page, 'plenty');
  expect(await storedKeys(page)).toEqual(['cart', 'device-id', 'isCookieAccepted']);
  expect(await storedValue(page, 'isCookieAccepted')).toBe('true');
  expect(await storedValue(page, 'device-id')).toBe(device);
  expect(await page.getByRole('button', { name: t.cookies.accept }).count()).toBe(0);
  const answer = await fetch(`${shop.address}/api/v1/products?id=plenty`);
  const [product] = ((await answer.json()) as { items: { id: string; price: number }[] }).items;
  expect(product).toMatchObject({ id: 'plenty', price: 79.9, model: 'Hakka Blue 3' });
  expect(JSON.parse((await storedValue(page, 'cart')) ?? '')).toEqual({ plenty: { ...product, count: 4 } });
  await page.reload();
  await eventually(() => badge(page).textContent()).toBe('1');
  await open(page, '/en/cart');
  await eventually(() => cartCount(page).inputValue()).toBe('4');
});

test('the cart adds a tire, changes its count, removes a tire and can be cleared', async () => {
  const page = await openCart({ three: 2, expensive: 1 });
  await addToCart(page, 'plenty');
  const counts = async () =>
    Object.entries(JSON.parse((await storedValue(page, 'cart')) ?? '') as Record<string, { count: number }>).map(
      ([id, { count }]) => [id, count],
    );
  expect(await counts()).toEqual([
    ['three', 2],
    ['expensive', 1],
    ['plenty', 4],
  ]);
  await moreButton(page).click();
  await eventually(counts).toEqual([
    ['three', 2],
    ['expensive', 1],
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

test('a tire in the list shows whether it is in the cart, and the badge counts the different tires, not the pieces', async () => {
  const cart = await cartOf(shop.address, { plenty: 6, expensive: 8 });
  const page = await shop.visit({ language: 'en', storage: { cart } });
  await open(page, '/en?season=summer');
  const card = (id: string) => page.locator('main li', { has: page.locator(`h3 a[href$="id=${id}"]`) });
  await card('plenty').getByText(t.tire.inCart).waitFor();
  expect(await card('plenty').locator('output').textContent()).toBe('6');
  await eventually(() => badge(page).textContent()).toBe('2');
  expect(await badge(page).isVisible()).toBe(true);
  await card('plenty').getByRole('button', { name: t.count.more }).click();
  await eventually(() => card('plenty').locator('output').textContent()).toBe('7');
  expect(await badge(page).textContent()).toBe('2');
  await page.getByRole('link', { name: 'Cart (2 products, 15 tyres)', exact: true }).waitFor();
  expect(await card('three').getByText(t.tire.inCart).count()).toBe(0);
  await card('three').getByRole('button', { name: t.tire.add }).click();
  await card('three').getByText(t.tire.inCart).waitFor();
  expect(await badge(page).textContent()).toBe('3');
});

test('two tabs show the same cart', async () => {
  const firstTab = await shop.visit({ language: 'en' });
  const secondTab = await firstTab.context().newPage();
  await open(secondTab, '/en/cart');
  await secondTab.getByText(t.cart.empty).waitFor();
  await addToCart(firstTab, 'plenty');
  await eventually(() => badge(secondTab).textContent()).toBe('1');
  await moreButton(secondTab).click();
  await eventually(() => countField(firstTab).textContent()).toBe('5');
  await secondTab.getByRole('button', { name: /^Remove/ }).click();
  await firstTab.getByRole('button', { name: t.tire.add }).waitFor();
  expect(await badge(firstTab).isVisible()).toBe(false);
  await secondTab.getByRole('button', { name: t.cookies.accept }).click();
  await firstTab.getByRole('button', { name: t.cookies.accept }).waitFor({ state: 'detached' });
});

test('an invalid item of a stored cart is left out and named; the others stay, and the total uses their current prices', async () => {
  const cart = JSON.parse(await cartOf(shop.address, { plenty: 4, three: 2 }));
  const stored = JSON.stringify({
    plenty: { ...cart.plenty, price: 70, count: '4' },
    three: { ...cart.three, price: -1 },
  });
  const page = await shop.visit({ language: 'en', storage: { cart: stored } });
  await open(page, '/en/cart');
  await page.getByText(/^Left out of the cart.*: Nokian Hakka Blue 3 205\/55 R16$/).waitFor();
  await eventually(() => badge(page).textContent()).toBe('1');
  expect(await cartCount(page).inputValue()).toBe('4');
  expect(await storedValue(page, 'cart.unreadable')).toBe(stored);
  expect(Object.keys(JSON.parse((await storedValue(page, 'cart')) ?? ''))).toEqual(['plenty']);
  await eventually(() => mainText(page)).toContain('the price was €70.00, now €79.90.');
  expect(await mainText(page)).toContain('Total €319.60');
});

test('a cart of 120 different tires requests their prices in batches of at most 50', async () => {
  const { plenty } = JSON.parse(await cartOf(shop.address, { plenty: 1 }));
  const ids = Array.from({ length: 119 }, (_, n) => `other-${n}`);
  const otherTires = Object.fromEntries(ids.map((id) => [id, { ...plenty, id }]));
  const cart = JSON.stringify({ plenty: { ...plenty, price: 1 }, ...otherTires });
  const page = await shop.visit({ language: 'en', storage: { cart } });
  const batchSizes: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/products') batchSizes.push(url.searchParams.getAll('id').length);
  });
  await open(page, '/en/cart');
  await page.getByText(/the price was €1\.00, now €79\.90/).waitFor();
  expect(batchSizes.sort()).toEqual([20, 50, 50]);
  expect(await page.getByText(t.cart.notRefreshed).count()).toBe(0);
});
