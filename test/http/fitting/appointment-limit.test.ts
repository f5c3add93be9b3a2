import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { bookForOrder } from '../../../src/shop/checkout/fitting/order-booking.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import type { OrderView } from '../../../src/shop/order/order-view.ts';
import { fittingPageShop } from '../../support/orders/fitting-page.ts';
import { monday, type Order, startAt, tuesday } from '../../support/orders/fitting-shop.ts';

/** Limits that allow as many open orders as a test places. */
const limits = {
  ...shopConfig.limits,
  openOrdersPerEmail: 100,
  unpaidOrdersPerEmailPerDay: 100,
  openOrdersPerClient: 100,
  unpaidOrdersPerClientPerDay: 100,
};

const { shop, order, linkTo, send, bookingsOf } = fittingPageShop({ limits, rateLimit: 1000 });

const mari = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' };

/** Places orders of one mailbox: two with an appointment, then `count` without one. */
async function hoarding(count: number, changes: object = {}): Promise<(Order & OrderView)[]> {
  const placed = [];
  for (const time of ['10:00', '11:00']) await order(startAt(monday, time), { customer: mari });
  for (let n = 0; n < count; n += 1) placed.push(await order(null, { customer: mari, ...changes }));
  return placed as (Order & OrderView)[];
}

const idOf = async ({ number }: OrderView): Promise<number> =>
  (await shop.rows('select id from orders where number = $1', [number]))[0].id;

describe('a time that is booked after the order', () => {
  test('counts towards the limit of two per mailbox', async () => {
    const [third] = await hoarding(1);
    if (!third) throw new Error('no order');
    const refused = await shop.move(third, startAt(monday, '12:00'));
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too-many-appointments', limit: 'email' });
    expect(refused.headers['retry-after']).toBe('3600');
    expect(await bookingsOf(third)).toEqual([]);
  });

  test('counts towards the limit of six per network address', async () => {
    for (const hour of [10, 11, 12, 13, 14, 15]) await order(startAt(monday, `${hour}:00`));
    const placed = (await order(null)) as Order & OrderView;
    const refused = await shop.move(placed, startAt(monday, '16:00'));
    expect(refused.json()).toMatchObject({ code: 'too-many-appointments', limit: 'address' });
  });

  test('is booked by only one of several concurrent requests', async () => {
    await order(startAt(monday, '10:00'), { customer: mari });
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push((await order(null, { customer: mari })) as Order & OrderView);
    const times = ['11:00', '12:00', '13:00', '14:00'];
    const answers = await Promise.all(orders.map((placed, n) => shop.move(placed, startAt(monday, times[n] ?? ''))));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429, 429]);
  });

  test.each([
    ['ee', 'mitu maksmata tellimust paigalduse ajaga'],
    ['ru', 'несколько неоплаченных заказов со временем установки'],
    ['en', 'several unpaid orders with a fitting time'],
  ])('is refused with an explanation on the page that a link opens: %s', async (locale, words) => {
    const [third] = await hoarding(1, { locale });
    if (!third) throw new Error('no order');
    const refused = await send(await linkTo(third), { act: 'book', at: startAt(monday, '12:00'), vehicle: 'car' });
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain(words);
    expect(await bookingsOf(third)).toEqual([]);
  });

  test('is accepted once another one is cancelled, and for a paid order', async () => {
    const [third, fourth] = await hoarding(2);
    if (!third || !fourth) throw new Error('no order');
    const { number, token } = (await order(null, { customer: mari, paymentMethod: 'bank_transfer' })) as Order &
      OrderView;
    const paid = { number, token } as Order & OrderView;
    expect((await shop.move(paid, startAt(tuesday, '12:00'))).statusCode).toBe(429);
    expect(await markPaid(shop.context, await idOf(paid), 'operator')).toEqual({ ok: true });
    expect((await shop.move(paid, startAt(tuesday, '12:00'))).statusCode).toBe(200);
    expect((await shop.move(third, startAt(monday, '12:00'))).statusCode).toBe(429);
    const [first] = await shop.rows(`select b.id from fitting_bookings b where state = 'booked' order by starts_at`);
    await shop.rows(`update fitting_bookings set state = 'freed', freed_because = 'buyer' where id = $1`, [first.id]);
    expect((await shop.move(third, startAt(monday, '12:00'))).statusCode).toBe(200);
    expect((await shop.move(fourth, startAt(monday, '13:00'))).statusCode).toBe(429);
  });

  test('is accepted for a paid order of which a part is refunded', async () => {
    const [third] = await hoarding(1);
    if (!third) throw new Error('no order');
    const id = await idOf(third);
    await markPaid(shop.context, id, 'operator', { tender: 'card' });
    await refundOrder(shop.context, id, 1_000, 'goodwill', 'operator');
    expect((await markRefunded(shop.context, id, 'operator', undefined, 'card')).ok).toBe(true);
    expect((await shop.move(third, startAt(monday, '12:00'))).statusCode).toBe(200);
  });

  test('is not limited if it is moved, or if an employee books it', async () => {
    const [third] = await hoarding(1);
    if (!third) throw new Error('no order');
    const wanted = { at: new Date(startAt(monday, '12:00')), vehicle: 'car' } as const;
    const atDesk = await bookForOrder(shop.context, await idOf(third), wanted, {
      actor: 'staff:kati',
      bookedVia: 'desk',
    });
    expect(atDesk.ok).toBe(true);
    expect((await shop.move(third, startAt(monday, '13:00'))).statusCode).toBe(200);
  });
});
