import { expect, onTestFinished, test } from 'vitest';
import { handOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { type PlacedOrder, paymentsShop } from '../payments-shop.ts';
import { delayedOrders, refusalOf } from './delayed-orders.ts';

const shop = paymentsShop();
const { answer, delay, paidOrder, wait } = delayedOrders(shop);

/** Adds tires of the same size: two that may replace the late ones, and four that may not (too few, too low an index, studded, later still). */
async function otherTires() {
  await seedTires(shop.db.kysely, [
    { id: 'cheaper', price: 6990, stock: { annelinn: 4 } },
    { id: 'dearer', price: 9990, stock: { ringtee: 8 } },
    { id: 'few', stock: { ringtee: 3 } },
    { id: 'weak', stock: { ringtee: 8 } },
    { id: 'studded', stock: { ringtee: 8 } },
    { id: 'later', stock: { supplier: { count: 8, leadDays: 20 } } },
  ]);
  await shop.rows(`update tires set load_index = '88' where id = 'weak'`);
  await shop.rows(`update tires set season = 'winter', studs = 'studded' where id = 'studded'`);
}

type Offer = { tire: { id: string }; price: number; day: string };

const offersOf = async ({ number, token }: PlacedOrder) => {
  const headers = { 'order-token': token };
  const answered = await shop.app.inject({ url: `/v1/orders/${number}/replacements`, headers });
  expect(answered.statusCode, answered.body).toBe(200);
  return answered.json().lines;
};

const swap = (order: PlacedOrder, to: string, price: number) =>
  answer(order, { answer: 'swap', swaps: [{ from: 'tire', to, price }] });

test('offers tires that can replace the late ones, tires in time first, at no more than the old price', async () => {
  await otherTires();
  const order = await paidOrder();
  expect(await offersOf(order)).toEqual([]);
  await delay(order);
  const [line, ...more] = await offersOf(order);
  expect(more).toEqual([]);
  expect(line).toMatchObject({ id: 'tire', count: 4, size: '205/55 R16 91V XL' });
  expect(line.offers.map(({ tire, price, day }: Offer) => [tire.id, price, day])).toEqual([
    ['dearer', 79.9, '2026-11-20'],
    ['cheaper', 69.9, '2026-11-23'],
  ]);
  await shop.rows(`update tires set on_sale = false where id = 'tire'`);
  expect((await offersOf(order))[0].offers).toHaveLength(2);
});

test('a dearer tire is swapped at the old price; for a cheaper one the difference is refunded', async () => {
  await otherTires();
  const first = await paidOrder();
  await delay(first);
  expect((await swap(first, 'dearer', 79.9)).json().order).toMatchObject({
    items: [{ id: 'dearer', count: 4, price: 79.9 }],
    total: 319.6,
    promisedOn: '2026-11-20',
    delay: null,
  });
  const second = await paidOrder();
  await delay(second);
  expect((await swap(second, 'cheaper', 69.9)).json().order).toMatchObject({
    items: [{ id: 'cheaper', count: 4, price: 69.9 }],
    total: 279.6,
    promisedOn: '2026-11-23',
    payment: { paid: 319.6, refunds: [{ amount: 40 }] },
  });
  expect(await shop.rows(`select expected_on <= promised_on as in_time from orders`)).toEqual([
    { in_time: true },
    { in_time: true },
  ]);
  expect(await shop.rows(`select kind from letters where kind = 'changed'`)).toHaveLength(2);
  expect(refusalOf(await wait(second))).toEqual([409, 'answered']);
});

test('refuses tires that were never offered, are no longer offered, or have another price', async () => {
  await otherTires();
  const order = await paidOrder();
  await delay(order);
  for (const [to, price] of [
    ['weak', 79.9],
    ['dearer', 99.9],
    ['tire', 79.9],
  ] as const)
    expect(refusalOf(await swap(order, to, price))).toEqual([409, 'changed']);
  await shop.rows(`update stock set on_hand = 3 where tire_id = 'dearer'`);
  expect(refusalOf(await swap(order, 'dearer', 79.9))).toEqual([409, 'changed']);
  expect((await shop.view(order)).order.delay.answer).toBeNull();
});

test('with `labels.incomplete: hide`, tires without a whole EU label are not offered', async () => {
  await otherTires();
  const order = await paidOrder();
  await delay(order);
  await shop.rows(
    `update tires set fuel = 'C', wet = 'A', noise_db = 67, noise_class = 'A', snow = false where id = 'cheaper'`,
  );
  const { context } = shop;
  const { shopConfig } = context;
  context.shopConfig = { ...shopConfig, labels: { incomplete: 'hide' } };
  onTestFinished(() => {
    context.shopConfig = shopConfig;
  });
  expect((await offersOf(order))[0].offers.map(({ tire }: Offer) => tire.id)).toEqual(['cheaper']);
  expect(refusalOf(await swap(order, 'dearer', 79.9))).toEqual([409, 'changed']);
});

test('offers nothing for tires that the buyer has returned', async () => {
  await seedTires(shop.db.kysely, [{ id: 'returned', stock: { ringtee: 4 } }]);
  const items = ['tire', 'returned'].map((id) => ({ id, count: 4, price: 79.9 }));
  const order = await paidOrder({ items });
  const tires = new Map([['returned', 4]]);
  expect(await handOver(shop.context, order.id, 'staff:kati', { tires })).toEqual({ ok: true });
  const returned = { tires, condition: 'new', place: 'ringtee' } as const;
  expect(await takeBack(shop.context, order.id, 'staff:kati', returned)).toMatchObject({ ok: true });
  await delay(order);
  expect((await offersOf(order)).map(({ id }: { id: string }) => id)).toEqual(['tire']);
});
