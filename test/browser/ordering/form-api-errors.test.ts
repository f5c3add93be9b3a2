import { describe, expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, eventually, messages, open } from '../../support/browser/browser.ts';
import { fillOrderForm, focusedText, openOrderPage } from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: [{ id: 'plain', stock: { ringtee: 40, annelinn: 40 } }] });

describe('error messages from the API', () => {
  const errorTextsByLocale = {
    ee: ['Liiga lühike', 'Liiga pikk', 'Peab olema täisarv', 'Vale telefoninumber', 'Filiaal ei sobi'],
    en: ['Too short', 'Too long', 'Must be a whole number', 'Invalid phone number', 'Branch is not valid'],
    ru: [
      'Слишком коротко',
      'Слишком длинно',
      'Должно быть целое число',
      'Некорректный номер телефона',
      'Филиал: недопустимое значение',
    ],
  };
  test.each(localeIds)('appear at their fields, in %s', async (locale) => {
    shop.allowErrors(/status of 400/);
    const page = await openOrderPage(shop, 'plain', { language: locale });
    const refusedFields = ['customer.name', 'customer.email', 'note', 'customer.phone', 'branch'];
    const errors = ['minLength', 'maxLength', 'integer', 'phone', 'unknown'].map((code, i) => ({
      path: refusedFields[i],
      code,
    }));
    await page.route('**/api/v1/orders', (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', json: { code: 'validation', errors } }),
    );
    await fillOrderForm(page, { language: locale });
    await page.getByRole('button', { name: messages[locale].order.submit }).click();
    await eventually(() => focusedText(page)).toContain(messages[locale].refusal.validation);
    for (const [i, path] of refusedFields.entries()) {
      const id = `field-${path.replaceAll('.', '-')}`;
      expect(await page.locator(`#${id}-error strong`).textContent()).toBe(errorTextsByLocale[locale][i]);
      expect(await page.locator(`[aria-describedby~="${id}-error"]`).count()).toBe(1);
    }
  });

  const methodErrors = {
    ee: 'Makseviis ei sobi',
    en: 'Payment method is not valid',
    ru: 'Способ оплаты: недопустимое значение',
  };
  test.each(localeIds)('name the field when the code has no message of its own, in %s', async (locale) => {
    shop.allowErrors(/status of 400/);
    const page = await shop.visit({ language: locale, storage: { cart: await cartOf(shop.address, { plain: 4 }) } });
    // A method that the shop has ceased to offer since the page opened.
    await page.route('**/api/v1/payment/methods?*', async (route) => {
      const answer = await route.fetch();
      const methods = (await answer.json()) as { id: string }[];
      await route.fulfill({ json: [...methods, { ...methods[0], id: 'gone', label: 'Gone' }] });
    });
    await open(page, localizedPath('/order', locale));
    await fillOrderForm(page, { language: locale });
    await page.getByRole('radio', { name: /^Gone/ }).check();
    await page.getByRole('button', { name: messages[locale].order.submit }).click();
    await eventually(() => page.locator('#field-paymentMethod-error').textContent()).toBe(methodErrors[locale]);
  });
});

const nameErrors = { ee: 'Nimi ei sobi', en: 'Name is not valid', ru: 'Имя и фамилия: недопустимое значение' };
test.each(localeIds)('a name that PostgreSQL cannot store is not valid, in %s', async (locale) => {
  const page = await openOrderPage(shop, 'plain', { language: locale });
  await fillOrderForm(page, { language: locale });
  // A lone surrogate, which some keyboards produce. React replaces the setter of the element, so this calls the prototype's.
  await page.locator('#field-customer-name').evaluate((input: HTMLInputElement) => {
    const name = `Mari ${String.fromCharCode(0xd83d)}`;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByRole('button', { name: messages[locale].order.submit }).click();
  await eventually(() => page.locator('#field-customer-name-error').textContent()).toBe(nameErrors[locale]);
});
