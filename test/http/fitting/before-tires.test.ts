import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handleDelays } from '../../../src/shop/checkout/delays/handle-delays.server.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { bookForOrder } from '../../../src/shop/checkout/fitting/order-booking.server.ts';
import { settlePayment } from '../../../src/shop/checkout/settle/settle-payment.server.ts';
import { fittingShop, monday, type Order, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';

/** An online payment method, by which an order is paid within 45 minutes. */
const swedbank = 'montonio:paymentInitiation:EE:HABAEE2X';

const provider = stubProvider('montonio').provider;
provider.listMethods = async () => ({
  ok: true,
  value: [{ id: swedbank, group: 'bank', label: 'Swedbank', logo: null }],
});

const shop = fittingShop({ providers: [provider] });

/** The promised day of `far`, ordered on Friday 20 November and paid at the branch. */
const wednesday = '2026-11-25';
const thursday = '2026-11-26';

const orderFar = (at: string | null, changes: object = {}) => shop.order({ at, items: items(['far', 4]), ...changes });

const post = ({ number, token }: Order, path: string, payload: object) =>
  shop.app.inject({
    method: 'POST',
    url: `/v1/orders/${number}/${path}`,
    headers: { 'order-token': token, 'idempotency-key': randomUUID() },
    payload,
  });

/** The bank reports that the newest payment of an order has been made. */
async function payOnline({ number }: Order) {
  const [{ id, amount_cents }] = await shop.rows(
    'select id, amount_cents from payments order by position desc limit 1',
  );
  const report = {
    providerRef: `ref-${id}`,
    merchantRef: number,
    currency: 'EUR',
    amountCents: amount_cents,
    refunds: [],
  };
  await settlePayment(shop.context, id, { ...report, state: 'paid' });
}

async function expectTires(order: { id: number }, day: string) {
  await shop.rows('update purchase_for set expected_on = $1', [day]);
  await handleDelays(shop.context, [order.id], 'shop');
}

describe('an appointment that the desk booked for the day on which the tires come', () => {
  async function bookedOrder(changes: object = {}) {
    const order = await orderFar(null, changes);
    const wanted = { at: new Date(startAt(wednesday, '15:00')), vehicle: 'car' } as const;
    const booked = await bookForOrder(shop.context, order.id, wanted, { actor: 'staff:kati', bookedVia: 'desk' });
    expect(booked.ok).toBe(true);
    return order;
  }

  test('stays when the order is paid', async () => {
    const order = await bookedOrder();
    expect(await markPaid(shop.context, order.id, 'staff:kati', { tender: 'card' })).toEqual({ ok: true });
    expect(await shop.bookings()).toMatchObject([{ state: 'booked', because: null }]);
  });

  test('stays when the order is paid online', async () => {
    const order = await bookedOrder({ paymentMethod: swedbank });
    await payOnline(order);
    expect(await shop.bookings()).toMatchObject([{ state: 'booked', status: 'confirmed' }]);
  });

  test('stays when an order that was to be paid at the branch is paid online', async () => {
    const order = await bookedOrder();
    expect((await post(order, 'payments', { paymentMethod: swedbank })).statusCode).toBe(200);
    await payOnline(order);
    expect(await shop.bookings()).toMatchObject([{ state: 'booked', status: 'confirmed' }]);
  });

  test('is freed when the payment comes after the cut-off of the supplier', async () => {
    const order = await bookedOrder({ paymentMethod: swedbank });
    shop.setTime('2026-11-20', '16:00');
    await payOnline(order);
    expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'late' }]);
  });

  test('stays when the supplier confirms that day', async () => {
    const order = await bookedOrder();
    await expectTires(order, wednesday);
    expect(await shop.bookings()).toMatchObject([{ state: 'booked', because: null }]);
  });

  test('stays when the tires are changed to fewer, also in an unpaid order', async () => {
    for (const changes of [{}, { paymentMethod: swedbank }]) {
      const order = await bookedOrder(changes);
      const changed = await post(order, 'changes', { counts: [{ id: 'far', count: 2 }] });
      expect(changed.statusCode, changed.body).toBe(200);
      expect((await shop.view(order)).fitting).toMatchObject({ state: 'booked' });
    }
  });

  test('stays when it was booked for a later day that the buyer was told', async () => {
    const order = await orderFar(null);
    await expectTires(order, thursday);
    const wanted = { at: new Date(startAt(thursday, '15:00')), vehicle: 'car' } as const;
    const booked = await bookForOrder(shop.context, order.id, wanted, { actor: 'staff:kati', bookedVia: 'desk' });
    expect(booked.ok).toBe(true);
    await handleDelays(shop.context, [order.id], 'shop');
    expect(await shop.bookings()).toMatchObject([{ state: 'booked', because: null }]);
  });

  test('is freed when the tires come later', async () => {
    const order = await bookedOrder();
    await expectTires(order, thursday);
    expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'late' }]);
  });
});

test('an appointment that the buyer booked because the tires come early is freed when they come on the promised day', async () => {
  const order = await orderFar(null);
  await expectTires(order, '2026-11-24');
  expect((await shop.move(order, startAt(wednesday, '15:00'))).statusCode).toBe(200);
  await expectTires(order, wednesday);
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'late' }]);
});

test('an appointment of an unpaid order is freed when the buyer chooses tires that come no earlier than its day', async () => {
  const order = await shop.order({ at: startAt(monday, '10:00'), paymentMethod: swedbank });
  const changed = await post(order, 'changes', { swaps: [{ from: 'tire', to: 'far' }] });
  expect(changed.statusCode, changed.body).toBe(200);
  expect(changed.json().change).toMatchObject({ freesFitting: startAt(monday, '10:00') });
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'late', status: 'awaiting_payment' }]);
});
