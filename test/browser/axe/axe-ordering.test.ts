import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectContentAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, messages, open } from '../../support/browser/browser.ts';
import {
  chooseFitting,
  fillOrderForm,
  openOrderPage,
  submit,
  timeLabels,
  waitForRefusal,
} from '../../support/orders/ordering.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 40 } }] });

const failedRequest = /Failed to load resource/;
const t = messages.en;

/** Shows the fields of a company and of the licence plate. */
async function openOptionalFields(page: Page): Promise<void> {
  await page.locator('form').getByRole('checkbox').first().check();
  await page.locator('#field-company-name').waitFor();
  await page.locator('input[name=fulfilment][value=fitting]').check();
  await page.locator('#field-plate').waitFor();
}

describe('axe finds no violations on the order page', () => {
  test.each(localeIds)('with every field invalid, in %s', async (language) => {
    const { order } = messages[language];
    const page = await openOrderPage(shop, 'tire', { language });
    await openOptionalFields(page);
    await page.locator('#field-plate').fill('!');
    await page.getByRole('button', { name: order.submit }).click();
    await page.getByText(order.errorsTitle).waitFor();
    // Name, e-mail, phone, company name, registry code, branch, plate, payment method and terms.
    expect(await page.locator('form p[id$=-error]').count()).toBe(9);
    await expectContentAccessible(page, 'errors', scopeIn(language));
  });

  test('filled in, and after a refused order', async () => {
    shop.allowErrors(failedRequest);
    const page = await openOrderPage(shop, 'tire');
    await fillOrderForm(page);
    await expectContentAccessible(page, 'filled in');
    await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 409, json: { code: 'price-changed' } }));
    await submit(page);
    await waitForRefusal(page, t.refusal['price-changed']);
    await expectContentAccessible(page, 'refused');
  });

  test.each(localeIds)('with fitting times, and after the chosen one was taken, in %s', async (language) => {
    shop.allowErrors(failedRequest);
    const { order, refusal, fittingDays } = messages[language];
    const page = await openOrderPage(shop, 'tire', { language });
    await fillOrderForm(page, { language });
    await chooseFitting(page);
    /** Waits until times that load again are no longer pale, and scrolls up, where the back-to-top button covers no card. */
    const settle = async () => {
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.evaluate(() => scrollTo(0, 0));
    };
    await settle();
    await expectContentAccessible(page, 'times', scopeIn(language));
    await page.getByRole('button', { name: fittingDays.later }).click();
    await timeLabels(page).last().click();
    await settle();
    await expectContentAccessible(page, 'more days, with a chosen time', scopeIn(language));
    const starts = await page
      .locator('input[name="fitting.at"]:not([value=call])')
      .evaluateAll((radios) => radios.slice(0, 3).map((radio) => (radio as HTMLInputElement).value));
    await page.route('**/api/v1/orders', (route) =>
      route.fulfill({ status: 409, json: { code: 'slot-taken', starts } }),
    );
    await page.getByRole('button', { name: order.submit }).click();
    await page.locator('form').getByText(refusal['slot-taken']).waitFor();
    await page.getByRole('group', { name: fittingDays.nearest }).waitFor();
    await settle();
    await expectContentAccessible(page, 'taken', scopeIn(language));
  });

  test('after an order without a response', async () => {
    shop.allowErrors(failedRequest);
    const page = await openOrderPage(shop, 'tire', { language: 'ru' });
    await fillOrderForm(page, { language: 'ru' });
    await page.route('**/api/v1/orders', (route) => route.abort());
    await page.getByRole('button', { name: messages.ru.order.submit }).click();
    await page.locator('form').getByText(messages.ru.refusal.unconfirmedTitle).waitFor();
    await page.reload();
    await page.getByText(messages.ru.order.openAttempt).waitFor();
    await expectContentAccessible(page, 'open attempt');
  });

  test('with an empty cart', async () => {
    const page = await shop.visit({ language: 'ee', storage: { isCookieAccepted: 'true' } });
    await open(page, '/order');
    await page.getByText(messages.ee.order.emptyCart).waitFor();
    await expectContentAccessible(page, 'empty cart');
  });
});

describe('axe finds no violations on the success page', () => {
  test('for offline payment methods, collection and fitting', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
    for (const [locale, changes] of [
      ['ru', { paymentMethod: 'pay_at_branch' }],
      ['ee', { paymentMethod: 'bank_transfer', fulfilment: 'fitting', plate: '123 ABC', note: '…' }],
      ['en', { company: { name: 'Rool OÜ', regCode: '12345678', vatNumber: '' } }],
    ] as const) {
      const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { locale, ...changes });
      await open(page, href('success', locale, `?order=${number}#${token}`));
      await page.getByRole('button', { name: messages[locale].success.print }).waitFor();
      await expectContentAccessible(page, locale, scopeIn(locale));
    }
  });

  test('of a cancelled and of an unknown order', async () => {
    shop.allowErrors(failedRequest);
    const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 });
    await shop.db.kysely.updateTable('orders').set({ status: 'cancelled' }).where('number', '=', number).execute();
    const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
    await open(page, `/en/success?order=${number}#${token}`);
    await page.getByText(t.success.closed.cancelled).waitFor();
    await expectContentAccessible(page, 'cancelled');
    await open(page, '/en/success?order=R26-00000#none');
    await page.getByText(t.success.unknown).first().waitFor();
    await expectContentAccessible(page, 'unknown');
  });
});
