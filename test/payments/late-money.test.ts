import { expect, test } from 'vitest';
import { refundOrder } from '../../src/shop/checkout/refund-order.server.ts';
import { syncPayment } from '../../src/shop/checkout/sync-payment.server.ts';
import { bank, card, type Placed, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();
const who = { name: 'Mari Maasikas', locale: 'ee' };

const attempts = async ({ id }: Placed): Promise<{ id: string; state: string }[]> =>
  shop.rows('select id, state from payments where order_id = $1 order by position', [id]);

test('money that settles after its buyer has withdrawn goes back; the order stays cancelled', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.authorize(ref);
  await shop.work();
  expect((await shop.act(order, 'withdrawal', who)).statusCode).toBe(201);
  await shop.montonio.pay(ref);
  await shop.work();
  expect(await shop.outcome(order)).toMatchObject({ status: 'cancelled', paid: 31960, refunds: 1, sold: 0 });
  expect(await shop.rows('select reason from refunds')).toEqual([{ reason: 'withdrawal' }]);
  expect(await shop.rows(`select kind from letters where kind in ('paid', 'branch-order')`)).toEqual([]);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });
});

test('a cancelled order that its money opens again is promised from then on', async () => {
  const order = await shop.order(bank);
  const before = (await shop.view(order)).order.promisedOn;
  expect((await shop.act(order, 'cancel')).statusCode).toBe(200);
  shop.montonio.webhooks = 'drop';
  shop.setTime(new Date('2026-11-24T10:00:00Z'));
  await shop.montonio.pay(await shop.ref(order));
  await shop.tick();
  expect((await shop.view(order)).order).toMatchObject({ status: 'confirmed', promisedOn: '2026-11-24' });
  expect(before < '2026-11-24').toBe(true);
});

test('an attempt that is paid while another is begun keeps its id at the provider, and can be refunded', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  const [first] = await attempts(order);
  const [montonio, ...others] = shop.till.providers;
  if (!montonio || !first) throw new Error('no provider, or no attempt');
  // The bank's answer overtakes the one to the new attempt.
  const slow: typeof montonio = {
    ...montonio,
    async start(request, signal) {
      const started = await montonio.start(request, signal);
      await shop.montonio.pay(ref);
      await syncPayment(shop.till, first.id);
      return started;
    },
  };
  (shop.till.providers as (typeof montonio)[]).splice(0, 2, slow, ...others);
  expect((await shop.act(order, 'payments', { paymentMethod: bank })).statusCode).toBe(200);
  await shop.work();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, facts: 1 });
  expect((await attempts(order)).map(({ state }) => state)).toEqual(['paid', 'failed']);
  expect((await shop.view(order)).order.payment.state).toBe('paid');

  shop.pass(26 * 60);
  expect((await refundOrder(shop.till, order.id, null, 'goodwill', 'operator')).ok).toBe(true);
  await shop.work();
  expect((await shop.rows('select state, provider_ref is not null as sent from refunds'))[0]).toEqual({
    state: 'pending',
    sent: true,
  });
});

test('a payment of which its provider knows nothing is not asked about every minute', async () => {
  const order = await shop.order(card);
  await shop.rows(`update payments set provider_ref = 'cs_of_another_account' where order_id = $1`, [order.id]);
  const [stripe] = shop.till.providers.filter(({ id }) => id === 'stripe');
  let asked = 0;
  if (stripe) {
    const fetchOnce = stripe.fetch;
    stripe.fetch = (...of) => {
      asked += 1;
      return fetchOnce(...of);
    };
  }
  for (let minute = 0; minute < 30; minute += 1) {
    shop.pass(1);
    await shop.tick();
  }
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(3);
});
