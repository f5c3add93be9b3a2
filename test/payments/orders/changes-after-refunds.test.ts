import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeForm } from '../../../src/shop/checkout/change/change-form.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, resolveReview } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { deskOrder } from '../../../src/shop/desk/order/desk-order.server.ts';
import type { Cents } from '../../../src/shop/money.ts';
import { seedTires } from '../../support/database/seed.ts';
import { documentedOrders } from '../books/documented-orders.ts';
import { bank, type PlacedOrder, paymentsShop } from '../payments-shop.ts';

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

/** Fails the refund of this amount that the bank has accepted. */
async function failRefundOf(cents: Cents) {
  const [pending] = await shop.rows(`select provider_ref from refunds where state = 'pending' and amount_cents = $1`, [
    cents,
  ]);
  await shop.montonio.settleRefund(pending.provider_ref, 'failed');
  await shop.runJobs();
}

const dearerTires = { swaps: [{ from: 'tire', to: 'dearer' }] };

/** An order for 3 tires, 239.70 €, whose buyer paid 319.60 €, and whose refund of the surplus was requested. */
async function orderWithSurplusRefund() {
  await seedDearer();
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await change(order, { counts: [{ id: 'tire', count: 3 }] });
  await shop.montonio.pay(ref);
  await shop.runJobs();
  await refund(order, 7990, 'overpaid');
  await shop.runJobs();
  return order;
}

test.each([
  {
    tires: 'dearer',
    body: dearerTires,
    whileRequested: { missing: 60, over: 0 },
    whenFailed: { missing: 0, over: 19.9 },
    proposedCents: 1990,
  },
  {
    tires: 'fewer',
    body: { counts: [{ id: 'tire', count: 2 }] },
    whileRequested: { missing: 0, over: 0 },
    whenFailed: { missing: 0, over: 79.9 },
    proposedCents: 7990,
  },
])(
  'a surplus whose refund fails after a change to $tires tires counts as paid until it is refunded again',
  async ({ body, whileRequested, whenFailed, proposedCents }) => {
    const order = await orderWithSurplusRefund();
    await change(order, body);
    expect(await paymentOnPage(order)).toMatchObject(whileRequested);
    await failRefundOf(7990);
    expect(await paymentOnPage(order)).toMatchObject(whenFailed);
    expect(await moneyOnDesk(order)).toMatchObject({ state: 'overpaid', dueCents: 0, overpaidCents: proposedCents });
    await refund(order, proposedCents, 'overpaid');
    expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
  },
);

test('dearer tires that a failed refund pays are ordered when the review ends', async () => {
  const order = await orderWithSurplusRefund();
  await change(order, dearerTires);
  await failRefundOf(7990);
  await refund(order, 1990, 'overpaid');
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
  const holds = () => shop.rows(`select state, count from stock_holds where state <> 'released'`);
  expect(await holds()).toEqual([{ state: 'held', count: 3 }]);
  expect(await resolveReview(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await holds()).toEqual([{ state: 'ordered', count: 3 }]);
});

test('an order shows as surplus what its failed goodwill refund leaves beyond a total that has become lower', async () => {
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  await refund(order, 15_000);
  await shop.runJobs();
  await change(order, { counts: [{ id: 'tire', count: 1 }] });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });

  await failRefundOf(15_000);
  expect(await paymentOnPage(order)).toMatchObject({ state: 'overpaid', missing: 0, over: 70.1 });

  await refund(order, 15_000);
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
});

test.each([
  ['more than nothing', 2],
  ['nothing', 1],
])('a cancelled order whose goodwill left %s to pay is refunded, because nothing is left', async (_left, count) => {
  const order = await shop.order('bank_transfer');
  await pay(order);
  await refund(order, 10_000);
  await change(order, { counts: [{ id: 'tire', count }] });
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: true });
  await payOutRefunds(order);
  expect(await paymentOnPage(order)).toMatchObject({ state: 'refunded', missing: 0, over: 0 });
  expect(await moneyOnDesk(order)).toMatchObject({ state: 'refunded', dueCents: 0, refundableCents: 0 });
});

test('an order is not paid any more once all that its goodwill had left to pay is refunded, until that sum is paid again', async () => {
  const order = await shop.order('bank_transfer');
  await pay(order);
  await refund(order, 10_000);
  await change(order, { counts: [{ id: 'tire', count: 2 }] });
  await refund(order, 5980);
  expect(await paymentOnPage(order)).toMatchObject({ state: 'refunded', missing: 0, over: 0 });
  expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: false, reason: 'unpaid' });
  expect(await moneyOnDesk(order)).toMatchObject({ dueCents: 5980 });
  expect(await pay(order)).toEqual({ ok: true });
  expect(await paymentOnPage(order)).toMatchObject({ state: 'paid', missing: 0, over: 0 });
  expect(await moneyOnDesk(order)).toMatchObject({ dueCents: 0, refundableCents: 5980 });
  expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
});
