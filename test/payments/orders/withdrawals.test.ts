import { expect, test } from 'vitest';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { place } from '../../support/orders/orders-shop.ts';
import { paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const buyer = { name: 'Mari Maasikas', locale: 'ee' };

function declareWithdrawal(body: object) {
  return shop.app.inject({
    method: 'POST',
    url: '/v1/withdrawals',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

test('acknowledges a withdrawal from a part of an order with date and time; mails buyer and branch', async () => {
  const order = await shop.order('bank_transfer');
  const answer = await shop.act(order, 'withdrawal', { ...buyer, items: [{ id: 'tire', count: 2 }] });
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    { id: expect.any(String), receivedAt: shop.now().toISOString(), mailed: true },
  ]);
  expect(await shop.rows('select order_id, items, email from withdrawals')).toEqual([
    { order_id: order.id, items: [{ id: 'tire', count: 2 }], email: expect.stringContaining('@example.com') },
  ]);
  const mails = await shop.rows(`select kind, about from letters where kind like '%withdrawal' order by kind`);
  expect(mails.map(({ kind }) => kind)).toEqual(['branch-withdrawal', 'withdrawal']);
  expect(new Set(mails.map(({ about }) => about))).toEqual(new Set([answer.json().id]));
  // The buyer keeps the other two tires, so the order stays open.
  expect((await shop.view(order)).order.status).toBe('awaiting_payment');
  expect(await shop.rows(`select actor from order_events where type = 'withdrawal'`)).toEqual([{ actor: 'buyer' }]);
});

test('withdrawing from a whole order before the handover cancels it and requests a refund', async () => {
  const order = await shop.order('stripe:card');
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  const items = [{ id: 'tire', count: 4 }];
  expect((await shop.act(order, 'withdrawal', { ...buyer, items })).statusCode).toBe(201);
  await shop.runJobs();
  expect((await shop.view(order)).order).toMatchObject({
    status: 'cancelled',
    withdrawnAt: shop.now().toISOString(),
    payment: { state: 'refunded', refunds: [{ amount: 319.6, state: 'done' }] },
  });
  expect(await shop.rows('select reason, requested_by from refunds')).toEqual([
    { reason: 'withdrawal', requested_by: 'buyer' },
  ]);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
});

test('stores a withdrawal whose note describes a part of the order for an employee, and cancels nothing', async () => {
  const order = await shop.order('bank_transfer');
  expect((await shop.act(order, 'withdrawal', { ...buyer, note: 'two of the tires' })).statusCode).toBe(201);
  expect(await shop.rows('select items, note from withdrawals')).toEqual([{ items: null, note: 'two of the tires' }]);
  expect((await shop.view(order)).order.status).toBe('awaiting_payment');
});

test('stores a company’s withdrawal for an employee, and does not cancel the order', async () => {
  const company = { name: 'Transport OÜ', regCode: '12345678', vatNumber: '' };
  const order = await shop.order('stripe:card', 4, { company });
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect((await shop.act(order, 'withdrawal', buyer)).statusCode).toBe(201);
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', refunds: 0, sold: 4 });
  expect(await shop.rows(`select kind from letters where kind like '%withdrawal' order by kind`)).toHaveLength(2);
});

test('a withdrawal after the handover refunds nothing until the tires are returned', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'operator');
  await completeOrder(shop.context, order.id, 'operator');
  expect((await shop.act(order, 'withdrawal', buyer)).statusCode).toBe(201);
  expect(await shop.outcome(order)).toMatchObject({ status: 'completed', refunds: 0 });
});

test('acknowledges a withdrawal from an unknown order, stores it for an employee, and sends no mail', async () => {
  await shop.order('bank_transfer');
  const before = await shop.rows('select from letters');
  for (const number of ['R26-XXXXX', 'no idea', '12345']) {
    const answer = await declareWithdrawal({ ...buyer, number, email: 'stranger@example.com' });
    expect([answer.statusCode, answer.json().receivedAt]).toEqual([201, shop.now().toISOString()]);
  }
  expect(await shop.rows('select order_id, number from withdrawals')).toEqual(
    ['R26-XXXXX', 'no idea', '12345'].map((number) => ({ order_id: null, number })),
  );
  expect(await shop.rows('select from letters')).toEqual(before);
});

test('finds an order by number and e-mail address in any letter case, but not with another address', async () => {
  const customer = { name: 'Mari', email: 'Mari@Example.com', phone: '+372 5123 4567' };
  const body = form({ paymentMethod: 'bank_transfer', items: items(['tire', 1]), customer });
  const { order } = (await place(shop.app, body)).json();
  await declareWithdrawal({ ...buyer, number: ` ${order.number.toLowerCase()} `, email: 'mari@example.COM' });
  await declareWithdrawal({ ...buyer, number: order.number, email: 'other@example.com' });
  const withdrawals = await shop.rows('select order_id is not null as "hasOrder" from withdrawals order by order_id');
  expect(withdrawals).toEqual([{ hasOrder: true }, { hasOrder: false }]);
});

test('limits the mails about repeated withdrawals from an order to three a day', async () => {
  const customer = { name: 'Mari', email: 'mari@example.com', phone: '+372 5123 4567' };
  const { number } = await shop.order('bank_transfer', 1, { customer });
  const declareSixTimes = () =>
    Promise.all(Array.from({ length: 6 }, () => declareWithdrawal({ ...buyer, number, email: customer.email })));
  for (const { statusCode } of await declareSixTimes()) expect(statusCode).toBe(201);
  expect(await shop.rows('select from withdrawals')).toHaveLength(6);
  expect(await shop.rows(`select from letters where kind = 'withdrawal'`)).toHaveLength(3);
  shop.passMinutes(24 * 60);
  await declareSixTimes();
  expect(await shop.rows(`select from letters where kind = 'withdrawal'`)).toHaveLength(6);
});

test('stores a withdrawal from an order closed without payment, and sends no mail', async () => {
  const customer = { name: 'Mari', email: 'mari@example.com', phone: '+372 5123 4567' };
  const order = await shop.order('pay_at_branch', 1, { customer });
  expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  const answer = await declareWithdrawal({ ...buyer, number: order.number, email: customer.email });
  expect([answer.statusCode, answer.json().receivedAt]).toEqual([201, shop.now().toISOString()]);
  expect(await shop.rows('select order_id from withdrawals')).toEqual([{ order_id: order.id }]);
  expect(await shop.rows(`select kind from letters where kind like '%withdrawal'`)).toEqual([]);
});

test('names each missing or invalid field of a withdrawal', async () => {
  const answer = await declareWithdrawal({ locale: 'ee', number: '', email: 'x', items: [] });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toEqual(
    expect.arrayContaining([
      { path: 'number', code: 'required' },
      { path: 'name', code: 'required' },
      { path: 'email', code: 'email' },
      { path: 'items', code: 'required' },
    ]),
  );
});
