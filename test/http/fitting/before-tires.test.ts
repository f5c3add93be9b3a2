import { describe, expect, test } from 'vitest';
import { handleDelays } from '../../../src/shop/checkout/delays/handle-delays.server.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { bookForOrder } from '../../../src/shop/checkout/fitting/order-booking.server.ts';
import { fittingShop, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';

const shop = fittingShop();

/** The promised day of `far`, ordered on Friday 20 November and paid at the branch. */
const wednesday = '2026-11-25';
const thursday = '2026-11-26';

const orderFar = (at: string | null) => shop.order({ at, items: items(['far', 4]) });

async function expectTires(order: { id: number }, day: string) {
  await shop.rows('update purchase_for set expected_on = $1', [day]);
  await handleDelays(shop.context, [order.id], 'shop');
}

describe('an appointment that the desk booked for the day on which the tires come', () => {
  async function bookedOrder() {
    const order = await orderFar(null);
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

  test('stays when the supplier confirms that day', async () => {
    const order = await bookedOrder();
    await expectTires(order, wednesday);
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
