import { expect, test } from 'vitest';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import { bank, card, confirmed, type Placed, paymentExpiryMinutes, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

const attempt = async ({ id }: Placed) => (await shop.rows('select id from payments where order_id = $1', [id]))[0].id;
const comeBack = async (order: Placed) =>
  fetch(shop.context.urls.returnTo(await attempt(order)), { redirect: 'manual' });

test.each([bank, card])(
  'confirms an order once when the webhook arrives before the buyer returns (%s)',
  async (method) => {
    const order = await shop.order(method);
    await shop[method === bank ? 'montonio' : 'stripe'].pay(await shop.ref(order));
    await shop.runJobs();
    const back = await comeBack(order);
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `https://shop.example/success?order=${order.number}`,
    ]);
    await shop.runJobs();
    expect(await shop.outcome(order)).toEqual(confirmed);
    expect(await shop.stock()).toEqual({ on_hand: 36, held: 0 });
    expect((await shop.view(order)).order).toMatchObject({
      status: 'confirmed',
      payment: { state: 'paid', paid: 319.6 },
    });
  },
);

test.each([bank, card])(
  'confirms an order once when the buyer returns before the webhook arrives (%s)',
  async (method) => {
    const provider = shop[method === bank ? 'montonio' : 'stripe'];
    provider.webhooks = 'hold';
    const order = await shop.order(method);
    const ref = await shop.ref(order);
    await provider.pay(ref);
    expect((await comeBack(order)).status).toBe(303);
    expect(await shop.outcome(order)).toEqual(confirmed);
    await provider.releaseWebhooks(ref);
    await shop.runJobs();
    expect(await shop.outcome(order)).toEqual(confirmed);
  },
);

test('confirms each of 100 orders once when webhook, return and poll run at the same time', async () => {
  await shop.rows(`update stock set on_hand = 400 where tire_id = 'tire'`);
  for (let round = 0; round < 10; round += 1) {
    const orders = await Promise.all(Array.from({ length: 10 }, () => shop.order(bank)));
    shop.passMinutes(1);
    await Promise.all(
      orders.flatMap(async (order, n) => {
        const ref = await shop.ref(order);
        const id = await attempt(order);
        const acts = [shop.montonio.pay(ref), comeBack(order), syncPayment(shop.context, id), shop.runMinutelyJobs()];
        // In another order each time, and each without waiting for the one before.
        await Promise.all([...acts.slice(n % 4), ...acts.slice(0, n % 4)]);
      }),
    );
    await shop.runMinutelyJobs();
    for (const order of orders) expect(await shop.outcome(order)).toEqual(confirmed);
  }
});

test('confirms an order by polling when neither webhook nor return arrives', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('a thousand webhooks, repeated, concurrent and out of order, end in the same state as one sequence in order', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.pay(ref);
  const claims = { uuid: ref, merchantReference: order.number, grandTotal: 319.6, currency: 'EUR' };
  const statuses = ['REFUNDED', 'PAID', 'PENDING', 'ABANDONED', 'AUTHORIZED'];
  const told = statuses.map((paymentStatus) => shop.montonio.signed({ ...claims, paymentStatus }));
  for (let n = 0; n < 10; n += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, m) => shop.webhook('montonio', told[m % told.length] as (typeof told)[0])),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
  expect(await shop.rows('select count(*)::int as n from webhook_events')).toEqual([{ n: statuses.length }]);
  await shop.runJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('repeats an interrupted synchronization, with one effect', async () => {
  const order = await shop.order(bank);
  shop.montonio.webhooks = 'drop';
  await shop.montonio.pay(await shop.ref(order));
  const id = await attempt(order);
  const killed = { ...shop.context, enqueue: async () => Promise.reject(new Error('killed')) };
  await expect(syncPayment(killed, id)).rejects.toThrow('killed');
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
  await syncPayment(shop.context, id);
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('a payment authorised and then voided confirms nothing; the buyer may pay again', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.authorize(ref);
  await shop.runJobs();
  expect((await shop.view(order)).order).toMatchObject({ awaitsBuyer: false, payment: { state: 'authorized' } });
  await shop.montonio.void(ref);
  await shop.runJobs();
  expect((await shop.view(order)).order).toMatchObject({ status: 'awaiting_payment', awaitsBuyer: true });
  expect((await shop.act(order, 'payments', { paymentMethod: card })).json().next.type).toBe('redirect');
});

test('a disputed payment blocks the handover until an employee has reviewed the order', async () => {
  const { markReady } = await import('../../src/shop/checkout/desk/desk.server.ts');
  const order = await shop.order(card);
  const ref = await shop.ref(order);
  await shop.stripe.pay(ref);
  await shop.runJobs();
  await shop.stripe.dispute(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: 'payment-withdrawn' });
  expect(await markReady(shop.context, order.id, 'operator')).toEqual({ ok: false, reason: 'review' });
});

test('a complete but unpaid session stays pending until the money arrives', async () => {
  const order = await shop.order(card);
  const ref = await shop.ref(order);
  await shop.stripe.authorize(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
  await shop.stripe.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('a cancelled order keeps its tires held while the bank may still take the money', async () => {
  const order = await shop.order(bank);
  expect((await shop.act(order, 'cancel')).json().order.status).toBe('cancelled');
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4 });
  shop.passMinutes(paymentExpiryMinutes - 1);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4 });
  await shop.montonio.abandon(await shop.ref(order));
  shop.passMinutes(2);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });
});

test('holds the tires of an unpaid order while its provider is unreachable, until it reports no payment', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  await shop.montonio.abandon(await shop.ref(order));
  void shop.montonio.fail('down', { on: 'fetch', times: 100 });
  for (let n = 0; n < 5; n += 1) {
    shop.passMinutes(60);
    await shop.runMinutelyJobs();
  }
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4 });
  expect((await shop.view(order)).order.status).toBe('awaiting_payment');
  for (let n = 0; n < 100; n += 1)
    await fetch(`${shop.address}/v1/payments/return/${await attempt(order)}`, { redirect: 'manual' });
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });
  expect((await shop.view(order)).order.status).toBe('expired');
});
