import { expect, test } from 'vitest';
import { markReady } from '../../src/shop/checkout/desk/desk.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import { bank, card, confirmed, type PlacedOrder, paymentExpiryMinutes, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

const paymentIdOf = async ({ id }: PlacedOrder) =>
  (await shop.rows('select id from payments where order_id = $1', [id]))[0].id;
/** Opens the URL to which the provider redirects the buyer. */
const returnToShop = async (order: PlacedOrder) =>
  fetch(`${shop.address}/v1/payments/return/${await paymentIdOf(order)}`, { redirect: 'manual' });

test.each([bank, card])(
  'confirms an order once when the webhook arrives before the buyer returns (%s)',
  async (method) => {
    const order = await shop.order(method);
    await shop.fakeOf(method).pay(await shop.ref(order));
    await shop.runJobs();
    const response = await returnToShop(order);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `https://shop.example/success?order=${order.number}`,
    ]);
    await shop.runJobs();
    expect(await shop.outcome(order)).toEqual(confirmed);
    expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 4 });
    expect((await shop.view(order)).order).toMatchObject({
      status: 'confirmed',
      payment: { state: 'paid', paid: 319.6 },
    });
  },
);

test.each([bank, card])(
  'confirms an order once when the buyer returns before the webhook arrives (%s)',
  async (method) => {
    const provider = shop.fakeOf(method);
    provider.webhooks = 'hold';
    const order = await shop.order(method);
    const ref = await shop.ref(order);
    await provider.pay(ref);
    expect((await returnToShop(order)).status).toBe(303);
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
        const id = await paymentIdOf(order);
        const steps = [
          shop.montonio.pay(ref),
          returnToShop(order),
          syncPayment(shop.context, id),
          shop.runMinutelyJobs(),
        ];
        // All four have started already; the order in which they are awaited differs.
        await Promise.all([...steps.slice(n % 4), ...steps.slice(0, n % 4)]);
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

test('1,000 concurrent webhooks, repeated and out of order, confirm the order once', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.pay(ref);
  const claims = { uuid: ref, merchantReference: order.number, grandTotal: 319.6, currency: 'EUR' };
  const statuses = ['REFUNDED', 'PAID', 'PENDING', 'ABANDONED', 'AUTHORIZED'];
  const webhooks = statuses.map((paymentStatus) => shop.montonio.signed({ ...claims, paymentStatus }));
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, m) =>
        shop.webhook('montonio', webhooks[m % webhooks.length] as (typeof webhooks)[0]),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
  expect(await shop.rows('select count(*)::int as n from webhook_events')).toEqual([{ n: statuses.length }]);
  await shop.runJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('repeating an interrupted synchronization confirms the order once', async () => {
  const order = await shop.order(bank);
  shop.montonio.webhooks = 'drop';
  await shop.montonio.pay(await shop.ref(order));
  const id = await paymentIdOf(order);
  const killedContext = { ...shop.context, enqueue: async () => Promise.reject(new Error('killed')) };
  await expect(syncPayment(killedContext, id)).rejects.toThrow('killed');
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
  await syncPayment(shop.context, id);
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('does not confirm an order whose payment was authorised and then voided; the buyer may pay again', async () => {
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
  const order = await shop.order(card);
  const ref = await shop.ref(order);
  await shop.stripe.pay(ref);
  await shop.runJobs();
  await shop.stripe.dispute(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: 'payment-withdrawn' });
  expect(await markReady(shop.context, order.id, 'operator')).toEqual({ ok: false, reason: 'review' });
});

test('confirms an order with a complete but unpaid Stripe session only when the money arrives', async () => {
  const order = await shop.order(card);
  const ref = await shop.ref(order);
  await shop.stripe.authorize(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
  await shop.stripe.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
});

test('a cancelled order keeps its tires held while its bank link can still be paid', async () => {
  const order = await shop.order(bank);
  expect((await shop.act(order, 'cancel')).json().order.status).toBe('cancelled');
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  shop.passMinutes(paymentExpiryMinutes - 1);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  await shop.montonio.abandon(await shop.ref(order));
  shop.passMinutes(2);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
});

test('holds the tires of an unpaid order while its provider is unreachable, and releases them once the provider reports no payment', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  await shop.montonio.abandon(await shop.ref(order));
  void shop.montonio.fail('down', { on: 'fetch', times: 100 });
  for (let n = 0; n < 5; n += 1) {
    shop.passMinutes(60);
    await shop.runMinutelyJobs();
  }
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  expect((await shop.view(order)).order.status).toBe('awaiting_payment');
  // Uses up the remaining failures of the fake: each return of the buyer fetches the payment.
  for (let n = 0; n < 100; n += 1)
    await fetch(`${shop.address}/v1/payments/return/${await paymentIdOf(order)}`, { redirect: 'manual' });
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
  expect((await shop.view(order)).order.status).toBe('expired');
});
