import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually, kept, open, words } from '../../support/browser/browser.ts';
import { documents } from '../../support/browser/page-life.ts';
import { fillIn, ordering, ordersOf, submit } from '../../support/orders/ordering.ts';
import { payingShop, swedbank } from '../../support/orders/paying.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';

const shop = await payingShop(['journey', 'tire'].map((id) => ({ id, stock: { ringtee: 40, annelinn: 40 } })));
const { bank } = shop;
const t = words.en.success;

/** Places an unpaid order and opens its page. */
async function openUnpaidOrder(paymentMethod = swedbank): Promise<{ page: Page; number: string; token: string }> {
  const key = await placedOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod });
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
  await open(page, `/en/success?order=${key.number}#${key.token}`);
  await state(page, t.money.title).waitFor();
  return { page, ...key };
}

/** The lines with the state of the order and its payment. */
const state = (page: Page, text: string) => page.locator('main [role=status]').filter({ hasText: text });
const paidLine = (page: Page) => page.getByText(/We have received your payment/);
const payNow = (page: Page) => page.getByRole('link', { name: /^Pay €/ });

async function statusOf(number: string): Promise<string> {
  const orders = shop.db.kysely.selectFrom('orders').select('status').where('number', '=', number);
  return (await orders.executeTakeFirstOrThrow()).status;
}

test('after paying at the bank the buyer returns to the order; Back places no second order', async () => {
  const page = await ordering(shop, 'journey');
  await fillIn(page);
  await page.getByRole('radio', { name: 'SEB' }).check();
  await submit(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  expect(new URL(page.url()).origin).not.toBe(shop.address);

  await page.goBack();
  await page.getByText(words.en.order.emptyCart).waitFor();
  await page.getByRole('link', { name: /^R\d\d-/ }).click();
  await payNow(page).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await page.waitForURL('**/en/success?order=*');
  await paidLine(page).waitFor();
  await page.getByText(/^Thank you, Mari Maasikas\. Your order is paid\.$/).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await payNow(page).count()).toBe(0);
  expect(await ordersOf(shop, 'journey')).toEqual([4]);
  expect(await kept(page, 'cart')).toBe('{}');
});

describe('the page of an unpaid order', () => {
  test('shows and announces a payment by itself', async () => {
    const { page, number } = await openUnpaidOrder();
    const loads = documents(page);
    await state(page, t.money.unpaid).waitFor();
    expect(await page.getByText(/^Thank you/).textContent()).toContain('waiting for payment');
    await bank.authorize(number);
    await state(page, t.money.settling).waitFor();
    await page.getByText(t.pay.settling).waitFor();
    expect(await payNow(page).count()).toBe(0);
    await bank.pay(number);
    await state(page, words.en.orderStatus.confirmed).waitFor();
    await paidLine(page).waitFor();
    expect(loads).toEqual([]);
  });

  test('allows payment at another bank', async () => {
    const { page, number } = await openUnpaidOrder();
    const before = await payNow(page).getAttribute('href');
    await page.getByText(t.pay.otherwise).click();
    await page.getByRole('radio', { name: 'LHV' }).check();
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
    expect(page.url()).not.toBe(before);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await paidLine(page).waitFor();
    expect(await statusOf(number)).toBe('confirmed');
  });

  test('allows payment by transfer; without a response the same choice keeps its key', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const { page, number } = await openUnpaidOrder();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/payments')) keys.push(request.headers()['idempotency-key']);
    });
    await page.getByText(t.pay.otherwise).click();
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByText(t.pay.choose).waitFor();
    await page.getByRole('radio', { name: words.en.payment.bank_transfer.label }).check();
    await page.route('**/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByText(t.refusal.fault).waitFor();
    await page.unroute('**/payments');
    await page.getByRole('button', { name: t.pay.go }).click();
    await page.getByText(words.en.transfer.reference, { exact: true }).waitFor();
    await page
      .locator('main ol')
      .getByText(/when the money has arrived\.$/)
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

  test('allows cancellation, after one confirmation', async () => {
    const { page, number } = await openUnpaidOrder('pay_at_branch');
    await page.getByRole('button', { name: t.cancel.open }).click();
    await page.getByRole('button', { name: t.cancel.no }).click();
    expect(await statusOf(number)).toBe('confirmed');
    await page.getByRole('button', { name: t.cancel.open }).click();
    await page.getByRole('button', { name: t.cancel.yes }).click();
    await state(page, words.en.orderStatus.cancelled).waitFor();
    await page.getByText(t.closed.cancelled).waitFor();
    expect(await page.getByText(/^Thank you/).count()).toBe(0);
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await statusOf(number)).toBe('cancelled');
  });

  test('shows the order as paid instead of cancelling it when it was paid meanwhile', async () => {
    shop.allowErrors(/status of 409/);
    const { page, number } = await openUnpaidOrder();
    await page.getByRole('button', { name: t.cancel.open }).click();
    // The page would notice the payment itself only after the click.
    const { promise: clicked, resolve: click } = Promise.withResolvers<void>();
    await page.route(`**/api/v1/orders/${number}`, async (route) => {
      await clicked;
      await route.continue();
    });
    await bank.pay(number);
    await page.getByRole('button', { name: t.cancel.yes }).click();
    await page.getByText(t.refusal['too-late']).waitFor();
    click();
    await paidLine(page).waitFor();
    expect(await page.getByRole('button', { name: t.cancel.open }).count()).toBe(0);
    expect(await statusOf(number)).toBe('confirmed');
  });
});

test('ignores the payment state in the URL', async () => {
  const { number, token } = await placedOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod: swedbank });
  const page = await shop.visit({
    language: 'en',
    kept: { isCookieAccepted: 'true', orders: JSON.stringify([{ number, token }]) },
  });
  const claims = { merchantReference: number, paymentStatus: 'PAID' };
  const { orderToken } = JSON.parse(bank.signed(claims).body) as { orderToken: string };
  await open(page, `/en/success?order=${number}&status=paid&payment-status=PAID&order-token=${orderToken}`);
  await state(page, t.money.unpaid).waitFor();
  await state(page, words.en.orderStatus.awaiting_payment).waitFor();
  await payNow(page).waitFor();
  expect(await paidLine(page).count()).toBe(0);
  expect(await statusOf(number)).toBe('awaiting_payment');
});
