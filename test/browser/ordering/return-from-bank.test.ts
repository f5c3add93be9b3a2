import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { eventually, messages, open } from '../../support/browser/browser.ts';
import { shopWithFakeBank, swedbank } from '../../support/orders/paying.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = await shopWithFakeBank([{ id: 'tire', stock: { ringtee: 40, annelinn: 40 } }]);
const t = messages.en.success;
const paidLine = (page: Page) => page.getByText(/We have received your payment/);

const paymentTexts = [
  ['ee', /raha kaduma läinud: saatsime Teile e-kirja/],
  ['en', /the payment is not lost: we have emailed you/],
  ['ru', /деньги не пропали: мы отправили вам письмо/],
] as const;

describe('a return from the bank', () => {
  /** Places an order, pays it at the bank, and returns its number and the return URL. */
  async function payAtBank(locale: Locale = 'en') {
    const paidOnline = { paymentMethod: swedbank, locale };
    const { number } = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, paidOnline);
    const order = shop.db.kysely.selectFrom('orders').select('id').where('number', '=', number);
    const payments = shop.db.kysely.selectFrom('payments').select('redirect_url').where('order_id', '=', order);
    const { redirect_url } = await payments.executeTakeFirstOrThrow();
    const body = new URLSearchParams({ action: 'pay' });
    const answer = await fetch(redirect_url ?? '', { method: 'POST', body, redirect: 'manual' });
    return { number, returnUrl: answer.headers.get('location') ?? '' };
  }

  test('opens the paid order in a browser that has not stored it', async () => {
    const { number, returnUrl } = await payAtBank();
    const page = await shop.visit({ language: 'en' });
    await page.goto(returnUrl);
    await page.getByText(t.keepLink).waitFor();
    await paidLine(page).waitFor();
    const address = page.url();
    expect(address).toContain(`/success?order=${number}#`);
    // "Save the link to this page: it opens your order."
    const secondPage = await shop.visit({ language: 'en' });
    await secondPage.goto(address);
    await paidLine(secondPage).waitFor();
  });

  test('a link that lost the order number says how to find the order', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/success#token');
    await page.getByRole('heading', { name: t.unknown }).waitFor();
    await page.getByText(t.unknownHelp).waitFor();
  });

  test('with a used code says in every language that the payment arrived and a mail was sent', async () => {
    const { number, returnUrl } = await payAtBank();
    // A code can be used only once.
    await fetch(returnUrl, { redirect: 'manual' });
    const page = await shop.visit();
    for (const [language, text] of paymentTexts) {
      await open(page, `${localizedPath('/success', language)}?order=${number}`);
      const main = page.getByRole('main');
      await main.getByRole('heading', { name: messages[language].success.openByMail }).waitFor();
      await main.getByText(text).waitFor();
      expect(await main.textContent()).not.toContain(messages[language].success.unknown);
    }
  });

  test('says in every language that the payment arrived and a mail was sent while the order cannot be loaded', async () => {
    shop.allowErrors(/status of 503/);
    const page = await shop.visit();
    for (const [language, text] of paymentTexts) {
      const { success } = messages[language];
      const { returnUrl } = await payAtBank(language);
      await page.route('**/api/v1/orders/*', (route) => route.fulfill({ status: 503 }));
      await page.goto(returnUrl);
      const main = page.getByRole('main');
      await main.getByText(success.failed).waitFor();
      await main.getByText(text).waitFor();
      await page.unroute('**/api/v1/orders/*');
      await main.getByRole('button', { name: success.retry }).click();
      await main.getByText(success.keepLink).waitFor();
    }
  });

  test('to the browser that placed the order adds the token to the URL', async () => {
    const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod: swedbank });
    const orders = JSON.stringify([{ number, token }]);
    const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true', orders } });
    await open(page, `/en/success?order=${number}`);
    await eventually(() => new URL(page.url()).hash).toBe(`#${token}`);
  });
});

test('ignores a payment state in the URL', async () => {
  const { number, token } = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod: swedbank });
  const page = await shop.visit({
    language: 'en',
    storage: { isCookieAccepted: 'true', orders: JSON.stringify([{ number, token }]) },
  });
  const claims = { merchantReference: number, paymentStatus: 'PAID' };
  const { orderToken } = JSON.parse(shop.bank.signed(claims).body) as { orderToken: string };
  await open(page, `/en/success?order=${number}&status=paid&payment-status=PAID&order-token=${orderToken}`);
  const statusLine = (text: string) => page.locator('main [role=status]').filter({ hasText: text });
  await statusLine(t.money.unpaid).waitFor();
  await statusLine(messages.en.orderStatus.awaiting_payment).waitFor();
  await page.getByRole('link', { name: /^Pay €/ }).waitFor();
  expect(await paidLine(page).count()).toBe(0);
  const orders = shop.db.kysely.selectFrom('orders').select('status').where('number', '=', number);
  expect((await orders.executeTakeFirstOrThrow()).status).toBe('awaiting_payment');
});
