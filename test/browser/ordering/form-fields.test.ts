import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { browserShop, eventually, messages } from '../../support/browser/browser.ts';
import {
  fillOrderForm,
  focusedText,
  openOrderPage,
  submit,
  waitForPlacedOrder,
} from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: ['plain', 'hidden'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })) });
const t = messages.en;
const requiredText = { ee: 'Kohustuslik väli', en: 'Required field', ru: 'Обязательное поле' };
const invalidEmail = { ee: 'Vale e-mail', en: 'Invalid email', ru: 'Некорректный email' };

const labels = {
  ee: { name: 'Nimi', email: 'E-post', phone: 'Telefon' },
  en: { name: 'Name', email: 'Email', phone: 'Phone' },
  ru: { name: 'Имя и фамилия', email: 'Электронная почта', phone: 'Телефон' },
};

/** The texts that describe a field. */
const describedBy = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

describe('error messages', () => {
  const nameErrors = {
    ee: ['Siia ei sobi veebiaadress ega @-märk', 'Tekstis on nähtamatuid märke, palun tippige uuesti'],
    en: ['No web addresses or @ here', 'Contains invisible characters; please type it again'],
    ru: ['Здесь нельзя вводить веб-адрес или знак @', 'В тексте есть невидимые символы, введите его заново'],
  };
  test.each(localeIds)(
    'link to the labelled fields of an empty form, and reject a name with a link or with invisible characters, in %s',
    async (locale) => {
      const page = await openOrderPage(shop, 'plain', { language: locale });
      const { order } = messages[locale];
      for (const [name, label] of Object.entries(labels[locale])) {
        expect(await page.getByLabel(label, { exact: true }).getAttribute('id')).toBe(`field-customer-${name}`);
      }
      await page.getByRole('button', { name: order.submit }).click();

      await eventually(() => focusedText(page)).toContain(order.errorsTitle);
      const errorLinks = page.locator('form a[href^="#field-"]');
      const missing = ['name', 'email', 'phone', 'branch', 'fulfilment', 'paymentMethod', 'terms'] as const;
      expect(await errorLinks.allTextContents()).toEqual(missing.map((field) => order.advice[field]));
      for (const field of await page.locator('[aria-invalid=true][aria-describedby]').all())
        expect(await describedBy(field)).toMatch(new RegExp(`${requiredText[locale]}\\. \\S`));
      expect(await page.getByText(requiredText[locale], { exact: true }).count()).toBe(missing.length);
      for (const link of await errorLinks.all()) {
        await link.click();
        expect(`#${await page.evaluate(() => document.activeElement?.id)}`).toBe(await link.getAttribute('href'));
      }

      await page.getByLabel(order.email, { exact: true }).fill('mari');
      await page.getByLabel(order.email, { exact: true }).blur();
      await page.getByText(invalidEmail[locale], { exact: true }).waitFor();
      expect(await describedBy(page.getByLabel(order.email, { exact: true }))).toBe(
        `${invalidEmail[locale]}. ${order.advice.email}`,
      );

      const nameField = page.getByLabel(order.name, { exact: true });
      const message = page.locator('#field-customer-name-error');
      for (const [index, name] of ['claim at https://evil.example/win', 'Mari\u202e'].entries()) {
        await nameField.fill(name);
        await nameField.blur();
        await eventually(() => message.textContent()).toBe(nameErrors[locale][index]);
      }
      await nameField.fill('Rehv24.ee OÜ');
      await nameField.blur();
      await message.waitFor({ state: 'detached' });
    },
  );

  test('mark every control alike, fields, cards and the checkbox, and change at once when code clicks radio buttons and checkboxes', async () => {
    const page = await openOrderPage(shop, 'plain');
    const look = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopColor, boxShadow } = getComputedStyle(element);
          return [borderTopColor, boxShadow];
        });
    const cards = ['branch', 'fulfilment', 'paymentMethod'].map((name) => `label:has(input[name=${name}])`);
    await page.locator('input[name=paymentMethod]').first().waitFor();
    const before = await look('#field-customer-name');
    await submit(page);
    await page.locator('#field-customer-name[aria-invalid]').waitFor();
    const marked = await look('#field-customer-name');
    expect(marked).not.toEqual(before);
    for (const control of [...cards, '#field-acceptTerms'])
      expect([control, await look(control)]).toEqual([control, marked]);

    const errorTexts = page.getByText(requiredText.en, { exact: true });
    await eventually(() => errorTexts.count()).toBe(7);
    await page.getByRole('radio', { name: /^Annelinn/ }).evaluate((choice: HTMLInputElement) => choice.click());
    await page.locator('#field-branch-error').waitFor({ state: 'detached' });
    expect(await look('label:has(input[name=branch]) ~ label')).not.toEqual(marked);
    const terms = page.locator('#field-acceptTerms');
    await terms.evaluate((box: HTMLInputElement) => box.click());
    await page.locator('#field-acceptTerms-error').waitFor({ state: 'detached' });
    expect(await errorTexts.count()).toBe(5);
    await terms.evaluate((box: HTMLInputElement) => box.click());
    await page.locator('#field-acceptTerms-error').waitFor();
  });

  test('appear when a field loses the focus or is changed by autofill, not while typing, and name the first violated rule of each field', async () => {
    const page = await openOrderPage(shop, 'plain');
    const field = page.getByLabel(t.order.email, { exact: true });
    const message = page.locator('#field-customer-email-error');
    // Ticks and unticks the terms: when their message has appeared, any other message would have appeared too.
    const terms = page.locator('#field-acceptTerms');
    const waitForMessages = async () => {
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await terms.evaluate((box: HTMLInputElement) => box.click());
      await page.locator('#field-acceptTerms-error').waitFor();
    };

    await field.pressSequentially('mari');
    await waitForMessages();
    expect(await message.count()).toBe(0);
    await field.blur();
    await message.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain('field-customer-email-error');

    await field.press('End');
    await field.pressSequentially('@example.com');
    await waitForMessages();
    expect(await message.locator('strong').textContent()).toBe(invalidEmail.en);
    await field.blur();
    await message.waitFor({ state: 'detached' });

    // Sets the value as autofill does: React sees the change only through the setter of the prototype, because it replaces the element's own.
    await field.focus();
    await field.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'nobody');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await message.waitFor();

    for (const [name, value, message] of [
      ['name', '  ', requiredText.en],
      ['name', 'M', t.validation.minLength],
      ['name', 'm'.repeat(101), t.validation.maxLength],
      ['email', '\t', requiredText.en],
      ['email', 'no address '.repeat(30), t.validation.maxLength],
      ['email', 'no address', invalidEmail.en],
      ['phone', '', requiredText.en],
      ['phone', '12', t.validation.phone],
    ] as const) {
      const named = page.getByLabel(t.order[name], { exact: true });
      await named.fill(value);
      await named.blur();
      const errorTexts = page.locator(`div:has(> #field-customer-${name}) > p.text-bad > strong`);
      await eventually(() => errorTexts.allTextContents()).toEqual([message]);
    }
  });

  test('do not block the order when their fields are hidden', async () => {
    const page = await openOrderPage(shop, 'hidden');
    await fillOrderForm(page);
    await page.getByRole('radio', { name: new RegExp(`^${t.order.fitting}`) }).check();
    await page.getByLabel(t.order.plate).fill('!');
    await page.getByLabel(t.order.forCompany).check();
    await submit(page);
    await eventually(() => page.locator('form a[href^="#field-"]').allTextContents()).toEqual([
      t.order.advice.companyName,
      t.order.advice.regCode,
      t.order.advice.vehicle,
      t.order.advice.fittingTime,
      t.order.advice.plate,
    ]);
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByLabel(t.order.forCompany).uncheck();
    await submit(page);
    await waitForPlacedOrder(page);
    const order = await shop.db.kysely
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .select(['plate', 'company', 'fulfilment'])
      .where('tire_id', '=', 'hidden')
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ plate: null, company: null, fulfilment: 'pickup' });
  });
});
