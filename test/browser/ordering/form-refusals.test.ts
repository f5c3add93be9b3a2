import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, collapseSpaces, eventually, messages, open } from '../../support/browser/browser.ts';
import { form, items } from '../../support/orders/order-form.ts';
import {
  fillOrderForm,
  focusedText,
  openOrderPage,
  orderedCounts,
  submit,
  waitForPlacedOrder,
  waitForRefusal,
} from '../../support/orders/ordering.ts';

const tireIds = ['dearer', 'fewer', 'limited', 'plain'];
const shop = browserShop({ tires: tireIds.map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = messages.en;

/** Notifies the shop of a changed tire, and waits until the API returns its new price or stock. */
async function publishChange(id: string, change: { price: number } | { available: number }): Promise<void> {
  await shop.db.pool.query("select pg_notify('catalogue', 'all')");
  const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=${id}`)).json();
  await eventually(answer).toMatchObject({ items: [change] });
}

describe('a refused order keeps the cart and shows the reason', () => {
  test('changed price: the cart shows the new price, and the order succeeds with it', async () => {
    shop.allowErrors(/status of 409/);
    const page = await openOrderPage(shop, 'dearer');
    await fillOrderForm(page);
    // Without a notification: the catalogue in memory keeps the old price.
    await shop.db.kysely.updateTable('tires').set({ price_cents: 8490 }).where('id', '=', 'dearer').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['price-changed']);
    await eventually(() => focusedText(page)).toContain(t.refusal.title);
    await eventually(async () => collapseSpaces(await page.locator('aside').textContent())).toContain('Total€339.60');
    expect(await orderedCounts(shop, 'dearer')).toEqual([]);

    await publishChange('dearer', { price: 84.9 });
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.waitForURL('**/en/cart');
    await eventually(async () => collapseSpaces(await page.locator('main').textContent())).toContain('Total €339.60');
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillOrderForm(page);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await orderedCounts(shop, 'dearer')).toEqual([4]);
  });

  test('too little stock: the cart offers the available count', async () => {
    shop.allowErrors(/status of 409/);
    const page = await openOrderPage(shop, 'fewer');
    await fillOrderForm(page);
    await shop.db.kysely.updateTable('stock').set({ on_hand: 1 }).where('tire_id', '=', 'fewer').execute();
    await submit(page);
    await waitForRefusal(page, t.refusal['out-of-stock']);
    await eventually(() => focusedText(page)).toContain(t.refusal.title);
    expect(await orderedCounts(shop, 'fewer')).toEqual([]);

    await publishChange('fewer', { available: 2 });
    await page.locator('form').getByRole('link', { name: t.refusal.toCart }).click();
    await page.getByText(/Only 2 left\./).waitFor();
    await page.getByText(t.obstacle.fixFirst).waitFor();
    expect(await page.getByRole('link', { name: t.cart.toOrder, exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change to 2' }).click();
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillOrderForm(page);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await orderedCounts(shop, 'fewer')).toEqual([2]);
  });

  test('too many unpaid orders, with the phone number', async () => {
    shop.allowErrors(/status of 429/);
    const address = 'many@example.com';
    const customer = { name: 'Mari Maasikas', email: address, phone: '+372 5123 4567' };
    for (let order = 0; order < shopConfig.limits.openOrdersPerEmail; order++) {
      const { status } = await fetch(`${shop.address}/api/v1/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(form({ customer, items: items(['limited', 1]) })),
      });
      expect(status).toBe(201);
    }
    const page = await openOrderPage(shop, 'limited');
    await fillOrderForm(page, { email: address });
    await submit(page);
    await waitForRefusal(page, `call ${shopConfig.phones[0]}`);
    expect(await orderedCounts(shop, 'limited')).toEqual([1, 1, 1]);
  });
});

const nameErrors = { ee: 'Nimi ei sobi', en: 'Name is not valid', ru: 'Имя и фамилия: недопустимое значение' };
const methodErrors = {
  ee: 'Makseviis ei sobi',
  en: 'Payment method is not valid',
  ru: 'Способ оплаты: недопустимое значение',
};
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

test('errors from the API appear at their fields in every language, also for a name that PostgreSQL cannot store and a payment method that is gone', async () => {
  shop.allowErrors(/status of 400/);
  const page = await shop.visit({ storage: { cart: await cartOf(shop.address, { plain: 4 }) } });
  // A method that the shop has ceased to offer since the page opened.
  await page.route('**/api/v1/payment/methods?*', async (route) => {
    const answer = await route.fetch();
    const methods = (await answer.json()) as { id: string }[];
    await route.fulfill({ json: [...methods, { ...methods[0], id: 'gone', label: 'Gone' }] });
  });
  for (const locale of localeIds) {
    await open(page, localizedPath('/order', locale));
    await fillOrderForm(page, { language: locale });
    const submitButton = page.getByRole('button', { name: messages[locale].order.submit });
    const nameField = page.locator('#field-customer-name');

    // A lone surrogate, which some keyboards produce. React replaces the setter of the element, so this calls the prototype's.
    await nameField.evaluate((input: HTMLInputElement) => {
      const name = `Mari ${String.fromCharCode(0xd83d)}`;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await submitButton.click();
    await eventually(() => page.locator('#field-customer-name-error').textContent()).toBe(nameErrors[locale]);

    await nameField.fill('Mari Maasikas');
    await page.getByRole('radio', { name: /^Gone/ }).check();
    await submitButton.click();
    await eventually(() => page.locator('#field-paymentMethod-error').textContent()).toBe(methodErrors[locale]);

    await page.getByRole('radio', { name: messages[locale].payment.pay_at_branch.label }).check();
    const refusedFields = ['customer.name', 'customer.email', 'note', 'customer.phone', 'branch'];
    const errors = ['minLength', 'maxLength', 'integer', 'phone', 'unknown'].map((code, i) => ({
      path: refusedFields[i],
      code,
    }));
    await page.route('**/api/v1/orders', (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', json: { code: 'validation', errors } }),
    );
    await submitButton.click();
    const fieldError = (path: string) => `field-${path.replaceAll('.', '-')}-error`;
    for (const [i, path] of refusedFields.entries()) {
      const error = page.locator(`#${fieldError(path)} strong`);
      await eventually(() => error.textContent()).toBe(errorTextsByLocale[locale][i]);
      expect(await page.locator(`[aria-describedby~="${fieldError(path)}"]`).count()).toBe(1);
    }
    await eventually(() => focusedText(page)).toContain(messages[locale].refusal.validation);
    await page.unroute('**/api/v1/orders');
  }
});
