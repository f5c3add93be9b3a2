import { describe, expect, test } from 'vitest';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import type { OrderView } from '../../../src/shop/order/order-view.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, messages, open } from '../../support/browser/browser.ts';
import { items } from '../../support/orders/order-form.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 200, annelinn: 200 } }] });

async function firstStart(): Promise<string> {
  const answer = await fetch(`${shop.address}/api/v1/fitting/slots?branch=ringtee&items=tire:4`);
  const { days } = (await answer.json()) as FittingSlots;
  return days.flatMap(({ starts }) => starts)[0]?.at ?? '';
}

/** Opens the page of an order for fitting that is paid at the branch; `at`: with this appointment. */
async function openOrder(language: Locale, at: string | null) {
  const fitting = at && { at, vehicle: 'car', storage: false, earlier: false };
  const customer = { name: 'Mari Maasikas', email: `mari-${language}-${at}@example.com`, phone: '+372 5123 4567' };
  const changes = { fulfilment: 'fitting', items: items(['tire', 4]), fitting, locale: language };
  const order = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, at ? changes : { ...changes, customer });
  const page = await shop.visit({ language, storage: { isCookieAccepted: 'true' } });
  await open(page, localizedPath(`/success?order=${order.number}#${order.token}`, language));
  await page.getByRole('heading', { name: messages[language].fittingTime.title }).waitFor();
  return { page, order };
}

const viewOf = async ({ number, token }: { number: string; token: string }) => {
  const answer = await fetch(`${shop.address}/api/v1/orders/${number}`, { headers: { 'order-token': token } });
  return ((await answer.json()) as { order: OrderView }).order;
};

describe.each<[Locale, tooEarly: RegExp, tooMany: RegExp]>([
  ['ee', /pärast Teie paigalduse aega/, /mitu maksmata tellimust/],
  ['ru', /позже, чем наступит ваше время установки/, /несколько неоплаченных заказов/],
  ['en', /after your fitting time/, /several unpaid orders/],
])('in %s', (language, tooEarly, tooMany) => {
  const t = messages[language];

  test('a payment method that makes the time too early is refused with a message, and accepted if the buyer gives up the time', async () => {
    shop.allowErrors(/409/);
    const { page, order } = await openOrder(language, await firstStart());
    await page.getByText(t.success.pay.otherwise, { exact: true }).click();
    await page.getByRole('radio', { name: t.payment.bank_transfer.label }).check();
    await page.getByRole('button', { name: t.success.pay.go, exact: true }).click();
    await page.getByText(tooEarly).waitFor();
    await expectAccessible(page, language);
    expect(await viewOf(order)).toMatchObject({ paymentMethod: 'pay_at_branch', fitting: { state: 'booked' } });
    await page.getByRole('button', { name: t.success.pay.freeTime }).click();
    await page.getByText(t.fittingTime.freed.changed).waitFor();
    expect(await viewOf(order)).toMatchObject({ paymentMethod: 'bank_transfer', fitting: { state: 'freed' } });
  });

  test('an appointment is refused with a message when the buyer has too many unpaid ones', async () => {
    shop.allowErrors(/429/);
    const { page } = await openOrder(language, null);
    await page.route('**/fitting', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 429, json: { code: 'too-many-appointments', limit: 'email' } })
        : route.continue(),
    );
    await page.getByText(t.fittingTime.choose, { exact: true }).click();
    await page.locator('label:has(input[name="fitting-at"])').first().click();
    await page.getByRole('button', { name: t.fittingTime.form.book }).click();
    await page.getByText(tooMany).waitFor();
  });
});
