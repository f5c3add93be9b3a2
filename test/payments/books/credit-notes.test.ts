import { expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { card, paymentsShop } from '../payments-shop.ts';

import { documentedOrders } from './documented-orders.ts';

const shop = paymentsShop();
const { paid, documentsOf } = documentedOrders(shop);
const tires = (count: number) => ({ tires: new Map([['tire', count]]), condition: 'new', place: 'ringtee' }) as const;
const numbers = async () =>
  (await shop.rows('select number from money_documents order by id')).map((row) => row.number);

test('a cancelled paid order is credited in full, with the number of its invoice, although its refund fails', async () => {
  const order = await paid();
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: true });
  await shop.runJobs();
  const [refund] = await shop.rows('select provider_ref from refunds');
  await shop.montonio.settleRefund(refund.provider_ref, 'failed');
  await shop.runJobs();
  expect((await shop.outcome(order)).review).toBe('refund-failed');
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31960],
    ['credit-note', 31960],
  ]);
  expect(
    await shop.rows(`select c.reason, i.number from money_documents c join money_documents i on i.id = c.credits_id`),
  ).toEqual([{ reason: 'cancelled', number: '261000001' }]);
  expect(await numbers()).toEqual(['261000001', '262000001']);
});

test('tires at 22 % are credited at 22 % after the rate has changed', async () => {
  shop.setTime(instantAt('2025-06-30', '12:00'));
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await completeOrder(shop.context, order.id, 'branch');
  shop.setTime(instantAt('2025-07-05', '12:00'));
  expect(await takeBack(shop.context, order.id, 'branch', tires(1))).toMatchObject({ ok: true });
  expect(
    await shop.rows(`select vat_percent::float as vat from money_document_lines where credits_position = 1`),
  ).toEqual([{ vat: 22 }]);
});

test('three part returns credit a line to the cent, with and without an earlier price reduction', async () => {
  const order = await shop.order('pay_at_branch', 3);
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await completeOrder(shop.context, order.id, 'branch');
  expect(await refundOrder(shop.context, order.id, 1001, 'goodwill', 'operator')).toMatchObject({ ok: true });
  for (const _ of [1, 2, 3]) await takeBack(shop.context, order.id, 'branch', tires(1));
  await refundOrder(shop.context, order.id, null, 'withdrawal', 'operator');
  expect(await takeBack(shop.context, order.id, 'branch', tires(1))).toEqual({ ok: false, reason: 'not-handed-over' });
  expect(
    await shop.rows(
      `select sum(gross_cents)::int as gross, sum(net_cents)::int as net from money_documents where kind = 'credit-note'`,
    ),
  ).toEqual(
    await shop.rows(`select gross_cents as gross, net_cents as net from money_documents where kind = 'invoice'`),
  );
  const reasons = await shop.rows(
    `select reason, gross_cents as cents from money_documents where kind = 'credit-note' order by id`,
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(['price-reduction', 'returned', 'returned', 'returned']);
  expect(reasons[0].cents).toBe(1001);
});

test('an employee’s reason is on the credit note that lowers the price, and on no other', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await completeOrder(shop.context, order.id, 'branch');
  await refundOrder(shop.context, order.id, 1000, 'goodwill', 'operator', 'kriimustatud külg');
  await takeBack(shop.context, order.id, 'branch', tires(1));
  await refundOrder(shop.context, order.id, 6990, 'withdrawal', 'operator', 'rehv tagasi');
  expect(
    await shop.rows(
      `select reason, note, gross_cents as cents from money_documents where kind = 'credit-note' order by id`,
    ),
  ).toEqual([
    { reason: 'price-reduction', note: 'kriimustatud külg', cents: 1000 },
    { reason: 'returned', note: '', cents: 6990 },
  ]);
  expect(await shop.rows('select note from refunds order by amount_cents')).toEqual([
    { note: 'kriimustatud külg' },
    { note: 'rehv tagasi' },
  ]);
  await expect(shop.rows(`update money_documents set note = '' where note <> ''`)).rejects.toThrow('cannot be changed');
});

test('the reason of a refund is kept although nothing was invoiced', async () => {
  const order = await shop.order('bank_transfer', 4);
  await markPaid(shop.context, order.id, 'operator', { reference: 'T1', amountCents: 5000 });
  await refundOrder(shop.context, order.id, 5000, 'goodwill', 'operator', 'ei taha enam');
  expect(await documentsOf(order)).toEqual([]);
  expect(await shop.rows('select note from refunds')).toEqual([{ note: 'ei taha enam' }]);
});

test('two employees who take back the same tires at once credit them once', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  await completeOrder(shop.context, order.id, 'branch');
  const results = await Promise.all([1, 2].map(() => takeBack(shop.context, order.id, 'branch', tires(4))));
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await documentsOf(order)).toEqual([
    ['receipt', 31960],
    ['invoice', 31960],
    ['credit-note', 31960],
  ]);
});

test('tires replaced by dearer ones are credited, and the dearer ones are invoiced when the balance is paid', async () => {
  await seedTires(shop.db.kysely, [{ id: 'dearer', price: 9990, stock: { ringtee: 8 } }]);
  const order = await paid();
  const swap = { counts: [], swaps: [{ from: 'tire', to: 'dearer' }], customer: {} };
  expect(await changeOrder(shop.context, order.id, swap, { actor: 'staff:kati' })).toMatchObject({ ok: true });
  expect((await documentsOf(order)).slice(1)).toEqual([['credit-note', 31960]]);
  await markPaid(shop.context, order.id, 'branch', { tender: 'card' });
  expect((await documentsOf(order)).slice(2)).toEqual([
    ['receipt', 8000],
    ['invoice', 39960],
  ]);
});

test('tires that leave a paid order are credited', async () => {
  const order = await paid();
  expect((await shop.act(order, 'changes', { counts: [{ id: 'tire', count: 2 }] })).statusCode).toBe(200);
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31960],
    ['credit-note', 15980],
  ]);
});

test('a dispute credits nothing', async () => {
  const order = await paid(card);
  await completeOrder(shop.context, order.id, 'branch');
  await shop.stripe.dispute(await shop.ref(order));
  await shop.runJobs();
  expect((await shop.outcome(order)).review).toBe('payment-withdrawn');
  expect(await documentsOf(order)).toEqual([['invoice', 31960]]);
});

test('a cash refund has a separate receipt', async () => {
  const order = await shop.order('pay_at_branch');
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  await cancelAndRefund(shop.context, order.id, 'operator');
  expect(await markRefunded(shop.context, order.id, 'branch', undefined, 'cash')).toMatchObject({ ok: true });
  expect(await documentsOf(order)).toEqual([
    ['receipt', 31960],
    ['invoice', 31960],
    ['credit-note', 31960],
    ['receipt', -31960],
  ]);
});
