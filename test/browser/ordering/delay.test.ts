import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, messages, open } from '../../support/browser/browser.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({
  tires: [
    { id: 'tire', stock: { ringtee: 40 } },
    { id: 'other', price: 6990, stock: { annelinn: 40 } },
    { id: 'dearer', price: 8990, stock: { ringtee: 40 } },
  ],
});
const t = messages.en.success;

const expectedOn = '2099-12-03';

/** Places an order that is paid at the branch, and makes its tires late, as a report of a delay does. */
async function lateOrder() {
  const order = await placeOrder(shop.address, { id: 'tire', price: 79.9 }, { paymentMethod: 'pay_at_branch' });
  const orders = shop.db.kysely.updateTable('orders').where('number', '=', order.number);
  const { id, promised_on } = await orders
    .set({ expected_on: expectedOn })
    .returning(['id', 'promised_on'])
    .executeTakeFirstOrThrow();
  const at = new Date();
  await shop.db.kysely
    .insertInto('order_events')
    .values({ order_id: id, at, actor: 'operator', type: 'delay-reported', data: { day: expectedOn } })
    .execute();
  await shop.db.kysely
    .insertInto('delays')
    .values({ order_id: id, promised_on, expected_on: expectedOn, told_at: at, answer_due_at: at })
    .execute();
  return order;
}

async function openOrder({ number, token }: { number: string; token: string }): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, `/en/success?order=${number}#${token}`);
  await page.getByRole('heading', { name: t.delay.title }).waitFor();
  return page;
}

const answerOf = async (number: string) => {
  const delays = shop.db.kysely.selectFrom('delays').innerJoin('orders', 'orders.id', 'delays.order_id');
  return (await delays.select('answer').where('number', '=', number).executeTakeFirstOrThrow()).answer;
};

test('the buyer of a late order waits for the new day', async () => {
  const order = await lateOrder();
  const page = await openOrder(order);
  await page.getByText(/We now expect them on Thursday,? 3\u00a0December/).waitFor();
  await page.getByText(/ready for you at the Ringtee branch from Thursday,? 3\u00a0December/).waitFor();
  await page.getByRole('button', { name: /I will wait until Thursday,? 3 December/ }).click();
  await page.getByText('We have noted that you will wait').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t.delay.title);
  expect(await answerOf(order.number)).toBe('wait');
});

test('the buyer of a late order cancels it after a confirmation; a later answer is refused', async () => {
  const order = await lateOrder();
  const page = await openOrder(order);
  const other = await openOrder(order);
  const box = page.getByRole('region', { name: t.delay.title });
  await box.getByRole('button', { name: t.delay.cancel.open }).click();
  await page.getByRole('dialog').getByRole('button', { name: t.delay.cancel.yes }).click();
  await page.getByText(messages.en.orderStatus.cancelled).first().waitFor();
  expect(await answerOf(order.number)).toBe('cancel');
  shop.allowErrors(/409/);
  await other.getByRole('button', { name: /I will wait until/ }).click();
  await other.getByText(t.refusal.answered).waitFor();
});

test('the buyer of a late order takes other tires', async () => {
  const order = await lateOrder();
  const page = await openOrder(order);
  await page.getByText(t.delay.swap.open).click();
  await page.getByRole('button', { name: t.delay.swap.go }).click();
  await page.getByText(t.delay.swap.choose).waitFor();
  await page.getByRole('radio', { name: /69\.90/ }).check();
  await page.getByRole('button', { name: t.delay.swap.go }).click();
  await page.getByRole('heading', { name: t.delay.title }).waitFor({ state: 'hidden' });
  await page.getByText('1 × €69.90').waitFor();
  expect(await answerOf(order.number)).toBe('swap');
});
