import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectContentAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, messages, open } from '../../support/browser/browser.ts';
import {
  chooseFitting,
  fillOrderForm,
  openOrderPage,
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

/** Waits until times that load again are no longer pale, and scrolls up, where the back-to-top button covers no card. */
async function settle(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo(0, 0));
}

describe('axe finds no violations on the order page', () => {
  const submitIn = (page: Page, { order }: (typeof messages)[Locale]) =>
    page.getByRole('button', { name: order.submit }).click();

  test('with every field invalid, with fitting times, and after the chosen one was taken, in every language', async () => {
    shop.allowErrors(failedRequest);
    const page = await openOrderPage(shop, 'tire', { language: 'ee' });
    for (const language of localeIds) {
      const { order, refusal, fittingDays } = messages[language];
      if (language !== 'ee') await open(page, href('order', language));
      await openOptionalFields(page);
      await page.locator('#field-plate').fill('!');
      await submitIn(page, messages[language]);
      await page.getByText(order.errorsTitle).waitFor();
      // Name, e-mail, phone, company name, registry code, branch, plate, payment method and terms.
      expect(await page.locator('form p[id$=-error]').count()).toBe(9);
      await expectContentAccessible(page, `errors in ${language}`, scopeIn(language));

      await page.locator('#field-plate').fill('');
      await page.locator('form').getByRole('checkbox').first().uncheck();
      await fillOrderForm(page, { language });
      await chooseFitting(page);
      await settle(page);
      await expectContentAccessible(page, `times in ${language}`, scopeIn(language));
      await page.getByRole('button', { name: fittingDays.later }).click();
      await timeLabels(page).last().click();
      await settle(page);
      await expectContentAccessible(page, `more days, with a chosen time, in ${language}`, scopeIn(language));
      const starts = await page
        .locator('input[name="fitting.at"]:not([value=call])')
        .evaluateAll((radios) => radios.slice(0, 3).map((radio) => (radio as HTMLInputElement).value));
      await page.route('**/api/v1/orders', (route) =>
        route.fulfill({ status: 409, json: { code: 'slot-taken', starts } }),
      );
      await submitIn(page, messages[language]);
      await page.locator('form').getByText(refusal['slot-taken']).waitFor();
      await page.getByRole('group', { name: fittingDays.nearest }).waitFor();
      await settle(page);
      await expectContentAccessible(page, `taken in ${language}`, scopeIn(language));
      await page.unroute('**/api/v1/orders');
    }
  });

  test('filled in, after a refused order, and after one without a response', async () => {
    shop.allowErrors(failedRequest);
    const page = await openOrderPage(shop, 'tire', { language: 'ru' });
    await fillOrderForm(page, { language: 'ru' });
    await settle(page);
    await expectContentAccessible(page, 'filled in');
    const { order, refusal } = messages.ru;
    await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 409, json: { code: 'price-changed' } }));
    await submitIn(page, messages.ru);
    await waitForRefusal(page, refusal['price-changed']);
    await settle(page);
    await expectContentAccessible(page, 'refused');
    await page.unroute('**/api/v1/orders');
    await page.route('**/api/v1/orders', (route) => route.abort());
    await submitIn(page, messages.ru);
    await waitForRefusal(page, refusal.unconfirmedTitle);
    await page.reload();
    await page.getByText(order.openAttempt).waitFor();
    await expectContentAccessible(page, 'open attempt');
  });
});

test('axe finds no violations on the success page, for offline payment methods, collection and fitting', async () => {
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

test('axe finds no violations for a cancelled order, an unknown order and an order without tires', async () => {
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
  await open(page, '/en/order');
  await page.getByText(t.order.emptyCart).waitFor();
  await expectContentAccessible(page, 'without tires');
});
