import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import shop from '../../../shop.config.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(async () => {
  await seedTires(database.db.kysely, [
    { id: 'tire', stock: { ringtee: 2, annelinn: 3, supplier: { count: 20, leadDays: 4 } } },
    { id: 'rare', price: 12_450, stock: { annelinn: 2 } },
    { id: 'gone', onSale: false, stock: { ringtee: 8 } },
    { id: 'nowhere' },
  ]);
});

describe('an order', () => {
  test('contains the buyer’s input, prices, VAT and the promised day', async () => {
    const app = await ordersApp(database.db.kysely);
    const body = form({
      locale: 'ru',
      company: {
        name: 'Rehv ja Pojad OÜ',
        regCode: '12345678',
        vatNumber: 'EE100421628',
        address: 'Tehase 12, 50107 Tartu',
      },
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
      fitting: null,
      delay: null,
      documents: [],
      payment: { state: 'unpaid', attempt: 'pending', paid: 0, refunded: 0, missing: 0, over: 0, refunds: [] },
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
          handedOver: 0,
          returned: 0,
          parts: [
            { place: 'annelinn', count: 3, leadDays: 0 },
            { place: 'ringtee', count: 1, leadDays: 1 },
          ],
        },
        expect.objectContaining({ id: 'rare', count: 1, price: 124.5 }),
      ],
      // 4 × 79.90 € + 124.50 €, with 24 % VAT included.
      total: 444.1,
      vat: { percent: 24, amount: 85.95 },
      promisedOn: '2026-11-23',
      heldUntil: '2026-11-26',
    });

    const readAnswer = await readOrder(app, order.number, token);
    expect(readAnswer.statusCode).toBe(200);
    expect(readAnswer.headers['cache-control']).toBe('no-store');
    expect(readAnswer.json()).toEqual({ order: view, next });
    expect((await database.db.pool.query('select device_id, client_address from orders')).rows).toEqual([
      { device_id: 'abcdefghABCDEF12', client_address: null },
    ]);
  });

  test('by bank transfer awaits payment and has payment instructions', async () => {
    const app = await ordersApp(database.db.kysely);
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
    expect((await readOrder(app, order.number, order.token)).json().next).toEqual(next);
  });

  test('takes tires from as many locations as needed, and promises the day of the last part', async () => {
    const app = await ordersApp(database.db.kysely);
    const { order } = (await place(app, form({ items: items(['tire', 8]) }))).json();
    expect(order.items[0].parts).toEqual([
      { place: 'ringtee', count: 2, leadDays: 0 },
      { place: 'annelinn', count: 3, leadDays: 1 },
      { place: 'supplier', count: 3, leadDays: 4 },
    ]);
    expect(order.promisedOn).toBe('2026-11-26');
    const { rows } = await database.db.pool.query(
      `select place, held, owed from stock where tire_id = 'tire' order by place`,
    );
    expect(rows).toEqual([
      { place: 'annelinn', held: 3, owed: 0 },
      { place: 'ringtee', held: 2, owed: 0 },
      { place: 'supplier:seed', held: 0, owed: 3 },
    ]);
  });

  test('adds up lines with the same tire', async () => {
    const app = await ordersApp(database.db.kysely);
    const tooMany = await place(app, form({ items: items(['rare', 2, 124.5], ['tire', 1], ['rare', 1, 124.5]) }));
    expect(tooMany.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 2 }] });
    const { order } = (await place(app, form({ items: items(['rare', 1, 124.5], ['rare', 1, 124.5]) }))).json();
    expect(order.items).toMatchObject([{ id: 'rare', count: 2 }]);
    expect(order.total).toBe(249);
  });

  test('stores a licence plate only with fitting', async () => {
    const app = await ordersApp(database.db.kysely);
    expect((await place(app, form({ plate: '123 ABC' }))).json().order.plate).toBeNull();
    expect((await place(app, form({ fulfilment: 'fitting' }))).json().order.plate).toBeNull();
    const lowerCase = form({ fulfilment: 'fitting', plate: '123 abc' });
    expect((await place(app, lowerCase)).json().order.plate).toBe('123 ABC');
  });

  test('keeps titles, prices and days when the catalogue changes', async () => {
    const app = await ordersApp(database.db.kysely);
    const { order } = (await place(app, form())).json();
    await database.db.pool.query(`update tires set price_cents = 1, model = 'Other', on_sale = false`);
    await database.db.pool.query('update stock set lead_days = 9');
    const { token, ...view } = order;
    expect((await readOrder(app, order.number, token)).json().order).toEqual(view);
  });

  test('names its tires to every process in one notification after its commit', async () => {
    const app = await ordersApp(database.db.kysely);
    const listener = new pg.Client(database.url);
    await listener.connect();
    const notifications: string[] = [];
    listener.on('notification', ({ payload = '' }) => notifications.push(payload));
    await listener.query('listen catalogue');
    // Only two of `rare` are in stock: the first order is rolled back.
    await place(app, form({ items: items(['tire', 1], ['rare', 3, 124.5]) }));
    await place(app, form({ items: items(['tire', 1], ['rare', 1, 124.5]) }));
    await expect.poll(() => notifications.length).toBe(1);
    expect(JSON.parse(notifications[0] ?? '').sort()).toEqual(['rare', 'tire']);
    await listener.end();
  });

  test('gets another number when its random number is taken', async () => {
    const app = await ordersApp(database.db.kysely);
    const random = vi.spyOn(crypto, 'getRandomValues');
    // Leaves the buffers zero, so that the first two draws give the number R26-00000.
    for (let draw = 0; draw < 2; draw += 1) random.mockImplementationOnce((bytes) => bytes);
    const first = (await place(app, form({ items: items(['tire', 1]) }))).json().order;
    const second = (await place(app, form({ items: items(['tire', 1]) }))).json().order;
    random.mockRestore();
    expect(first.number).toBe('R26-00000');
    expect(second.number).toMatch(/^R26-/);
    expect(second.number).not.toBe(first.number);
  });
});

describe('stores nothing when', () => {
  test('stock is too low, and reports each such tire', async () => {
    const app = await ordersApp(database.db.kysely);
    const orderedItems = items(['tire', 20], ['rare', 3, 124.5], ['gone', 1], ['nowhere', 1]);
    await place(app, form({ items: items(['tire', 6]) }));
    const before = await rowsOutsideCatalogue(database.db.kysely);
    const answer = await place(app, form({ items: orderedItems }));
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'out-of-stock',
      items: [
        { id: 'tire', available: 25 - 6 },
        { id: 'rare', available: 2 },
        { id: 'gone', available: 0 },
        { id: 'nowhere', available: 0 },
      ],
    });
    expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual(before);
  });

  test('a price on any line differs from the current price', async () => {
    const app = await ordersApp(database.db.kysely);
    const orderedItems = items(['tire', 1], ['rare', 1, 124.49], ['tire', 1, 79.899999]);
    const answer = await place(app, form({ items: orderedItems }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'price-changed',
      items: [
        { id: 'tire', price: 79.9 },
        { id: 'rare', price: 124.5 },
      ],
    });
    expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
  });

  test('both stock is too low and a price differs, and reports the stock', async () => {
    const app = await ordersApp(database.db.kysely);
    const answer = await place(app, form({ items: items(['tire', 1, 70], ['rare', 3, 124.5]) }));
    expect(answer.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 2 }] });
    expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
  });

  test('the stock is below the held tires, and reports 0 available', async () => {
    const app = await ordersApp(database.db.kysely);
    await place(app, form({ items: items(['rare', 2, 124.5]) }));
    await database.db.pool.query(`update stock set on_hand = 1 where tire_id = 'rare'`);
    const answer = await place(app, form({ items: items(['rare', 1, 124.5]) }));
    expect(answer.json()).toMatchObject({ code: 'out-of-stock', items: [{ id: 'rare', available: 0 }] });
  });
});
