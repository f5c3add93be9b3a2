import { describe, expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markCarArrived, markFitted, undoStep } from '../../../src/shop/checkout/fitting/booking-steps.server.ts';
import { undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { listWithdrawals } from '../../../src/shop/checkout/withdraw/withdrawals.server.ts';
import { bank, card, type PlacedOrder, paymentExpiryMinutes, paymentsShop } from '../payments-shop.ts';
import { at, fittedOrders } from './fitted-orders.ts';

const shop = paymentsShop();

const { orderAt, paidOrderAt, appointment, mailsAbout, move } = fittedOrders(shop);
const isBooked = { state: 'booked', freedBecause: null };

function setTime(day: string, time: string) {
  shop.setTime(instantAt(day, time));
}

describe('an unpaid order', () => {
  test('releases its tires and frees its appointment in one transaction when its time to pay is over', async () => {
    const order = await orderAt(bank);
    shop.passMinutes(paymentExpiryMinutes - 1);
    await shop.runMinutelyJobs();
    expect(await appointment(order)).toMatchObject(isBooked);
    shop.passMinutes(2);
    await shop.runMinutelyJobs();
    expect((await shop.view(order)).order.status).toBe('expired');
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'expired' });
    expect(await shop.stock()).toMatchObject({ held: 0 });
    // Both rows were written by one transaction.
    expect(
      await shop.rows(`select b.xmin = o.xmin as same from fitting_bookings b join orders o on o.id = b.order_id`),
    ).toEqual([{ same: true }]);
    await orderAt(bank);
  });

  test('that is payable at the branch keeps its tires until the end of the day of its appointment, and no longer', async () => {
    const order = await orderAt('pay_at_branch', at('2026-12-04'));
    setTime('2026-12-04', '23:59');
    expect(await releaseExpiredOrders(shop.context)).toBe(0);
    expect(await appointment(order)).toMatchObject(isBooked);
    setTime('2026-12-05', '00:00');
    expect(await releaseExpiredOrders(shop.context)).toBe(1);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'expired' });
    expect(await shop.stock()).toMatchObject({ held: 0 });
  });

  test('keeps its tires also if it is ready early or its appointment is moved', async () => {
    const order = await orderAt('pay_at_branch', at('2026-11-30'));
    expect(await markReady(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect((await move(order, at('2026-12-03'))).statusCode).toBe(200);
    setTime('2026-12-03', '20:00');
    expect(await releaseExpiredOrders(shop.context)).toBe(0);
    setTime('2026-12-04', '00:00');
    expect(await releaseExpiredOrders(shop.context)).toBe(1);
  });

  test('cannot hold its tires for longer by moving its appointment again and again', async () => {
    const order = await orderAt('pay_at_branch', at('2026-12-03'));
    await markReady(shop.context, order.id, 'branch');
    setTime('2026-12-02', '12:00');
    expect((await move(order, at('2026-12-07'))).json().code).toBe('slot-taken');
    expect((await move(order, at('2026-12-04'))).statusCode).toBe(200);
    await markPaid(shop.context, order.id, 'branch');
    expect((await move(order, at('2026-12-07'))).statusCode).toBe(200);
  });

  test('keeps its tires until the appointment if its buyer chooses to pay at the branch instead', async () => {
    const order = await orderAt(bank, at('2026-12-03'));
    expect((await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' })).statusCode).toBe(200);
    setTime('2026-12-03', '20:00');
    expect(await releaseExpiredOrders(shop.context)).toBe(0);
    expect(await appointment(order)).toMatchObject(isBooked);
  });

  test('keeps its tires until the appointment also if its buyer chooses the branch while the car is marked as arrived', async () => {
    const order = await orderAt(bank, at('2026-12-03'));
    const { id } = await shop.db.kysely.selectFrom('fitting_bookings').select('id').executeTakeFirstOrThrow();
    expect(await markCarArrived(shop.context, { id }, 'branch')).toEqual({ ok: true });
    expect((await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' })).statusCode).toBe(200);
    setTime('2026-12-03', '20:00');
    await undoStep(shop.context, { id }, 'branch');
    expect(await releaseExpiredOrders(shop.context)).toBe(0);
    expect(await appointment(order)).toMatchObject(isBooked);
  });

  test('loses a distant appointment if its buyer chooses to pay at the branch instead; the buyer gets a mail', async () => {
    const order = await orderAt(bank, at('2026-12-14'));
    expect((await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' })).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'changed' });
    expect(await mailsAbout('fitting-freed')).toEqual([order.id]);
  });
});

describe('money that comes after the order has expired', () => {
  async function expired(): Promise<PlacedOrder> {
    const order = await orderAt(bank);
    shop.montonio.webhooks = 'drop';
    setTime('2026-11-20', '13:00');
    await shop.rows(`update payments set told = 'abandoned' where order_id = $1`, [order.id]);
    await shop.runMinutelyJobs();
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'expired' });
    return order;
  }
  async function payLate(order: PlacedOrder): Promise<void> {
    await shop.montonio.pay(await shop.ref(order));
    await shop.rows('update payments set next_poll_at = $1 where order_id = $2', [shop.now(), order.id]);
    await shop.runMinutelyJobs();
    expect((await shop.view(order)).order.status).toBe('confirmed');
  }

  test('takes the same start again if it is free', async () => {
    const order = await expired();
    await payLate(order);
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23') });
    expect(await mailsAbout('fitting-freed')).toEqual([]);
  });

  test('confirms the order without an appointment if the start time is taken; the buyer gets a mail', async () => {
    const order = await expired();
    for (let bays = 0; bays < 2; bays += 1) await orderAt('pay_at_branch');
    await payLate(order);
    expect(await appointment(order)).toMatchObject({ state: 'freed' });
    expect(await mailsAbout('fitting-freed')).toEqual([order.id]);
    expect((await move(order, at('2026-11-23', '11:00'))).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23', '11:00') });
  });
});

describe('an order that ends', () => {
  test('cancelled by its buyer frees its appointment', async () => {
    const order = await orderAt('pay_at_branch');
    expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'closed' });
  });

  describe.each(['arrived', 'done'] as const)('while its vehicle is in the bay (%s)', (state) => {
    async function enterBay({ id }: PlacedOrder): Promise<void> {
      await shop.rows('update fitting_bookings set state = $1, arrived_at = $2 where order_id = $3', [
        state,
        shop.now(),
        id,
      ]);
    }

    test('is not cancelled by its buyer', async () => {
      const order = await orderAt('pay_at_branch');
      await enterBay(order);
      expect((await shop.act(order, 'cancel')).statusCode).toBe(409);
      expect(await appointment(order)).toMatchObject({ state });
    });

    test('is not cancelled by a withdrawal, which a person sees to', async () => {
      const order = await paidOrderAt();
      await enterBay(order);
      expect((await shop.act(order, 'withdrawal', { name: 'Mari Maasikas', locale: 'ee' })).statusCode).toBe(201);
      expect((await shop.view(order)).order.status).toBe('confirmed');
      expect(await appointment(order)).toMatchObject({ state });
      expect(await listWithdrawals(shop.context.db, { onlyOpen: true })).toHaveLength(1);
    });

    test('does not expire, although nobody has paid by the end of the day', async () => {
      const order = await orderAt('pay_at_branch');
      setTime('2026-11-23', '10:05');
      await enterBay(order);
      setTime('2026-11-30', '10:00');
      expect(await releaseExpiredOrders(shop.context)).toBe(0);
      expect(await appointment(order)).toMatchObject({ state });
      expect(await cancelAndRefund(shop.context, order.id, 'branch')).toEqual({ ok: true });
      expect(await shop.stock()).toMatchObject({ held: 0 });
    });
  });

  test('cancelled before money comes frees its appointment at once, and takes it again with the money', async () => {
    const order = await orderAt(bank);
    expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'closed' });
    await shop.montonio.pay(await shop.ref(order));
    await shop.runMinutelyJobs();
    expect((await shop.view(order)).order.status).toBe('confirmed');
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23') });
  });

  test('by withdrawal frees its appointment', async () => {
    const order = await paidOrderAt();
    expect((await shop.act(order, 'withdrawal', { name: 'Mari Maasikas', locale: 'ee' })).statusCode).toBe(201);
    expect((await shop.view(order)).order.status).toBe('cancelled');
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'closed' });
  });

  test('cancelled by the branch frees its appointment', async () => {
    const order = await paidOrderAt();
    expect(await cancelAndRefund(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'closed' });
  });

  test('completed on the day has a done appointment, which is open again if the hand-over is undone', async () => {
    const order = await paidOrderAt();
    setTime('2026-11-23', '10:40');
    expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await appointment(order)).toMatchObject({ state: 'done' });
    expect(await undoHandOver(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await appointment(order)).toMatchObject(isBooked);
  });

  test('completed after a second appointment has only that one open again if the hand-over is undone', async () => {
    const order = await paidOrderAt();
    setTime('2026-11-23', '10:40');
    const [first] = await shop.rows('select id, version from fitting_bookings');
    expect(await markFitted(shop.context, first, 'staff:kati')).toEqual({ ok: true });
    expect((await move(order, at('2026-11-23', '14:00'))).statusCode).toBe(200);
    setTime('2026-11-23', '14:40');
    expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await undoHandOver(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await shop.rows('select state from fitting_bookings order by starts_at')).toEqual([
      { state: 'done' },
      { state: 'booked' },
    ]);
  });

  test('completed on an earlier day frees its appointment, which comes back if the hand-over is undone', async () => {
    const order = await paidOrderAt();
    expect(await completeOrder(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await appointment(order)).toMatchObject({ state: 'freed', freedBecause: 'closed' });
    expect(await undoHandOver(shop.context, order.id, 'branch')).toEqual({ ok: true });
    expect(await appointment(order)).toMatchObject({ ...isBooked, at: at('2026-11-23') });
  });
});

test('an order whose payment the provider takes back keeps its appointment until a person decides', async () => {
  const order = await orderAt(card);
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  await shop.stripe.dispute(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: 'payment-withdrawn' });
  expect(await appointment(order)).toMatchObject(isBooked);
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await appointment(order)).toMatchObject({ state: 'freed' });
});
