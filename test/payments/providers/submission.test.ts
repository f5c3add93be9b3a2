import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rowsOutsideCatalogue } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { place } from '../../support/orders/orders-shop.ts';
import { bank, card, endWait, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

test('20 concurrent requests with the same key and form get the same response: one order, hold and payment', async () => {
  const [key, body] = [randomUUID(), form({ paymentMethod: bank })];
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(shop.app, body, { key })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201));
  expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1);
  expect(answers[0]?.json().next).toEqual({ type: 'redirect', url: expect.stringContaining('/pay/') });
  expect(shop.montonio.createdPayments).toBe(1);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
});

test('refuses the same key with another form, and leaves the first order unchanged', async () => {
  const [key, body] = [randomUUID(), form({ paymentMethod: bank })];
  const first = await place(shop.app, body, { key });
  const otherAnswer = await place(shop.app, { ...body, paymentMethod: card }, { key });
  expect([otherAnswer.statusCode, otherAnswer.json().code]).toEqual([422, 'key-reused']);
  expect((await place(shop.app, body, { key })).payload).toBe(first.payload);
  expect(shop.stripe.createdPayments).toBe(0);
});

test.each(['timeout', 'reset-after-work', '500', 'garbage', 'no-url'] as const)(
  'when the start of a payment ends in %s, it stays submitted; the retry creates no second payment',
  async (fault) => {
    const faultReached = shop.montonio.fail(fault, { on: 'start', times: 1 });
    if (fault === 'timeout') endWait(3_000, faultReached);
    const order = await shop.order(bank);
    await faultReached;
    expect((await shop.view(order)).next).toEqual({ type: 'retry' });
    expect(await shop.rows('select state from payments')).toEqual([{ state: 'submitted' }]);
    expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });

    shop.passMinutes(1);
    await shop.runMinutelyJobs();
    expect((await shop.view(order)).next).toMatchObject({ type: 'redirect' });
    expect(shop.montonio.createdPayments).toBe(1);
    await shop.montonio.pay(await shop.ref(order));
    await shop.runJobs();
    expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, ledgerEntries: 1 });
  },
);

test('an order placed while its provider is down gets its payment page when the provider is back', async () => {
  void shop.stripe.fail('down', { on: 'start', times: 2 });
  const order = await shop.order(card);
  expect((await shop.view(order)).next).toEqual({ type: 'retry' });
  for (let n = 0; n < 3; n += 1) {
    shop.passMinutes(2);
    await shop.runMinutelyJobs();
  }
  expect((await shop.view(order)).next).toMatchObject({ type: 'redirect' });
  expect(shop.stripe.createdPayments).toBe(1);
});

test('refuses an unknown payment method; the buyer may choose another', async () => {
  const order = await shop.order(bank);
  shop.passMinutes(1);
  const response = await shop.act(order, 'payments', { paymentMethod: 'montonio:paymentInitiation:EE:NOBANK22' });
  expect([response.statusCode, response.json().errors]).toEqual([400, [{ path: 'paymentMethod', code: 'unknown' }]]);
  expect((await shop.act(order, 'payments', { paymentMethod: card })).json().next).toMatchObject({ type: 'redirect' });
});

test('refuses a tampered price, count, tire, branch or payment method, and stores no row', async () => {
  const tampered = [
    { items: items(['tire', 4, 0.01]) },
    { items: items(['tire', 0]) },
    { items: items(['tire', -1]) },
    { items: items(['tire', 1e9]) },
    { items: items(['unknown', 1]) },
    { branch: 'tallinn' },
    { paymentMethod: 'montonio:free' },
    { paymentMethod: 'stripe' },
  ];
  for (const change of tampered) {
    const answer = await place(shop.app, form({ paymentMethod: bank, ...change }));
    expect([400, 409]).toContain(answer.statusCode);
  }
  expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual([]);
  expect(shop.montonio.createdPayments).toBe(0);
});

test('places one of 50 concurrent orders for the last four tires, and refuses the others', async () => {
  await shop.rows(`update stock set on_hand = 4 where tire_id = 'tire'`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => place(shop.app, form({ paymentMethod: 'bank_transfer' }))),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  expect(await shop.stock()).toEqual({ on_hand: 4, held: 4, sold: 0 });
});
