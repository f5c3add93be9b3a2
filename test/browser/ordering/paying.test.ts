import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually, messages, open, storedValue } from '../../support/browser/browser.ts';
import { recordDocumentLoads, recordRequests } from '../../support/browser/page-life.ts';
import { items } from '../../support/orders/order-form.ts';
import { fillOrderForm, openOrderPage, orderedCounts, submit } from '../../support/orders/ordering.ts';
import { shopWithFakeBank, swedbank } from '../../support/orders/paying.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = await shopWithFakeBank(
  ['journey', 'tire', 'sold', 'unlisted'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })),
);
const { bank } = shop;
const t = messages.en.success;

/** Places an unpaid order and opens its page. */
async function openUnpaidOrder(paymentMethod = swedbank): Promise<{ page: Page; number: string; token: string }> {
  const order = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod });
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, `/en/success?order=${order.number}#${order.token}`);
  await statusLine(page, t.money.title).waitFor();
  return { page, ...order };
}

/** The status line of the order or of its payment with this text. */
const statusLine = (page: Page, text: string) => page.locator('main [role=status]').filter({ hasText: text });
const paidLine = (page: Page) => page.getByText(/We have received your payment/);
const payLink = (page: Page) => page.getByRole('link', { name: /^Pay €/ });

async function statusOf(number: string): Promise<string> {
  const orders = shop.db.kysely.selectFrom('orders').select('status').where('number', '=', number);
  return (await orders.executeTakeFirstOrThrow()).status;
}

test('after paying at the bank the buyer returns to the order; Back places no second order', async () => {
  const page = await openOrderPage(shop, 'journey');
  await fillOrderForm(page);
  await page.getByRole('radio', { name: 'SEB' }).check();
  await submit(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  expect(new URL(page.url()).origin).not.toBe(shop.address);

  await page.goBack();
  await page.waitForURL('**/en/success?order=*');
  await payLink(page).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await page.waitForURL('**/en/success?order=*');
  await paidLine(page).waitFor();
  await page.getByText(/^Thank you, Mari Maasikas\. Your order has been paid for\.$/).waitFor();
  await eventually(() => new URL(page.url()).hash).toMatch(/^#.{22}$/);
  expect(await payLink(page).count()).toBe(0);
  expect(await orderedCounts(shop, 'journey')).toEqual([4]);
  expect(await storedValue(page, 'cart')).toBe('{}');
});

describe('the page of an unpaid order', () => {
  test('shows and announces a payment without a reload', async () => {
    const { page, number } = await openUnpaidOrder();
    const loads = recordDocumentLoads(page);
    await statusLine(page, t.money.unpaid).waitFor();
    expect(await page.getByText(/^Thank you/).textContent()).toContain('awaiting payment');
    await page.getByText(/^A confirmation goes to \S+@\S+\.$/).waitFor();
    await bank.authorize(number);
    await statusLine(page, t.money.settling).waitFor();
    await page.getByText(t.pay.settling).waitFor();
    expect(await payLink(page).count()).toBe(0);
    await bank.pay(number);
    await statusLine(page, messages.en.orderStatus.confirmed).waitFor();
    await paidLine(page).waitFor();
    expect(loads).toEqual([]);
  });

  test('allows paying at another bank; starts no second payment while the page of the bank loads', async () => {
    const { page, number } = await openUnpaidOrder();
    const firstPaymentUrl = await payLink(page).getAttribute('href');
    await page.getByText(t.pay.otherwise).click();
    await page.getByRole('radio', { name: 'LHV' }).check();
    const isOfBank = ({ origin }: URL) => origin !== shop.address;
    // With status 204, the browser leaves the page of the order open.
    await page.route(isOfBank, (route) => route.fulfill({ status: 204 }));
    const payments = recordRequests(page, /\/payments$/);
    const bankPage = page.waitForRequest((request) => isOfBank(new URL(request.url())));
    await page.getByRole('button', { name: t.pay.go }).click();
    await bankPage;
    const busyButton = page.locator('main form button[type=submit]');
    expect(await busyButton.isDisabled()).toBe(true);
    await busyButton.click({ force: true });
    await page.unroute(isOfBank);
    // As after Back from the bank, if the browser has kept the page.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await eventually(() => page.getByRole('button', { name: t.pay.go }).isEnabled()).toBe(true);
    expect(payments).toHaveLength(1);
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    expect(page.url()).not.toBe(firstPaymentUrl);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await paidLine(page).waitFor();
    expect(await statusOf(number)).toBe('confirmed');
  });

  test('allows a change to bank transfer, and resends it with the same idempotency key after a lost response', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { page, number } = await openUnpaidOrder();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/payments')) keys.push(request.headers()['idempotency-key']);
    });
    await page.getByText(t.pay.otherwise).click();
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByRole('alert').getByText(t.pay.choose).waitFor();
    await page.getByRole('radio', { name: messages.en.payment.bank_transfer.label }).check();
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByText(t.refusal.fault).waitFor();
    await page.unroute('**/payments');
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByText(messages.en.transfer.reference, { exact: true }).waitFor();
    await page
      .locator('main ol')
      .getByText(/once your payment has arrived\.$/)
      .waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const attempts = await shop.db.kysely
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select('payments.method')
      .where('number', '=', number)
      .execute();
    expect(attempts.map(({ method }) => method).sort()).toEqual(['bank_transfer', swedbank]);
  });

  test('brings the tires back into the cart, at today’s prices, when the buyer changes the order, and names those that the shop no longer sells', async () => {
    const ordered = { paymentMethod: swedbank, items: items(['sold', 2], ['unlisted', 4]) };
    const { number, token } = await placeOrder(shop.address, { id: 'sold', price: 79.9 }, ordered);
    await shop.db.kysely.updateTable('tires').set({ on_sale: false }).where('id', '=', 'unlisted').execute();
    await shop.db.kysely.updateTable('tires').set({ price_cents: 85_00 }).where('id', '=', 'sold').execute();
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    const answer = async () => (await fetch(`${shop.address}/api/v1/products?id=sold&id=unlisted`)).json();
    await eventually(answer).toMatchObject({ items: [{ id: 'sold', price: 85 }] });
    const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
    await open(page, `/en/success?order=${number}#${token}`);
    await page.getByRole('button', { name: t.change.open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t.cancel.no }).click();
    expect(await statusOf(number)).toBe('awaiting_payment');
    await page.getByRole('button', { name: t.change.open }).click();
    await dialog.getByRole('button', { name: t.change.yes }).click();
    await page.waitForURL('**/en/cart');
    const notification = page.getByRole('region', { name: messages.en.notification.region });
    await notification.getByText(/: Nokian Hakka Blue 3 205\/55 R16 91V XL$/).waitFor();
    const cart = async () => JSON.parse((await storedValue(page, 'cart')) ?? '');
    await eventually(cart).toMatchObject({ sold: { count: 2, price: 85 } });
    expect(Object.keys(await cart())).toEqual(['sold']);
    expect(await statusOf(number)).toBe('cancelled');
  });

  test('says that the tires are not in the cart, if they cannot be loaded after the cancellation', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { page, number } = await openUnpaidOrder('pay_at_branch');
    await page.setViewportSize({ width: 390, height: 740 });
    const products = '**/api/v1/products?id=tire';
    await page.route(products, (route) => route.abort());
    await page.getByRole('button', { name: t.change.open }).click();
    await page.getByRole('dialog').getByRole('button', { name: t.change.yes }).click();
    const message = page.getByRole('alert').getByText(t.change.notRefilled);
    await message.waitFor();
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    await eventually(() => message.evaluate(isInView)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await statusOf(number)).toBe('cancelled');
    await page.unroute(products);
    await page.getByRole('button', { name: t.change.again }).click();
    await page.waitForURL('**/en/cart');
    await page.getByRole('textbox', { name: messages.en.validation.count }).waitFor();
  });

  test('allows cancellation after a confirmation dialog', async () => {
    const { page, number } = await openUnpaidOrder('pay_at_branch');
    await page.getByRole('button', { name: t.cancel.open }).click();
    await page.getByRole('button', { name: t.cancel.no }).click();
    expect(await statusOf(number)).toBe('confirmed');
    await page.getByRole('button', { name: t.cancel.open }).click();
    await page.getByRole('button', { name: t.cancel.yes }).click();
    await statusLine(page, messages.en.orderStatus.cancelled).waitFor();
    await page.getByText(t.closed.cancelled).waitFor();
    expect(await page.getByText(/^Thank you/).count()).toBe(0);
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await statusOf(number)).toBe('cancelled');
    await page.getByRole('button', { name: t.change.again }).click();
    await page.waitForURL('**/en/cart');
    await page.getByRole('textbox', { name: messages.en.validation.count }).waitFor();
  });

  test('says that its token is no longer valid, instead of starting a payment', async () => {
    shop.allowErrors(/status of 404/);
    const { page, number } = await openUnpaidOrder();
    await page.getByText(t.pay.otherwise).click();
    await page.getByRole('radio', { name: messages.en.payment.pay_at_branch.label }).check();
    const orders = shop.db.kysely.updateTable('orders').where('number', '=', number);
    await orders.set({ token_hash: Buffer.alloc(32) }).execute();
    await page.getByRole('button', { name: t.pay.go, exact: true }).click();
    await page.getByRole('heading', { name: t.unknown }).waitFor();
    expect(await page.getByText(t.unknownHelp).isVisible()).toBe(true);
    expect(await statusOf(number)).toBe('awaiting_payment');
  });

  test('refuses a cancellation after the payment arrived, and shows the order as paid', async () => {
    shop.allowErrors(/status of 409/);
    const { page, number } = await openUnpaidOrder();
    await page.getByRole('button', { name: t.cancel.open }).click();
    // Delays the next reading of the order until the refusal is shown.
    const { promise: refusalShown, resolve: releaseReading } = Promise.withResolvers<void>();
    await page.route(`**/api/v1/orders/${number}`, async (route) => {
      await refusalShown;
      await route.continue();
    });
    await bank.pay(number);
    await page.getByRole('button', { name: t.cancel.yes }).click();
    await page.getByText(t.refusal['too-late']).waitFor();
    releaseReading();
    await paidLine(page).waitFor();
    expect(await page.getByRole('button', { name: t.cancel.open }).count()).toBe(0);
    expect(await statusOf(number)).toBe('confirmed');
  });
});
