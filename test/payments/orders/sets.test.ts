import { beforeEach, describe, expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { place } from '../../support/orders/orders-shop.ts';
import { bank, type PlacedOrder, paymentsShop } from '../payments-shop.ts';
import { delayedDay, delayedOrders } from './delayed-orders.ts';

const shop = paymentsShop();
const { answer, delay } = delayedOrders(shop);

/** The halves of a set: `front` is at Ringtee, `rear` comes from a supplier. */
const set = items(['front', 2], ['rear', 2]);

beforeEach(async () => {
  await seedTires(shop.db.kysely, [
    { id: 'front', stock: { ringtee: 4 } },
    { id: 'rear', stock: { supplier: { count: 4, leadDays: 5 } } },
  ]);
  await shop.rows(`update tires set tread_width = 225, profile = 45, diameter = 18 where id = 'front'`);
  await shop.rows(`update tires set tread_width = 255, profile = 40, diameter = 18 where id = 'rear'`);
});

const stock = () =>
  shop.rows(`select tire_id, held + owed as taken from stock where tire_id in ('front', 'rear') order by 1`);

async function paidSet(): Promise<PlacedOrder> {
  const order = await shop.order(bank, 4, { items: set });
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  return order;
}

describe('an order of a front/rear set', () => {
  test('takes both halves, and the later one sets the promised day', async () => {
    const onlyFront = await shop.order(bank, 4, { items: items(['front', 2]) });
    const whole = await shop.order(bank, 4, { items: set });
    const dayOf = async (order: PlacedOrder) => (await shop.view(order)).order.promisedOn;
    expect(await dayOf(whole)).toBe('2026-11-27');
    expect((await dayOf(onlyFront)) < (await dayOf(whole))).toBe(true);
    expect(await stock()).toMatchObject([{ taken: 4 }, { taken: 2 }]);
  });

  test('is refused as a whole when one half is sold out, and takes nothing', async () => {
    await shop.rows(`update stock set on_hand = 1 where tire_id = 'rear'`);
    const refused = await place(shop.app, form({ paymentMethod: bank, items: set }));
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rear', available: 1 }] });
    expect(await stock()).toMatchObject([{ taken: 0 }, { taken: 0 }]);
  });
});

describe('a front/rear set of which one half comes late', () => {
  test('leaves the buyer the choices for the whole order: cancelling refunds both halves', async () => {
    const order = await paidSet();
    await delay(order);
    expect((await shop.view(order)).order).toMatchObject({
      status: 'confirmed',
      delay: { expectedOn: delayedDay, answer: null },
    });
    const cancelled = await answer(order, { answer: 'cancel' });
    await shop.runJobs();
    expect(cancelled.json().order).toMatchObject({ status: 'cancelled' });
    expect((await shop.view(order)).order.payment).toMatchObject({ refunds: [{ amount: 319.6 }] });
  });

  test('is offered only tires of the model of the other half', async () => {
    await seedTires(shop.db.kysely, [
      { id: 'same-model', stock: { ringtee: 2 } },
      { id: 'other-model', stock: { ringtee: 2 } },
    ]);
    await shop.rows(
      `update tires set tread_width = 255, profile = 40, diameter = 18 where id in ('same-model', 'other-model')`,
    );
    await shop.rows(`update tires set model = 'Powerproof 2' where id = 'other-model'`);
    const order = await paidSet();
    await delay(order);
    const headers = { 'order-token': order.token };
    const answered = await shop.app.inject({ url: `/v1/orders/${order.number}/replacements`, headers });
    const rear = answered.json().lines.find(({ id }: { id: string }) => id === 'rear');
    expect(rear.offers.map(({ tire }: { tire: { id: string } }) => tire.id)).toEqual(['same-model']);
  });
});
