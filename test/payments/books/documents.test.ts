import { expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, resolveReview } from '../../../src/shop/checkout/desk/desk.server.ts';
import { sellAtCounter } from '../../../src/shop/checkout/desk/desk-orders.server.ts';
import { undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { bank, paymentsShop } from '../payments-shop.ts';

import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const { paid, documentsOf } = documentedOrders(shop);

test('a paid order gets one invoice, also if the payment is reported again by webhook and by the return page', async () => {
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await Promise.all([shop.runJobs(), shop.view(order), shop.runMinutelyJobs()]);
  await shop.runMinutelyJobs();
  expect(await documentsOf(order)).toEqual([['invoice', 31960]]);
  const [document] = await shop.rows('select * from money_documents');
  expect(document).toMatchObject({
    number: '261000001',
    issued_on: '2026-11-20',
    supplied_on: '2026-11-20',
    due_on: null,
    order_number: order.number,
    net_cents: 25774,
    vat_cents: 6186,
    buyer: { kind: 'person', name: 'Mari Maasikas', regCode: null, vatNumber: null },
    seller: { name: 'Rehvipood OÜ', vatNumber: 'EE000000000' },
    branch: { id: 'ringtee', address: 'Ringtee 75, 50501 Tartu' },
    payments: [{ paidOn: '2026-11-20', cents: 31960, method: bank, tender: null, roundingCents: 0 }],
  });
});

test('an order whose payment is only authorized gets no document', async () => {
  const order = await shop.order(bank);
  await shop.montonio.authorize(await shop.ref(order));
  await shop.runJobs();
  expect(await documentsOf(order)).toEqual([]);
});

test('money that arrives after a withdrawal is refunded without an invoice', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.authorize(ref);
  await shop.runJobs();
  await shop.act(order, 'withdrawal', { name: 'Mari Maasikas', locale: 'ee' });
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ paid: 31960, refunds: 1 });
  expect(await documentsOf(order)).toEqual([]);
});

test('a cash sale at the counter has an invoice, and a receipt with its rounding', async () => {
  const form = {
    customer: { name: '', email: '', phone: '' },
    company: null,
    branch: 'ringtee',
    locale: 'ee',
    note: '',
  } as const;
  await shop.rows(`update tires set price_cents = 3078 where id = 'tire'`);
  const sold = await sellAtCounter(
    shop.context,
    { ...form, items: [{ id: 'tire', count: 1 }] },
    { key: 'k', actor: 'branch:ringtee', tender: 'cash' },
  );
  if (!sold.ok) throw new Error(sold.reason);
  const { order } = sold.order;
  expect(await documentsOf(order)).toEqual([
    ['receipt', 3078],
    ['invoice', 3078],
  ]);
  const [receipt] = await shop.rows(`select payments from money_documents where kind = 'receipt'`);
  expect(receipt.payments).toMatchObject([{ tender: 'cash', cents: 3078, roundingCents: 2 }]);
});

test('an order that is paid at the branch is invoiced when it is paid, and not again at the hand-over', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  expect(await documentsOf(order)).toEqual([
    ['receipt', 31960],
    ['invoice', 31960],
  ]);
  expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
  await undoHandOver(shop.context, order.id, 'branch');
  await completeOrder(shop.context, order.id, 'branch');
  expect(await documentsOf(order)).toHaveLength(2);
});

test('a part payment by bank transfer is not invoiced, but tires handed over before the balance is paid are', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'operator', { reference: 'bank-1', amountCents: 30000 });
  expect(await documentsOf(order)).toEqual([]);
  await resolveReview(shop.context, order.id, 'operator');
  expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
  expect(await documentsOf(order)).toEqual([['invoice', 31960]]);
  expect((await shop.rows('select due_on from money_documents'))[0].due_on).toBe('2026-11-20');
});

test('a deposit at the branch is invoiced at its rate, and the balance at the rate of its day', async () => {
  shop.setTime(instantAt('2025-06-30', '12:00'));
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card', amountCents: 10000 });
  shop.setTime(instantAt('2025-07-01', '12:00'));
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  expect(await documentsOf(order)).toEqual([
    ['receipt', 10000],
    ['invoice', 10000],
    ['receipt', 21960],
    ['invoice', 21960],
  ]);
  expect(
    await shop.rows(
      `select kind, vat_percent::float as vat, gross_cents as cents from money_document_lines order by document_id, position`,
    ),
  ).toEqual([
    { kind: 'prepayment', vat: 22, cents: 10000 },
    { kind: 'tires', vat: 24, cents: 31960 },
    { kind: 'deduction', vat: 24, cents: -10000 },
  ]);
  await cancelAndRefund(shop.context, order.id, 'operator');
  expect((await documentsOf(order)).slice(4)).toEqual([
    ['credit-note', 10000],
    ['credit-note', 21960],
  ]);
});

test('numbers start again each year, and days are those of Tallinn', async () => {
  shop.setTime(new Date('2026-12-31T21:59:59Z'));
  const last = await shop.order('pay_at_branch');
  await markPaid(shop.context, last.id, 'branch', { tender: 'card' });
  shop.setTime(new Date('2026-12-31T22:00:01Z'));
  const first = await shop.order('pay_at_branch');
  await markPaid(shop.context, first.id, 'branch', { tender: 'card' });
  expect(
    await shop.rows(`select number, issued_on, supplied_on from money_documents where kind = 'invoice' order by id`),
  ).toEqual([
    { number: '261000001', issued_on: '2026-12-31', supplied_on: '2026-12-31' },
    { number: '271000001', issued_on: '2027-01-01', supplied_on: '2027-01-01' },
  ]);
});

test('an order that was placed before the shop issued documents gets no document', async () => {
  const order = await shop.order('pay_at_branch');
  await shop.rows('update orders set issues_documents = false');
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  await completeOrder(shop.context, order.id, 'branch');
  expect(await documentsOf(order)).toEqual([]);
});

test('an issued document cannot be changed or deleted', async () => {
  await paid();
  for (const change of [
    `update money_documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1`,
    `update money_documents set buyer = '{"name": ""}'`,
    'delete from money_documents',
    `update money_document_lines set name = 'other'`,
    'delete from money_document_lines',
  ])
    await expect(shop.rows(change)).rejects.toThrow('cannot be changed');
});
