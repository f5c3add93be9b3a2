import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, collapseSpaces, eventually, messages, open } from '../../support/browser/browser.ts';

const shop = browserShop({
  tires: [
    { id: 'plenty', stock: { ringtee: 30, supplier: { count: 30, leadDays: 3 } } },
    { id: 'three', stock: { annelinn: 3 } },
    { id: 'expensive', price: 12_450, stock: { ringtee: 20 } },
  ],
});

const t = messages.en;
const countField = (page: Page) => page.locator('main output');
const cartCount = (page: Page) => page.getByRole('textbox', { name: t.validation.count });
const moreButton = (page: Page) => page.locator('main').getByRole('button', { name: t.count.more });
const lessButton = (page: Page) => page.locator('main').getByRole('button', { name: t.count.less });
const color = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
/** The border around the count. It is double around an invalid count. */
const stepperBorder = (page: Page) =>
  page.locator('main fieldset[aria-label]').evaluate((field) => {
    const { borderTopColor, boxShadow } = getComputedStyle(field);
    return { color: borderTopColor, isDoubled: boxShadow !== 'none' };
  });
const mainText = async (page: Page) => collapseSpaces(await page.locator('main').textContent());

describe('the count of a tire', () => {
  test('ranges from one to the available stock', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/product?id=three');
    await eventually(() => moreButton(page).isDisabled()).toBe(true);
    expect(await countField(page).textContent()).toBe('3');
    await lessButton(page).click();
    await lessButton(page).click();
    expect(await countField(page).textContent()).toBe('1');
    expect(await lessButton(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: t.tire.add }).click();
    await open(page, '/en/cart');
    await eventually(() => cartCount(page).inputValue()).toBe('1');
    expect(await lessButton(page).isDisabled()).toBe(true);
    await moreButton(page).click();
    await moreButton(page).click();
    expect(await moreButton(page).isDisabled()).toBe(true);
    expect(await cartCount(page).inputValue()).toBe('3');
  });

  test('is at most twenty', async () => {
    const page = await shop.visit({ language: 'en', storage: { cart: await cartOf(shop.address, { plenty: 19 }) } });
    await open(page, '/en/cart');
    await moreButton(page).click();
    await eventually(() => cartCount(page).inputValue()).toBe('20');
    expect(await moreButton(page).isDisabled()).toBe(true);
  });

  test('above the limits of an order blocks the order: the order page shows an error above the form and in place of its button, and the cart names the limits', async () => {
    const storage = { cart: await cartOf(shop.address, { plenty: 25, expensive: 18 }) };
    const page = await shop.visit({ language: 'en', storage });
    await open(page, '/en/order');
    const submit = page.getByRole('button', { name: t.order.submit });
    const reasons = page.getByText('An order may contain at most 40 tyres; your cart contains 43.');
    await eventually(() => reasons.count()).toBe(2);
    const nameField = await page.getByLabel(t.order.name, { exact: true }).boundingBox();
    expect((await reasons.first().boundingBox())?.y).toBeLessThan(nameField?.y ?? 0);
    expect(await submit.count()).toBe(0);
    await page.locator('form').getByRole('link', { name: t.order.changeCart }).last().click();
    await page.getByRole('heading', { level: 1, name: t.cart.title }).waitFor();
    await reasons.waitFor();
    await page.getByText('No more than 20 of the same tyre per order.').waitFor();
    const toOrder = page.getByRole('link', { name: t.cart.toOrder });
    expect(await toOrder.count()).toBe(0);
    await page.getByRole('button', { name: 'Change to 20' }).click();
    await toOrder.waitFor();
    expect(await page.getByText('No more than 20').count()).toBe(0);
    await toOrder.click();
    await submit.waitFor();
    expect(await reasons.count()).toBe(0);
  });

  const countErrors = {
    ee: ['Kohustuslik väli', 'Peab olema täisarv', 'Kogus ei sobi', 'Kuni 20\u00a0tk'],
    en: ['Required field', 'Must be a whole number', 'Quantity is not valid', '20 at most'],
    ru: ['Обязательное поле', 'Должно быть целое число', 'Количество: недопустимое значение', 'Не более 20\u00a0шт.'],
  };
  // Estonian separates thousands only from five digits on.
  const totals = { ee: /Kokku 2490,00 €/, ru: /Итого 2 490,00 €/, en: /Total €2,490\.00/ };
  test.each(localeIds)(
    'can be typed; an invalid count is refused with a message; the total has two decimals and is written as usual, in %s',
    async (locale) => {
      const storage = { cart: await cartOf(shop.address, { expensive: 4 }) };
      const page = await shop.visit({ language: locale, storage });
      await open(page, localizedPath('/cart', locale));
      const field = page.getByRole('textbox', { name: messages[locale].validation.count });
      const message = page.locator('#count-expensive-error');
      for (const [n, text] of ['', '2,5', '0', '21'].entries()) {
        await field.fill(text);
        await field.blur();
        await eventually(() => message.textContent()).toBe(countErrors[locale][n]);
        expect(await stepperBorder(page)).toEqual({ color: await color(message), isDoubled: true });
        expect(await field.getAttribute('aria-describedby')).toBe('count-expensive-error');
        expect(await page.evaluate(() => JSON.parse(localStorage.cart).expensive.count)).toBe(4);
      }
      // The message stays until the new count is stored.
      await field.fill('20');
      expect(await message.count()).toBe(1);
      await field.press('Enter');
      await message.waitFor({ state: 'detached' });
      await eventually(() => page.evaluate(() => JSON.parse(localStorage.cart).expensive.count)).toBe(20);
      // 20 × 124.50.
      await eventually(() => mainText(page)).toMatch(totals[locale]);

      // A button replaces the typed text: one less than the stored 20.
      await field.fill('x');
      await field.blur();
      await message.waitFor();
      await page.locator('main').getByRole('button', { name: messages[locale].count.less }).click();
      await message.waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe('19');
      expect(await stepperBorder(page)).toMatchObject({ isDoubled: false });
    },
  );
});
