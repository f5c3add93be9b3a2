import { describe, expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { items } from '../../support/orders/order-form.ts';
import { type PlacedOrder, paymentsShop } from '../payments-shop.ts';
import { delayedOrders } from './delayed-orders.ts';
import { at, fittedOrders } from './fitted-orders.ts';

const shop = paymentsShop();
const { delay, wait } = delayedOrders(shop);

const { orderAt, paidOrderAt, appointment, mailsAbout, move } = fittedOrders(shop);
const isBooked = { state: 'booked', freedBecause: null };

describe('tires that come late', () => {
  test('free the appointment, mail the buyer, and offer later days', async () => {
    await seedTires(shop.db.kysely, [{ id: 'far', stock: { supplier: { count: 8, leadDays: 1 } } }]);
    const order = await paidOrderAt(at('2026-11-25'), { items: items(['far', 4]) });
    await delay(order, '2026-12-03');
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'late' });
    expect(await mailsAbout('fitting-freed')).toEqual([order.id]);
    expect((await move(order, at('2026-12-03'))).json().code).toBe('slot-taken');
    await wait(order, '2026-12-03');
    expect((await move(order, at('2026-12-04'))).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-12-04') });
  });

  test('leave an appointment that is late enough', async () => {
    await seedTires(shop.db.kysely, [{ id: 'far', stock: { supplier: { count: 8, leadDays: 1 } } }]);
    const order = await paidOrderAt(at('2026-12-04'), { items: items(['far', 4]) });
    await delay(order, '2026-12-03');
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-12-04') });
    expect(await mailsAbout('fitting-freed')).toEqual([]);
  });
});

describe('a change of the order', () => {
  const change = (order: PlacedOrder, body: object) => shop.act(order, 'changes', body);

  test('to fewer tires makes the appointment shorter or cheaper, at the same start', async () => {
    const order = await orderAt('pay_at_branch');
    expect((await change(order, { counts: [{ id: 'tire', count: 2 }] })).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23'), minutes: 30, price: 33 });
    expect(await shop.rows('select bay from fitting_bookings')).toEqual([{ bay: 2 }]);
  });

  test('to another branch frees the appointment and mails the buyer', async () => {
    const order = await orderAt('pay_at_branch');
    expect((await change(order, { branch: 'annelinn' })).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'changed' });
    expect(await mailsAbout('fitting-freed')).toEqual([order.id]);
  });

  test('to collecting the tires frees the appointment', async () => {
    const order = await orderAt('pay_at_branch');
    expect((await change(order, { fulfilment: 'pickup' })).statusCode).toBe(200);
    expect(await shop.rows('select state, freed_because from fitting_bookings')).toEqual([
      { state: 'freed', freed_because: 'changed' },
    ]);
    expect(await mailsAbout('fitting-freed')).toEqual([]);
  });

  test('to tires that specialists fit frees the appointment, because the branch agrees a time', async () => {
    await seedTires(shop.db.kysely, [{ id: 'truck', stock: { ringtee: 8 } }]);
    await shop.rows(`update tires set vehicle = 'truck' where id = 'truck'`);
    const order = await orderAt('pay_at_branch');
    expect((await change(order, { swaps: [{ from: 'tire', to: 'truck' }] })).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'changed' });
  });

  describe('to tires of 20 inches, which only one bay takes, in an hour', () => {
    const largerTires = async () => {
      await seedTires(shop.db.kysely, [{ id: 'large', stock: { ringtee: 8 } }]);
      await shop.rows(`update tires set diameter = 20 where id = 'large'`);
    };
    const swap = { swaps: [{ from: 'tire', to: 'large' }] };

    test('keeps the start in that bay if it is free', async () => {
      await largerTires();
      const order = await orderAt('pay_at_branch');
      expect((await change(order, swap)).statusCode).toBe(200);
      expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23'), minutes: 60, price: 90 });
      expect(await shop.rows('select bay from fitting_bookings')).toEqual([{ bay: 3 }]);
    });

    test('frees the appointment if that bay is blocked during the hour', async () => {
      await largerTires();
      const order = await orderAt('pay_at_branch');
      await shop.rows(
        `insert into fitting_blocks (branch, bay, starts_at, ends_at, opens, made_by, made_at)
         select 'ringtee', bay, $1, $2, false, 'staff:kati', $3 from generate_series(1, 3) bay where bay <> 2`,
        [at('2026-11-23', '10:30'), at('2026-11-23', '11:00'), shop.now()],
      );
      expect((await change(order, swap)).statusCode).toBe(200);
      expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'changed' });
    });
  });
});
