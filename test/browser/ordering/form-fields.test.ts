import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { browserShop, eventually, words } from '../../support/browser/browser.ts';
import { fillIn, focused, ordering, placed, submit } from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: ['plain', 'hidden'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = words.en;
const required = { ee: 'Kohustuslik väli', en: 'Required field', ru: 'Обязательное поле' };
const email = { ee: 'Vale e-mail', en: 'Invalid email', ru: 'Некорректный email' };

const labels = {
  ee: { name: 'Nimi', email: 'E-post', phone: 'Telefon' },
  en: { name: 'Name', email: 'E-mail', phone: 'Phone' },
  ru: { name: 'Имя', email: 'Электронная почта', phone: 'Телефон' },
};

test.each(localeIds)('name, e-mail and phone have their labels, in %s', async (locale) => {
  const page = await ordering(shop, 'plain', { language: locale });
  for (const [name, label] of Object.entries(labels[locale])) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute('id')).toBe(`field-customer-${name}`);
  }
});

describe('messages', () => {
  test.each(localeIds)('of an empty form, in %s', async (locale) => {
    const page = await ordering(shop, 'plain', { language: locale });
    const { order } = words[locale];
    await page.getByRole('button', { name: order.submit }).click();

    await eventually(() => focused(page)).toContain(order.errorsTitle);
    const lines = page.locator('form a[href^="#field-"]');
    const missing = ['name', 'email', 'phone', 'branch', 'fulfilment', 'paymentMethod', 'terms'] as const;
    expect(await lines.allTextContents()).toEqual(missing.map((field) => `${order[field]}: ${required[locale]}`));
    expect(await page.getByText(required[locale], { exact: true }).count()).toBe(missing.length);
    for (const line of await lines.all()) {
      await line.click();
      expect(`#${await page.evaluate(() => document.activeElement?.id)}`).toBe(await line.getAttribute('href'));
    }

    await page.getByLabel(order.email, { exact: true }).fill('mari');
    await page.getByLabel(order.email, { exact: true }).blur();
    await page.getByText(email[locale], { exact: true }).waitFor();
  });

  test('appear when a field is left or changed, not while typing', async () => {
    const page = await ordering(shop, 'plain');
    const field = page.getByLabel(t.order.email, { exact: true });
    const message = page.locator('#field-customer-email-error');
    // A message that is sure to appear shows that the others would have appeared by now.
    const terms = page.locator('#field-acceptTerms');
    const settled = async () => {
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await page.locator('#field-acceptTerms-error').waitFor();
    };

    await field.pressSequentially('mari');
    await settled();
    expect(await message.count()).toBe(0);
    await field.blur();
    await message.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain('field-customer-email-error');

    await field.press('End');
    await field.pressSequentially('@example.com');
    await settled();
    expect(await message.textContent()).toBe(email.en);
    await field.blur();
    await message.waitFor({ state: 'detached' });

    await field.focus();
    await field.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'nobody');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await message.waitFor();
  });

  test('appear at once when a value is set by code: a choice, a tick', async () => {
    const page = await ordering(shop, 'plain');
    await submit(page);
    const messages = page.getByText(required.en, { exact: true });
    await eventually(() => messages.count()).toBe(7);
    await page.getByRole('radio', { name: /^Annelinn/ }).evaluate((choice: HTMLInputElement) => choice.click());
    await page.locator('#field-branch-error').waitFor({ state: 'detached' });
    const terms = page.locator('#field-acceptTerms');
    await terms.evaluate((box: HTMLInputElement) => box.click());
    await page.locator('#field-acceptTerms-error').waitFor({ state: 'detached' });
    expect(await messages.count()).toBe(5);
    await terms.evaluate((box: HTMLInputElement) => box.click());
    await page.locator('#field-acceptTerms-error').waitFor();
  });

  const notNames = {
    ee: ['Siia ei sobi veebiaadress ega @-märk', 'Tekstis on nähtamatuid märke, palun tippige uuesti'],
    en: ['No web addresses or @ here', 'Contains invisible characters, please type it again'],
    ru: ['Веб-адрес и знак @ здесь не подходят', 'В тексте есть невидимые символы, введите его заново'],
  };
  test.each(localeIds)('of a name with a link or with hidden characters, in %s', async (locale) => {
    const page = await ordering(shop, 'plain', { language: locale });
    const field = page.getByLabel(words[locale].order.name, { exact: true });
    const message = page.locator('#field-customer-name-error');
    for (const [n, name] of ['claim at https://evil.example/win', 'Mari\u202e'].entries()) {
      await field.fill(name);
      await field.blur();
      await eventually(() => message.textContent()).toBe(notNames[locale][n]);
    }
    await field.fill('Rehv24.ee OÜ');
    await field.blur();
    await message.waitFor({ state: 'detached' });
  });

  test('are of the first failing rule, one for each field', async () => {
    const page = await ordering(shop, 'plain');
    for (const [name, value, message] of [
      ['name', '  ', required.en],
      ['name', 'M', t.validation.minLength],
      ['name', 'm'.repeat(101), t.validation.maxLength],
      ['email', '\t', required.en],
      ['email', 'no address '.repeat(30), t.validation.maxLength],
      ['email', 'no address', email.en],
      ['phone', '', required.en],
      ['phone', '12', t.validation.phone],
    ] as const) {
      const field = page.getByLabel(t.order[name], { exact: true });
      await field.fill(value);
      await field.blur();
      const messages = page.locator(`div:has(> #field-customer-${name}) > p.text-bad`);
      await eventually(() => messages.allTextContents()).toEqual([message]);
    }
  });

  const codes = {
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
  test.each(localeIds)('of the shop’s refusal appear at their fields, in %s', async (locale) => {
    shop.allowErrors(/status of 400/);
    const page = await ordering(shop, 'plain', { language: locale });
    const refused = ['customer.name', 'customer.email', 'note', 'customer.phone', 'branch'];
    const errors = ['minLength', 'maxLength', 'integer', 'phone', 'unknown'].map((code, i) => ({
      path: refused[i],
      code,
    }));
    await page.route('**/api/v1/orders', (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', json: { code: 'validation', errors } }),
    );
    await fillIn(page, { language: locale });
    await page.getByRole('button', { name: words[locale].order.submit }).click();
    await eventually(() => focused(page)).toContain(words[locale].refusal.validation);
    for (const [i, path] of refused.entries()) {
      const id = `field-${path.replaceAll('.', '-')}`;
      expect(await page.locator(`#${id}-error`).textContent()).toBe(codes[locale][i]);
      expect(await page.locator(`[aria-describedby~="${id}-error"]`).count()).toBe(1);
    }
  });

  test('of hidden fields do not block the order', async () => {
    const page = await ordering(shop, 'hidden');
    await fillIn(page);
    await page.getByRole('radio', { name: t.order.fitting }).check();
    await page.getByLabel(t.order.plate).fill('!');
    await page.getByLabel(t.order.forCompany).check();
    await submit(page);
    await eventually(() => page.locator('form a[href^="#field-"]').allTextContents()).toEqual([
      `${t.order.companyName}: ${required.en}`,
      `${t.order.regCode}: ${required.en}`,
      `${t.order.plate}: ${t.validation.plate}`,
    ]);
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByLabel(t.order.forCompany).uncheck();
    await submit(page);
    await placed(page);
    const order = await shop.db.kysely
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .select(['plate', 'company', 'fulfilment'])
      .where('tire_id', '=', 'hidden')
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ plate: null, company: null, fulfilment: 'pickup' });
  });
});
