import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rowsOutsideCatalogue } from '../../support/database/seed.ts';
import { fittingForm, fittingShop, monday, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';

const shop = fittingShop();

test('an order takes its appointment with its tires', async () => {
  const answer = await shop.place({ items: items(['tire', 4]) });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().order.fitting).toEqual({
    at: '2026-11-23T08:00:00.000Z',
    minutes: 30,
    price: 60,
    vehicle: 'car',
    storage: false,
    earlier: false,
    state: 'booked',
    freedBecause: null,
    changeableUntil: '2026-11-23T06:00:00.000Z',
  });
  expect(await shop.rows('select branch, bay, wheels, rim, channel, made_by from fitting_bookings')).toEqual([
    { branch: 'ringtee', bay: 2, wheels: 4, rim: 16, channel: 'web', made_by: 'buyer' },
  ]);
});

test('an order without an appointment books no bay', async () => {
  const order = await shop.order({ at: null });
  expect((await shop.view(order)).fitting).toBeNull();
  expect(await shop.bookings()).toEqual([]);
});

test('twenty concurrent requests with one key place one order with one appointment', async () => {
  const key = randomUUID();
  const body = fittingForm();
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(shop.app, body, { key })));
  const placed = answers.filter(({ statusCode }) => statusCode === 201);
  // A request that waits too long for the first one is answered with 409.
  expect(answers.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 409)).toEqual([]);
  expect(new Set(placed.map((answer) => answer.json().order.number)).size).toBe(1);
  expect(await shop.bookings()).toHaveLength(1);
  expect(await shop.rows('select id from orders')).toHaveLength(1);
});

test('an order with a taken time stores nothing and names the three nearest free starts, one of which the same key then books', async () => {
  for (let n = 0; n < 2; n += 1) await shop.order();
  const before = await rowsOutsideCatalogue(shop.database.db.kysely);
  const key = randomUUID();
  const body = fittingForm();
  const refused = await place(shop.app, body, { key });
  expect(refused.statusCode).toBe(409);
  const starts = [startAt(monday, '09:00'), startAt(monday, '09:30'), startAt(monday, '10:30')];
  expect(refused.json()).toMatchObject({ code: 'slot-taken', starts });
  expect(await rowsOutsideCatalogue(shop.database.db.kysely)).toEqual(before);

  const accepted = await place(shop.app, { ...body, fitting: { at: starts[0], vehicle: 'car' } }, { key });
  expect(accepted.statusCode, accepted.body).toBe(201);
  expect(accepted.json().order.fitting.at).toBe(starts[0]);
});

test('an order with both too few tires and a taken time is refused for its tires', async () => {
  for (let n = 0; n < 2; n += 1) await shop.order();
  const answer = await shop.place({ items: items(['tire', 4], ['missing', 4]) });
  expect(answer.statusCode).toBe(400);
  await shop.rows(`update stock set on_hand = held`);
  expect((await shop.place()).json().code).toBe('out-of-stock');
});

describe('limits on unpaid appointments', () => {
  const customer = (email: string) => ({ name: 'Mari Maasikas', email, phone: '+372 5123 4567' });

  test.each(['pay_at_branch', 'bank_transfer'])('a mailbox has at most two, by %s', async (paymentMethod) => {
    const orderAt = (time: string) =>
      shop.place({ customer: customer('mari@example.com'), at: startAt('2026-11-27', time), paymentMethod });
    expect((await orderAt('10:00')).statusCode).toBe(201);
    expect((await orderAt('11:00')).statusCode).toBe(201);
    const refused = await orderAt('12:00');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too-many-appointments', limit: 'email' });
    expect((await shop.place({ customer: customer('mari@example.com'), at: null })).statusCode).toBe(201);
  });

  test('a network address has at most six', async () => {
    const app = await ordersApp(shop.database.db.kysely, { shop: shop.context, rateLimit: 1000 });
    const orderAt = (hour: number, from?: string) =>
      place(app, fittingForm({ at: startAt(monday, `${hour}:00`) }), { from });
    for (const hour of [10, 11, 12, 13, 14, 15]) expect((await orderAt(hour)).statusCode).toBe(201);
    const refused = await orderAt(16);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too-many-appointments', limit: 'address' });
    expect((await orderAt(16, '192.0.2.7')).statusCode).toBe(201);
  });
});

describe('what cannot be booked', () => {
  test('a time for an order to collect is refused with the name of the field', async () => {
    const answer = await shop.place({ fulfilment: 'pickup' });
    expect(answer.json()).toMatchObject({ code: 'validation', errors: [{ path: 'fitting', code: 'invalid' }] });
  });

  test('a job whose time is agreed by phone is refused with the name of the field', async () => {
    const answer = await shop.place({ items: items(['tire', 8]) });
    expect(answer.json()).toMatchObject({ code: 'validation', errors: [{ path: 'fitting', code: 'unknown' }] });
    expect(await shop.bookings()).toEqual([]);
  });

  test('a bay and a duration in the body are ignored', async () => {
    const fitting = { at: startAt(monday, '10:00'), vehicle: 'van', bay: 2, minutes: 15 };
    const answer = await shop.place({ fitting });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().order.fitting.minutes).toBe(45);
    expect(await shop.rows('select bay from fitting_bookings')).toEqual([{ bay: 1 }]);
  });
});

test('the free slots, the order and its page state the same price and duration', async () => {
  const { minutes, price } = await shop.slots({ vehicle: 'suv' });
  expect({ minutes, price }).toEqual({ minutes: 45, price: 76 });
  const order = await shop.order({ fitting: { at: startAt(monday, '10:00'), vehicle: 'suv' } });
  expect((await shop.view(order)).fitting).toMatchObject({ minutes, price });
  expect(await shop.slotsOf(order)).toMatchObject({ minutes, price });
});

test('free slots keep their ETag until one is taken or the first one has passed', async () => {
  const ask = (etag?: string) =>
    shop.app.inject({
      url: '/v1/fitting/slots?branch=ringtee&items=tire:4',
      headers: { 'accept-encoding': 'br', ...(etag && { 'if-none-match': etag }) },
    });
  await shop.slots();
  const etag = `${(await ask()).headers.etag}`;
  expect((await ask(etag)).statusCode).toBe(304);
  const orders = [await shop.order(), await shop.order()];
  await shop.slots();
  const changed = await ask(etag);
  expect(changed.statusCode).toBe(200);
  for (const order of orders) await shop.cancelTime(order);
  await shop.slots();
  expect((await ask(etag)).statusCode).toBe(304);
  shop.setTime('2026-11-20', '12:01');
  expect((await ask(etag)).statusCode).toBe(200);
});

test('a buyer can move to a time that overlaps the buyer’s current time, which counts as free', async () => {
  await shop.block(monday, ['09:00', '18:00'], { bay: 1 });
  const order = await shop.order({ at: startAt(monday, '10:00') });
  const times = (await shop.slotsOf(order)).days.find(({ day }) => day === monday)?.starts.map(({ at }) => at);
  expect(times).toEqual(expect.arrayContaining([startAt(monday, '10:00'), startAt(monday, '10:15')]));
  expect((await shop.move(order, startAt(monday, '10:15'))).statusCode).toBe(200);
  expect(await shop.bookings()).toMatchObject([{ at: `${monday} 10:15`, bay: 2, state: 'booked' }]);
});

test('a buyer whose vehicle has arrived early can no longer move or cancel the time', async () => {
  const order = await shop.order({ at: startAt(monday, '15:00') });
  shop.setTime(monday, '10:00');
  await shop.rows(`update fitting_bookings set state = 'arrived', arrived_at = $1`, [shop.now()]);
  for (const answer of [await shop.move(order, startAt(monday, '16:00')), await shop.cancelTime(order)]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json().code).toBe('too-late');
  }
  expect((await shop.slotsOf(order)).days).toEqual([]);
  expect(await shop.bookings()).toMatchObject([{ at: `${monday} 15:00`, state: 'arrived' }]);
});
