import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import shop from '../../../shop.config.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { look, ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const here = ordersDatabase();

beforeEach(async () => {
  await seedTires(here.db.kysely, [
    { id: 'tire', stock: { ringtee: 2, annelinn: 3, supplier: { count: 20, leadDays: 4 } } },
    { id: 'rare', price: 12_450, stock: { annelinn: 2 } },
    { id: 'gone', onSale: false, stock: { ringtee: 8 } },
    { id: 'nowhere' },
  ]);
});

describe('an order', () => {
  test('contains all that the buyer entered and was promised', async () => {
    const app = await ordersApp(here.db.kysely);
    const body = form({
      locale: 'ru',
      company: { name: 'Rehv ja Pojad OÜ', regCode: '12345678', vatNumber: 'EE123456789' },
      branch: 'annelinn',
      fulfilment: 'fitting',
      plate: '123 ABC',
      note: 'Две строки\nи 😀',
      items: items(['tire', 4], ['rare', 1, 124.5]),
    });
    const answer = await place(app, body, { headers: { 'device-id': 'abcdefghABCDEF12' } });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { order, next } = answer.json();
    expect(next).toEqual({ type: 'none' });
    const { token, ...view } = order;
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(view).toEqual({
      awaitsBuyer: true,
      withdrawnAt: null,
      payment: { state: 'unpaid', attempt: 'pending', paid: 0, refunded: 0, refunds: [] },
      number: expect.stringMatching(/^R26-[0-9A-HJKMNP-TV-Z]{5}$/),
      status: 'confirmed',
      locale: 'ru',
      placedAt: fridayNoon.toISOString(),
      customer: body.customer,
      company: body.company,
      branch: 'annelinn',
      fulfilment: 'fitting',
      plate: '123 ABC',
      note: 'Две строки\nи 😀',
      paymentMethod: 'pay_at_branch',
      items: [
        {
          id: 'tire',
          title: 'Nokian Hakka Blue 3',
          size: '205/55 R16 91V XL',
          count: 4,
          price: 79.9,
          parts: [
            { place: 'annelinn', count: 3, leadDays: 0 },
            { place: 'ringtee', count: 1, leadDays: 1 },
          ],
        },
        expect.objectContaining({ id: 'rare', count: 1, price: 124.5 }),
      ],
      total: 444.1,
      vat: { percent: 24, amount: 85.95 },
      promisedOn: '2026-11-23',
      heldUntil: '2026-11-26',
    });

    const read = await look(app, order.number, token);
    expect(read.statusCode).toBe(200);
    expect(read.headers['cache-control']).toBe('no-store');
    expect(read.json()).toEqual({ order: view, next });
    expect((await here.db.pool.query('select device_id, client_address from orders')).rows).toEqual([
      { device_id: 'abcdefghABCDEF12', client_address: null },
    ]);
  });

  test('by bank transfer waits for its money and has payment instructions', async () => {
    const app = await ordersApp(here.db.kysely);
    const { order, next } = (await place(app, form({ paymentMethod: 'bank_transfer' }))).json();
    expect(order).toMatchObject({ status: 'awaiting_payment', heldUntil: '2026-11-24' });
    expect(next).toEqual({
      type: 'instructions',
      holder: shop.bank.holder,
      bank: shop.bank.name,
      iban: shop.bank.iban,
      bic: shop.bank.bic,
      reference: expect.stringMatching(/^26\d{9}$/),
      amount: 319.6,
      dueOn: '2026-11-24',
    });
    expect((await look(app, order.number, order.token)).json().next).toEqual(next);
  });

  test('takes tires from as many locations as needed, and the latest part sets the day', async () => {
    const app = await ordersApp(here.db.kysely);
    const { order } = (await place(app, form({ items: items(['tire', 8]) }))).json();
    expect(order.items[0].parts).toEqual([
      { place: 'ringtee', count: 2, leadDays: 0 },
      { place: 'annelinn', count: 3, leadDays: 1 },
      { place: 'supplier', count: 3, leadDays: 4 },
    ]);
    expect(order.promisedOn).toBe('2026-11-26');
    const { rows } = await here.db.pool.query(`select place, held from stock where tire_id = 'tire' order by place`);
    expect(rows).toEqual([
      { place: 'annelinn', held: 3 },
      { place: 'ringtee', held: 2 },
      { place: 'supplier:seed', held: 3 },
    ]);
  });

  test('sums the lines of the same tire, for stock and limit', async () => {
    const app = await ordersApp(here.db.kysely);
    const short = await place(app, form({ items: items(['rare', 2, 124.5], ['tire', 1], ['rare', 1, 124.5]) }));
    expect(short.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 2 }] });
    const { order } = (await place(app, form({ items: items(['rare', 1, 124.5], ['rare', 1, 124.5]) }))).json();
    expect(order.items).toMatchObject([{ id: 'rare', count: 2 }]);
    expect(order.total).toBe(249);
  });

  test('keeps the licence plate only with fitting', async () => {
    const app = await ordersApp(here.db.kysely);
    expect((await place(app, form({ plate: '123 ABC' }))).json().order.plate).toBeNull();
    expect((await place(app, form({ fulfilment: 'fitting' }))).json().order.plate).toBeNull();
  });

  test('keeps what was bought when the catalogue changes', async () => {
    const app = await ordersApp(here.db.kysely);
    const { order } = (await place(app, form())).json();
    await here.db.pool.query(`update tires set price_cents = 1, model = 'Other', on_sale = false`);
    await here.db.pool.query('update stock set lead_days = 9');
    const { token, ...view } = order;
    expect((await look(app, order.number, token)).json().order).toEqual(view);
  });

  test('notifies every process after its commit, and only then', async () => {
    const app = await ordersApp(here.db.kysely);
    const listener = new pg.Client(here.url);
    await listener.connect();
    const notifications: string[] = [];
    listener.on('notification', ({ payload = '' }) => notifications.push(payload));
    await listener.query('listen catalogue');
    await place(app, form({ items: items(['tire', 1], ['rare', 3, 124.5]) }));
    await place(app, form({ items: items(['tire', 1], ['rare', 1, 124.5]) }));
    await expect.poll(() => notifications.length).toBe(1);
    expect(JSON.parse(notifications[0] ?? '').sort()).toEqual(['rare', 'tire']);
    await listener.end();
  });

  test('gets another number when its number is taken', async () => {
    const app = await ordersApp(here.db.kysely);
    const random = vi.spyOn(crypto, 'getRandomValues');
    for (let draw = 0; draw < 2; draw += 1) random.mockImplementationOnce((bytes) => bytes);
    const first = (await place(app, form({ items: items(['tire', 1]) }))).json().order;
    const second = (await place(app, form({ items: items(['tire', 1]) }))).json().order;
    random.mockRestore();
    expect(first.number).toBe('R26-00000');
    expect(second.number).toMatch(/^R26-/);
    expect(second.number).not.toBe(first.number);
  });
});

describe('leaves nothing behind when', () => {
  test('too few tires are left, and names every such tire', async () => {
    const app = await ordersApp(here.db.kysely);
    const wanted = items(['tire', 20], ['rare', 3, 124.5], ['gone', 1], ['nowhere', 1]);
    await place(app, form({ items: items(['tire', 6]) }));
    const before = await rowsOutsideCatalogue(here.db.kysely);
    const answer = await place(app, form({ items: wanted }));
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'out-of-stock',
      items: [
        { id: 'tire', available: 19 },
        { id: 'rare', available: 2 },
        { id: 'gone', available: 0 },
        { id: 'nowhere', available: 0 },
      ],
    });
    expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual(before);
  });

  test('a price differs from the one that the buyer saw, on any line', async () => {
    const app = await ordersApp(here.db.kysely);
    const wanted = items(['tire', 1], ['rare', 1, 124.49], ['tire', 1, 79.899999]);
    const answer = await place(app, form({ items: wanted }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'price-changed',
      items: [
        { id: 'tire', price: 79.9 },
        { id: 'rare', price: 124.5 },
      ],
    });
    expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual([]);
  });

  test('both are wrong, and reports the shortage', async () => {
    const app = await ordersApp(here.db.kysely);
    const answer = await place(app, form({ items: items(['tire', 1, 70], ['rare', 3, 124.5]) }));
    expect(answer.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 2 }] });
    expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual([]);
  });

  test('the price list has less stock than orders hold: nothing is free, never a negative count', async () => {
    const app = await ordersApp(here.db.kysely);
    await place(app, form({ items: items(['rare', 2, 124.5]) }));
    await here.db.pool.query(`update stock set on_hand = 1 where tire_id = 'rare'`);
    const answer = await place(app, form({ items: items(['rare', 1, 124.5]) }), { key: randomUUID() });
    expect(answer.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 0 }] });
  });
});
