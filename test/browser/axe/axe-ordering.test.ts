import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, open, words } from '../../support/browser/browser.ts';
import { fillIn, ordering, submit, waitForRefusal } from '../../support/orders/ordering.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 40 } }] });

const fails = /Failed to load resource/;
const t = words.en;

/** Opens the optional fields. */
async function openMore(page: Page): Promise<void> {
  await page.locator('form').getByRole('checkbox').first().check();
  await page.locator('#field-company-name').waitFor();
  await page.locator('input[name=fulfilment][value=fitting]').check();
  await page.locator('#field-plate').waitFor();
}

describe('axe finds nothing on the order page', () => {
  test.each(localeIds)('with every field invalid, in %s', async (language) => {
    const { order } = words[language];
    const page = await ordering(shop, 'tire', { language });
    await openMore(page);
    await page.locator('#field-plate').fill('!');
    await page.getByRole('button', { name: order.submit }).click();
    await page.getByText(order.errorsTitle).waitFor();
    // Name, e-mail, phone, company and its code, branch, plate, payment and terms.
    expect(await page.locator('form p[id$=-error]').count()).toBe(9);
    await expectAccessible(page, 'errors');
  });

  test('filled in, and refused', async () => {
    shop.allowErrors(fails);
    const page = await ordering(shop, 'tire');
    await fillIn(page);
    await expectAccessible(page, 'filled in');
    await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 409, json: { code: 'price-changed' } }));
    await submit(page);
    await waitForRefusal(page, t.refusal['price-changed']);
    await expectAccessible(page, 'refused');
  });

  test('without a response', async () => {
    shop.allowErrors(fails);
    const page = await ordering(shop, 'tire', { language: 'ru' });
    await fillIn(page, { language: 'ru' });
    await page.route('**/api/v1/orders', (route) => route.abort());
    await page.getByRole('button', { name: words.ru.order.submit }).click();
    await page.locator('form').getByText(words.ru.refusal.title).waitFor();
    await page.reload();
    await page.getByText(words.ru.order.openAttempt).waitFor();
    await expectAccessible(page, 'open attempt');
  });

  test('with an empty cart', async () => {
    const page = await shop.visit({ language: 'ee', kept: { isCookieAccepted: 'true' } });
    await open(page, '/order');
    await page.getByText(words.ee.order.emptyCart).waitFor();
    await expectAccessible(page, 'nothing to order');
  });
});

describe('axe finds nothing after the order', () => {
  test('for every way of payment and collection', { timeout: 300_000 }, async () => {
    const page = await shop.visit({ kept: { isCookieAccepted: 'true' } });
    for (const [locale, changes] of [
      ['ru', { paymentMethod: 'pay_at_branch' }],
      ['ee', { paymentMethod: 'bank_transfer', fulfilment: 'fitting', plate: '123 ABC', note: '…' }],
      ['en', { company: { name: 'Rool OÜ', regCode: '12345678', vatNumber: '' } }],
    ] as const) {
      const { number, token } = await placedOrder(shop.address, { id: 'tire', price: 79.9 }, { locale, ...changes });
      await open(page, href('success', locale, `?order=${number}#${token}`));
      await page.getByRole('button', { name: words[locale].success.print }).waitFor();
      await expectAccessible(page, locale);
    }
  });

  test('that is cancelled, or unknown', async () => {
    shop.allowErrors(fails);
    const { number, token } = await placedOrder(shop.address, { id: 'tire', price: 79.9 });
    await shop.db.kysely.updateTable('orders').set({ status: 'cancelled' }).where('number', '=', number).execute();
    const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
    await open(page, `/en/success?order=${number}#${token}`);
    await page.getByText(t.success.closed.cancelled).waitFor();
    await expectAccessible(page, 'cancelled');
    await open(page, '/en/success?order=R26-00000#none');
    await page.getByText(t.success.unknown).first().waitFor();
    await expectAccessible(page, 'unknown');
  });
});
