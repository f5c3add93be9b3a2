import { expect, test } from 'vitest';
import { refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import { bank, card, confirmed, type Placed, paymentExpiryMinutes, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();
const buyer = { name: 'Mari Maasikas', locale: 'ee' };

const attempts = async ({ id }: Placed): Promise<{ id: string; state: string }[]> =>
  shop.rows('select id, state from payments where order_id = $1 order by position', [id]);

test('refunds money that settles after a withdrawal; the order stays cancelled', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.authorize(ref);
  await shop.runJobs();
  expect((await shop.act(order, 'withdrawal', buyer)).statusCode).toBe(201);
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'cancelled', paid: 31960, refunds: 1, sold: 0 });
  expect(await shop.rows('select reason from refunds')).toEqual([{ reason: 'withdrawal' }]);
  expect(await shop.rows(`select kind from letters where kind in ('paid', 'branch-order')`)).toEqual([]);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });
});

test('a late payment reopens a cancelled order and counts the promised day anew', async () => {
  const order = await shop.order(bank);
  const before = (await shop.view(order)).order.promisedOn;
  expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  shop.montonio.webhooks = 'drop';
  shop.setTime(new Date('2026-11-24T10:00:00Z'));
  await shop.montonio.pay(await shop.ref(order));
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order).toMatchObject({ status: 'confirmed', promisedOn: '2026-11-24' });
  expect(before < '2026-11-24').toBe(true);
});

test('a payment paid while another is started keeps its provider’s id and can be refunded', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  const [first] = await attempts(order);
  const [montonio] = shop.context.providers;
  if (!montonio || !first) throw new Error('no provider, or no attempt');
  // The bank's answer overtakes the one to the new attempt.
  const slow: typeof montonio = {
    ...montonio,
    async start(request, signal) {
      const started = await montonio.start(request, signal);
      await shop.montonio.pay(ref);
      await syncPayment(shop.context, first.id);
      return started;
    },
  };
  (shop.context.providers as (typeof montonio)[]).splice(0, 1, slow);
  expect((await shop.act(order, 'payments', { paymentMethod: bank })).statusCode).toBe(200);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, facts: 1 });
  expect((await attempts(order)).map(({ state }) => state)).toEqual(['paid', 'failed']);
  expect((await shop.view(order)).order.payment.state).toBe('paid');

  shop.passMinutes(26 * 60);
  expect((await refundOrder(shop.context, order.id, null, 'goodwill', 'operator')).ok).toBe(true);
  await shop.runJobs();
  expect((await shop.rows('select state, provider_ref is not null as sent from refunds'))[0]).toEqual({
    state: 'pending',
    sent: true,
  });
});

test('does not poll every minute for a payment unknown to its provider', async () => {
  const order = await shop.order(card);
  await shop.rows(`update payments set provider_ref = 'cs_of_another_account' where order_id = $1`, [order.id]);
  const [stripe] = shop.context.providers.filter(({ id }) => id === 'stripe');
  let asked = 0;
  if (stripe) {
    const fetchOnce = stripe.fetch;
    stripe.fetch = (...of) => {
      asked += 1;
      return fetchOnce(...of);
    };
  }
  for (let minute = 0; minute < 30; minute += 1) {
    shop.passMinutes(1);
    await shop.runMinutelyJobs();
  }
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(3);
});

test.each(['cancelled', 'expired'] as const)('a late payment reopens an order that was %s', async (end) => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  if (end === 'cancelled') expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  else await shop.montonio.abandon(ref);
  shop.passMinutes(paymentExpiryMinutes + 1);
  if (end === 'cancelled') await shop.montonio.abandon(ref);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: end, sold: 0 });
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });

  await shop.montonio.pay(ref);
  shop.passMinutes(24 * 60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toEqual(confirmed);
  expect(await shop.stock()).toEqual({ on_hand: 36, held: 0 });
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

test('an order paid in two tabs at two providers: books both payments, refunds the second once', async () => {
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
  expect(outcome).toMatchObject({ status: 'confirmed', review: 'overpaid', paid: 63920, refunds: 1, sold: 4 });
  expect(await shop.rows(`select provider, reason from refunds join payments on payments.id = payment_id`)).toEqual([
    { provider: 'montonio', reason: 'overpaid' },
  ]);
});
