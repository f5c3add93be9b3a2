import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeForm } from '../../../src/shop/checkout/change/change-form.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { completeOrder, markPaid, resolveReview } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { deskOrder } from '../../../src/shop/desk/order/desk-order.server.ts';
import type { Cents } from '../../../src/shop/money.ts';
import { seedTires } from '../../support/database/seed.ts';
import { documentedOrders } from '../books/documented-orders.ts';
import { type PlacedOrder, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const { documentsOf } = documentedOrders(shop);

// Each order is for 4 of `tire` at 79.90 €, in all 319.60 €.
const seedDearer = () =>
  seedTires(shop.db.kysely, [
    { id: 'dearer', price: 9990, stock: { supplier: { count: 8, leadDays: 3 } } },
    { id: 'dearest', price: 15980, stock: { ringtee: 8 } },
  ]);

const pay = (order: PlacedOrder, amountCents?: Cents) =>
  markPaid(shop.context, order.id, 'operator', { reference: randomUUID(), ...(amountCents && { amountCents }) });

async function payOutRefunds(order: PlacedOrder) {
  while ((await markRefunded(shop.context, order.id, 'operator', randomUUID())).ok);
}

async function refund(order: PlacedOrder, cents: Cents, reason: 'goodwill' | 'overpaid' = 'goodwill') {
  expect(await refundOrder(shop.context, order.id, cents, reason, 'operator')).toMatchObject({ ok: true });
  await payOutRefunds(order);
}

async function change(order: PlacedOrder, body: object) {
  const changed = await changeOrder(shop.context, order.id, changeForm.parse(body), { actor: 'operator' });
  await payOutRefunds(order);
  return changed.ok && changed.summary;
}

const paymentOnPage = async (order: PlacedOrder) => (await shop.view(order)).order.payment;
const moneyOnDesk = async ({ number }: PlacedOrder) => (await deskOrder(shop.context, number))?.money;

test('goodwill lowers the price of a changed order to 0 at most, and lowers a later, higher price in full', async () => {
  await seedDearer();
  const order = await shop.order('bank_transfer');
  await pay(order);
  await refund(order, 15000);
  expect(await change(order, { counts: [{ id: 'tire', count: 1 }] })).toMatchObject({
    refundCents: 16960,
    missingCents: 0,
  });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
  const nothing = { state: 'paid', dueCents: 0, overpaidCents: 0, refundableCents: 0 };
  expect(await moneyOnDesk(order)).toMatchObject(nothing);

  expect(await change(order, { swaps: [{ from: 'tire', to: 'dearest' }] })).toMatchObject({
    refundCents: 0,
    missingCents: 980,
  });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'part_paid', missing: 9.8, over: 0 });
  expect(await moneyOnDesk(order)).toMatchObject({ state: 'part_paid', dueCents: 980, refundableCents: 0 });
  expect(await pay(order)).toEqual({ ok: true });
  expect(await moneyOnDesk(order)).toMatchObject({ ...nothing, refundableCents: 980 });
  expect(await documentsOf(order)).toEqual([
    ['invoice', 31960],
    ['credit-note', 15000],
    ['credit-note', 16960],
    ['invoice', 15980],
    ['credit-note', 15000],
  ]);
});

test('money for an order whose price goodwill has lowered to 0 is surplus, and refunded', async () => {
  const order = await shop.order('bank_transfer');
  await pay(order);
  await refund(order, 15000);
  await change(order, { counts: [{ id: 'tire', count: 1 }] });
  await markPaid(shop.context, order.id, 'operator', {
    reference: 'A1',
    amountCents: 2000,
    evenIfPaid: true,
  });
  expect(await shop.rows(`select reason, amount_cents from refunds where state = 'requested'`)).toEqual([
    { reason: 'overpaid', amount_cents: 2000 },
  ]);
  expect(await paymentOnPage(order)).toMatchObject({ state: 'overpaid', over: 20 });
});

test.each(['overpaid', 'goodwill'] as const)(
  'the difference to dearer tires is due although more was paid once, and the surplus refunded as %s',
  async (reason) => {
    await seedDearer();
    const order = await shop.order('bank_transfer');
    await pay(order, 40_000);
    await refund(order, 8040, reason);
    expect(await change(order, { swaps: [{ from: 'tire', to: 'dearer' }] })).toMatchObject({ missingCents: 8000 });
    expect(await paymentOnPage(order)).toMatchObject({ state: 'part_paid', missing: 80, over: 0 });
    expect(await moneyOnDesk(order)).toMatchObject({ dueCents: 8000 });
    expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: false, reason: 'unpaid' });
    expect(await pay(order)).toEqual({ ok: true });
    expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
    expect(await documentsOf(order)).toEqual([
      ['invoice', 31960],
      ['credit-note', 31960],
      ['invoice', 39960],
    ]);
  },
);

test('a lower total is not paid by a part payment of which a part was refunded', async () => {
  const order = await shop.order('bank_transfer');
  await pay(order, 10_000);
  await refund(order, 5000);
  expect(await change(order, { counts: [{ id: 'tire', count: 1 }] })).toMatchObject({
    refundCents: 0,
    missingCents: 2990,
  });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'part_paid', missing: 29.9, over: 0 });
  expect(await pay(order)).toEqual({ ok: true });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
});

test('the desk asks for no shortfall that an employee accepted, also after money was refunded because of a change', async () => {
  await seedDearer();
  const order = await shop.order('bank_transfer');
  await pay(order);
  await change(order, { counts: [{ id: 'tire', count: 2 }] });
  await change(order, { swaps: [{ from: 'tire', to: 'dearest' }] });
  await pay(order, 15_000);
  expect(await moneyOnDesk(order)).toMatchObject({ dueCents: 980 });
  expect(await resolveReview(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await moneyOnDesk(order)).toMatchObject({ dueCents: 0 });
  expect(await completeOrder(shop.context, order.id, 'operator')).toEqual({ ok: true });
});
