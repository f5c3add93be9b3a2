import { expect, test } from 'vitest';
import { reconcileNightly } from '../../src/jobs/schedule.ts';
import { findAlerts } from '../../src/shop/checkout/desk/alerts.server.ts';
import { payAgain } from '../../src/shop/checkout/pay/pay-again.server.ts';
import { startPayment } from '../../src/shop/checkout/pay/start-payment.server.ts';
import { markRefunded, refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { stubProviderRef } from '../support/server/stub-provider.ts';
import { stubShop } from './stub-shop.ts';

const shop = stubShop();

const dayMinutes = 24 * 60;

test('refuses another payment method while a payment is authorised', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, { state: 'authorized' });
  expect(await payAgain(shop.context, order, 'bank_transfer', 'key-1')).toEqual({ ok: false, reason: 'too-late' });
});

test('expires an order whose payment is still pending at the bank a day after the hold ended', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.rows('update orders set held_until = $1', [shop.now()]);
  shop.passMinutes(dayMinutes - 1);
  await shop.reportAndSync(payment, { state: 'pending' });
  expect(await releaseExpiredOrders(shop.context)).toBe(0);
  shop.passMinutes(1);
  expect(await releaseExpiredOrders(shop.context)).toBe(1);
  expect(await shop.orderState(order)).toEqual({ status: 'expired', review: null });
  expect(await shop.rows('select state from payments')).toEqual([{ state: 'expired' }]);
});

test('expires an order whose replaced payment is still pending, although its last poll was before the hold ended', async () => {
  const { order, payment } = await shop.startedPayment();
  shop.stub.setReport(payment, { state: 'pending' });
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  shop.passMinutes(9 * dayMinutes);
  await shop.reportAndSync(payment, { state: 'pending' });
  expect(await shop.rows('select next_poll_at from payments where id = $1', [payment])).toEqual([
    { next_poll_at: null },
  ]);
  shop.passMinutes(dayMinutes);
  await shop.rows('update orders set held_until = $1', [shop.now()]);
  shop.passMinutes(1);
  expect(await releaseExpiredOrders(shop.context)).toBe(0);
  shop.passMinutes(dayMinutes);
  expect(await releaseExpiredOrders(shop.context)).toBe(1);
});

test.each(['authorized', 'unknown'] as const)(
  'alerts the owner about an order whose payment is still %s two days after its hold, until its provider ends it',
  async (state) => {
    const { order, payment } = await shop.startedPayment();
    await shop.rows('update orders set held_until = $1', [shop.now()]);
    const [{ number }] = (await shop.rows('select number from orders')) as [{ number: string }];
    const alerts = async () => {
      await releaseExpiredOrders(shop.context);
      return findAlerts(shop.db.kysely, shop.context.shopConfig, shop.now());
    };
    shop.stub.setReport(payment, { state });
    shop.passMinutes(2 * dayMinutes);
    expect(await alerts()).toEqual([]);
    shop.passMinutes(20 * dayMinutes);
    expect(await alerts()).toEqual([
      {
        kind: 'payments-unclear',
        subject: '',
        count: 1,
        details: [`${number}: montonio`],
        parts: [[{ order: number }, ': ', 'montonio']],
      },
    ]);
    shop.stub.setReport(payment, { state: 'expired' });
    shop.passMinutes(dayMinutes);
    expect(await alerts()).toEqual([]);
    expect(await shop.orderState(order)).toEqual({ status: 'expired', review: null });
  },
);

test('asks daily about a replaced payment without a known outcome, and then expires its order', async () => {
  const { order, payment } = await shop.startedPayment();
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  shop.passMinutes(9 * dayMinutes);
  await shop.rows('update orders set held_until = $1', [shop.now()]);
  await shop.reportAndSync(payment, { state: 'unknown' });
  expect(await shop.rows('select next_poll_at from payments where id = $1', [payment])).toEqual([
    { next_poll_at: null },
  ]);
  shop.stub.setReport(payment, { state: 'expired' });
  shop.passMinutes(dayMinutes - 1);
  expect(await releaseExpiredOrders(shop.context)).toBe(0);
  shop.passMinutes(1);
  expect(await releaseExpiredOrders(shop.context)).toBe(1);
  expect(await shop.orderState(order)).toEqual({ status: 'expired', review: null });
});

test('expires an order a day after the hold ended if its payment’s provider is no longer configured', async () => {
  const { order } = await shop.startedPayment();
  await shop.rows('update orders set held_until = $1', [shop.now()]);
  const release = () => releaseExpiredOrders({ ...shop.context, providers: [] });
  shop.passMinutes(dayMinutes - 1);
  expect(await release()).toBe(0);
  shop.passMinutes(1);
  expect(await release()).toBe(1);
  expect(await shop.orderState(order)).toEqual({ status: 'expired', review: null });
});

test('the nightly reconciliation alerts the operator about new differences only', async () => {
  const { payment } = await shop.startedPayment();
  shop.stub.setReport(payment, { state: 'paid' });
  const alerts: string[] = [];
  const runReconciliation = () =>
    reconcileNightly.run({
      shop: shop.context,
      sendMail: async () => {},
      sendNotice: async () => {},
      alert: (line) => alerts.push(line),
    });
  await runReconciliation();
  await runReconciliation();
  expect(alerts).toEqual([expect.stringContaining('1 new differences')]);
});

test('alerts the operator each night about refunds that are not done after three days', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, { state: 'paid' });
  await refundOrder(shop.context, order, 5000, 'goodwill', 'operator');
  const alerts: string[] = [];
  const context = {
    shop: shop.context,
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: (line: string) => alerts.push(line),
  };
  shop.passMinutes(3 * dayMinutes);
  await reconcileNightly.run(context);
  expect(alerts.filter((line) => line.includes('refunds'))).toEqual([]);
  shop.passMinutes(1);
  await reconcileNightly.run(context);
  await reconcileNightly.run(context);
  const [{ number }] = (await shop.rows('select number from orders')) as [{ number: string }];
  const alert = `refunds that are still open after 3 days: ${number}`;
  expect(alerts.filter((line) => line.includes('refunds'))).toEqual([alert, alert]);
});

test('refuses to book a refund through a provider as paid out by hand', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, { state: 'paid' });
  await refundOrder(shop.context, order, 5000, 'goodwill', 'operator');
  expect(await markRefunded(shop.context, order, 'operator')).toEqual({ ok: false, reason: 'nothing-to-return' });
});

test('a payment cancelled while its provider starts it keeps the provider’s id and can still be polled', async () => {
  const order = await shop.placeOrder('bank_transfer');
  await payAgain({ ...shop.context, providers: [] }, order, 'montonio:cardPayments', 'key-1');
  const [{ id }] = (await shop.rows(`select id from payments where provider = 'montonio'`)) as [{ id: string }];
  const { provider } = shop.stub;
  const start: typeof provider.start = async (...args) => {
    const started = await provider.start(...args);
    await payAgain({ ...shop.context, providers: [] }, order, 'bank_transfer', 'key-2');
    return started;
  };
  await startPayment({ ...shop.context, providers: [{ ...provider, start }] }, id);
  expect(await shop.rows('select state, provider_ref from payments where id = $1', [id])).toEqual([
    { state: 'cancelled', provider_ref: stubProviderRef(id) },
  ]);
  await shop.reportAndSync(id, { state: 'paid' });
  expect((await shop.orderState(order)).status).toBe('confirmed');
});
