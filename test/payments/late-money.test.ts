import { expect, test } from 'vitest';
import { refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import { bank, card, confirmed, type PlacedOrder, paymentExpiryMinutes, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();
const withdrawalForm = { name: 'Mari Maasikas', locale: 'ee' };

const paymentsOf = async ({ id }: PlacedOrder): Promise<{ id: string; state: string }[]> =>
  shop.rows('select id, state from payments where order_id = $1 order by position', [id]);

test('refunds a payment that completes after the buyer’s withdrawal; the order stays cancelled', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.authorize(ref);
  await shop.runJobs();
  expect((await shop.act(order, 'withdrawal', withdrawalForm)).statusCode).toBe(201);
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'cancelled', paid: 31960, refunds: 1, sold: 0 });
  expect(await shop.rows('select reason from refunds')).toEqual([{ reason: 'withdrawal' }]);
  expect(await shop.rows(`select kind from letters where kind in ('paid', 'branch-order')`)).toEqual([]);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
});

test('refunds a payment that arrives after its order expired and its buyer withdrew; the order stays expired', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.abandon(ref);
  shop.passMinutes(paymentExpiryMinutes + 1);
  await shop.runMinutelyJobs();
  expect((await shop.act(order, 'withdrawal', withdrawalForm)).statusCode).toBe(201);
  await shop.montonio.pay(ref);
  shop.passMinutes(24 * 60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'expired', paid: 31960, refunds: 1, sold: 0 });
  expect(await shop.rows('select reason from refunds')).toEqual([{ reason: 'withdrawal' }]);
});

test('a late payment reopens a cancelled order; its promised day is counted from the payment', async () => {
  const order = await shop.order(bank);
  const promisedBefore = (await shop.view(order)).order.promisedOn;
  expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  shop.montonio.webhooks = 'drop';
  shop.setTime(new Date('2026-11-24T10:00:00Z'));
  await shop.montonio.pay(await shop.ref(order));
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order).toMatchObject({ status: 'confirmed', promisedOn: '2026-11-24' });
  expect(promisedBefore < '2026-11-24').toBe(true);
});

test('a payment that is paid while a second one is started keeps the provider’s id and can be refunded', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  const [first] = await paymentsOf(order);
  const [montonio] = shop.context.providers;
  if (!montonio || !first) throw new Error('no provider or no payment');
  // The first payment is paid before the provider's response to the second start arrives.
  const providerPayingMeanwhile: typeof montonio = {
    ...montonio,
    async start(request, signal) {
      const started = await montonio.start(request, signal);
      await shop.montonio.pay(ref);
      await syncPayment(shop.context, first.id);
      return started;
    },
  };
  (shop.context.providers as (typeof montonio)[]).splice(0, 1, providerPayingMeanwhile);
  expect((await shop.act(order, 'payments', { paymentMethod: bank })).statusCode).toBe(200);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, ledgerEntries: 1 });
  expect((await paymentsOf(order)).map(({ state }) => state)).toEqual(['paid', 'failed']);
  expect((await shop.view(order)).order.payment.state).toBe('paid');

  shop.passMinutes(26 * 60);
  const wholePayment = null;
  expect((await refundOrder(shop.context, order.id, wholePayment, 'goodwill', 'operator')).ok).toBe(true);
  await shop.runJobs();
  expect((await shop.rows('select state, provider_ref is not null as sent from refunds'))[0]).toEqual({
    state: 'pending',
    sent: true,
  });
});

test('a payment that its provider does not know is polled at most every ten minutes', async () => {
  const order = await shop.order(card);
  await shop.rows(`update payments set provider_ref = 'cs_of_another_account' where order_id = $1`, [order.id]);
  const [stripe] = shop.context.providers.filter(({ id }) => id === 'stripe');
  let fetches = 0;
  if (stripe) {
    const originalFetch = stripe.fetch;
    stripe.fetch = (...args) => {
      fetches += 1;
      return originalFetch(...args);
    };
  }
  for (let minute = 0; minute < 30; minute += 1) {
    shop.passMinutes(1);
    await shop.runMinutelyJobs();
  }
  expect(fetches).toBeGreaterThan(0);
  expect(fetches).toBeLessThan(3);
});

test.each(['cancelled', 'expired'] as const)('a late payment reopens an order that was %s', async (closedAs) => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  if (closedAs === 'cancelled') expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  else await shop.montonio.abandon(ref);
  shop.passMinutes(paymentExpiryMinutes + 1);
  if (closedAs === 'cancelled') await shop.montonio.abandon(ref);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: closedAs, sold: 0 });
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });

  await shop.montonio.pay(ref);
  shop.passMinutes(24 * 60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 4 });
});

test('refunds a late payment once when its tires are sold, and marks the order for review', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.abandon(ref);
  shop.passMinutes(paymentExpiryMinutes + 1);
  await shop.runMinutelyJobs();
  await shop.rows(`update stock set on_hand = 3 where tire_id = 'tire'`);
  await shop.montonio.pay(ref);
  for (let n = 0; n < 3; n += 1) {
    shop.passMinutes(24 * 60);
    await shop.runMinutelyJobs();
  }
  expect(await shop.outcome(order)).toMatchObject({
    status: 'expired',
    review: 'late-payment',
    paid: 31960,
    refunds: 1,
  });
  expect(await shop.rows('select state, reason from refunds')).toEqual([{ state: 'pending', reason: 'late-payment' }]);
});

test('books both payments of an order paid at two providers, and refunds the second once', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const first = await shop.ref(order);
  expect((await shop.act(order, 'payments', { paymentMethod: card })).json().next.type).toBe('redirect');
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);

  await shop.montonio.pay(first);
  for (let n = 0; n < 3; n += 1) {
    shop.passMinutes(60);
    await shop.runMinutelyJobs();
  }
  const outcome = await shop.outcome(order);
  expect(outcome).toMatchObject({ status: 'confirmed', review: 'overpaid', paid: 2 * 31960, refunds: 1, sold: 4 });
  expect(await shop.rows(`select provider, reason from refunds join payments on payments.id = payment_id`)).toEqual([
    { provider: 'montonio', reason: 'overpaid' },
  ]);
});
