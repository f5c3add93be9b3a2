import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, cartOf, eventually, messages, open, storedValue } from '../../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'one', stock: { ringtee: 8 } },
    { id: 'two', price: 8990, stock: { ringtee: 8 } },
  ],
});

const t = messages.en.cart;
const badge = (page: Page) => page.getByTestId('cart-count');
const removeButtons = (page: Page) => page.getByRole('button', { name: /^Remove/ });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('removed tires and a cleared cart can be restored with their counts, and the focus follows', async () => {
  const cart = await cartOf(shop.address, { one: 4, two: 2 });
  const page = await shop.visit({ language: 'en', storage: { cart, isCookieAccepted: 'true' } });
  await open(page, '/en/cart');
  await removeButtons(page).first().waitFor();
  const storedCart = async () => JSON.parse((await storedValue(page, 'cart')) ?? '');
  const before = await storedCart();
  await removeButtons(page).first().click();
  await eventually(() => badge(page).textContent()).toBe('1');
  await eventually(() => focusedText(page)).toBe(t.bringBackOne);
  await page.keyboard.press('Enter');
  await eventually(() => badge(page).textContent()).toBe('2');
  await eventually(() => focusedText(page)).toBe(t.title);
  expect(await storedCart()).toMatchObject({ one: { count: 4 }, two: { count: 2 } });
  expect(await page.getByText(t.bringBackOne).count()).toBe(0);

  await removeButtons(page).first().click();
  await removeButtons(page).first().click();
  await page.getByText(t.cleared).waitFor();
  await page.getByRole('button', { name: t.bringBack }).click();
  await eventually(() => badge(page).textContent()).toBe('2');

  const counts = page.getByRole('textbox', { name: messages.en.validation.count });
  const values = () => counts.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await page.getByRole('button', { name: messages.en.count.more }).first().click();
  await eventually(values).toEqual(['5', '2']);
  await page.getByRole('button', { name: t.clear }).focus();
  await page.keyboard.press('Enter');
  await eventually(() => focusedText(page)).toBe(t.bringBack);
  expect(await page.getByText(t.cleared).isVisible()).toBe(true);
  expect(await storedValue(page, 'cart')).toBe('{}');
  expect(await badge(page).isVisible()).toBe(false);
  await page.keyboard.press('Enter');
  await eventually(() => badge(page).textContent()).toBe('2');
  await eventually(() => focusedText(page)).toBe(t.title);
  await eventually(values).toEqual(['5', '2']);
  expect(await storedCart()).toEqual({ ...before, one: { ...before.one, count: 5 } });
});
