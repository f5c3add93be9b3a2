import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelAndRefund } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, markReady, resolveReview } from '../../src/shop/checkout/desk/desk.server.ts';
import { payAgain } from '../../src/shop/checkout/pay/pay-again.server.ts';
import { startPayment } from '../../src/shop/checkout/pay/start-payment.server.ts';
import { refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { submitRefund } from '../../src/shop/checkout/refund/submit-refund.server.ts';
import { reconcile } from '../../src/shop/checkout/settle/reconcile.server.ts';
import { releaseExpiredOrders } from '../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { RedirectProvider } from '../../src/shop/payment/provider.ts';
import { stubShop } from './stub-shop.ts';

const shop = stubShop();

const dayMinutes = 24 * 60;
const paid = { state: 'paid' } as const;
const lostResponse = { ok: false, kind: 'unknown', cause: 'ECONNRESET' } as const;

/** The shop’s context with changed functions of its provider. */
const contextWith = (changes: Partial<RedirectProvider>): ShopContext => ({
  ...shop.context,
  providers: [{ ...shop.stub.provider, ...changes }],
});

const nextPoll = async (payment: string) =>
  (await shop.rows('select next_poll_at from payments where id = $1', [payment]))[0].next_poll_at;
const inMinutes = (minutes: number) => new Date(shop.now().getTime() + minutes * 60_000);

/**
 * Places an order whose payment was started although the provider's response was lost: the outcome is unknown.
 * `expiries`: the expiry in each request to start it; `context()` loses further responses too.
 */
async function orderWithLostStart() {
  const order = await shop.placeOrder('bank_transfer');
  const [{ id: payment }] = (await shop.rows(
    `update payments set provider = 'montonio', state = 'created', next_poll_at = created_at returning id`,
  )) as [{ id: string }];
  const expiries: Date[] = [];
  const context = (answerMs = 0) =>
    contextWith({
      start: async ({ expiresAt }) => {
        expiries.push(expiresAt);
        await setTimeout(answerMs);
        return lostResponse;
      },
    });
  await startPayment(context(), payment);
  return { order, payment, expiries, context };
}

test('repeating a start with an unknown outcome keeps the first expiry', async () => {
  const { payment, expiries, context } = await orderWithLostStart();
  shop.passMinutes(5);
  // Takes so long that concurrent starts overlap.
  await Promise.all(Array.from({ length: 4 }, () => startPayment(context(1000), payment)));
  // The first start, and one of the four concurrent ones.
  expect(expiries).toHaveLength(2);
  expect(expiries[1]).toEqual(expiries[0]);
});

test('holds tires while the outcome of a start is unknown, also after a cancellation', async () => {
  const { order, context } = await orderWithLostStart();
  shop.passMinutes(10 * dayMinutes);
  expect(await releaseExpiredOrders(context())).toBe(0);
  await cancelAndRefund(context(), order, 'operator');
  expect((await shop.orderState(order)).status).toBe('cancelled');
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
});

test('polls the earlier payments when a provider reports the order as paid', async () => {
  const { order, payment } = await shop.startedPayment();
  shop.passMinutes(30);
  await syncPayment(shop.context, payment);
  const start = async () => ({ ok: false, kind: 'rejected', code: 'already-paid' }) as const;
  await payAgain(contextWith({ start }), order, 'montonio:cardPayments', 'key-1');
  expect(await nextPoll(payment)).toEqual(shop.now());
});

test('polls a payment no earlier than the provider’s Retry-After allows', async () => {
  const { payment } = await shop.startedPayment();
  const fetch = async () => ({ ok: false, kind: 'unavailable', retryAfterMs: 20 * 60_000 }) as const;
  expect(await syncPayment(contextWith({ fetch }), payment)).toBe(false);
  expect(await nextPoll(payment)).toEqual(inMinutes(20));
});

test('polls a payment within an hour when the response to its refund was lost', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  expect(await nextPoll(payment)).toEqual(inMinutes(dayMinutes));
  const refund = await shop.requestRefund(order);
  shop.stub.refund = lostResponse;
  await submitRefund(shop.context, refund);
  expect(await nextPoll(payment)).toEqual(inMinutes(60));
});

test('retries a refund only after Retry-After or the pause, once for concurrent retries', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  const id = await shop.requestRefund(order);
  let calls = 0;
  let response = shop.stub.refund;
  const refund = async () => {
    calls += 1;
    return response;
  };
  const submit = () => submitRefund(contextWith({ refund }), id);
  response = { ok: false, kind: 'unavailable', retryAfterMs: dayMinutes * 60_000 };
  await submit();
  shop.passMinutes(dayMinutes - 1);
  await submit();
  expect(calls).toBe(1);
  shop.passMinutes(1);
  response = lostResponse;
  await submit();
  await submit();
  expect(calls).toBe(2);
  shop.passMinutes(5);
  await Promise.all([submit(), submit(), submit()]);
  expect(calls).toBe(3);
});

test('records a failed refund once, and keeps an earlier review mark', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  await shop.rows(`update orders set review = 'late-payment'`);
  const refunds = [{ ref: 'r1', amountCents: 5000, state: 'failed' as const }];
  await shop.reportAndSync(payment, { ...paid, refunds });
  expect((await shop.orderState(order)).review).toBe('late-payment');
  await resolveReview(shop.context, order, 'operator');
  await shop.reportAndSync(payment, { ...paid, refunds });
  expect((await shop.orderState(order)).review).toBeNull();
});

test('a refund that comes back after it succeeded is reviewed once, and stays booked', async () => {
  const { order, payment } = await shop.startedPayment();
  const report = (state: 'succeeded' | 'failed') =>
    shop.reportAndSync(payment, { ...paid, refunds: [{ ref: 'r1', amountCents: 5000, state }] });
  await report('succeeded');
  expect((await shop.orderState(order)).review).toBeNull();
  await report('failed');
  expect((await shop.orderState(order)).review).toBe('refund-failed');
  await resolveReview(shop.context, order, 'operator');
  await report('failed');
  expect((await shop.orderState(order)).review).toBeNull();
  expect(await shop.rows('select state from refunds')).toEqual([{ state: 'succeeded' }]);
});

test('counts the promised day of a reopened order from the payment', async () => {
  const { order, payment } = await shop.startedPayment();
  await cancelAndRefund(shop.context, order, 'operator');
  await shop.rows(`update payments set told = 'cancelled'`);
  shop.passMinutes(5 * dayMinutes);
  await releaseExpiredOrders(shop.context);
  const promisedDay = async () => (await shop.rows('select promised_on::text as day from orders'))[0].day;
  const firstDay = await promisedDay();
  await shop.reportAndSync(payment, paid);
  expect((await shop.orderState(order)).status).toBe('confirmed');
  expect((await promisedDay()) > firstDay).toBe(true);
  await cancelAndRefund(shop.context, order, 'operator');
  expect(await shop.rows(`select from letters where kind = 'cancelled'`)).toHaveLength(2);
});

test('a ready order stays ready when its buyer chooses to pay online', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  expect(await markReady(shop.context, order, 'branch')).toEqual({ ok: true });
  expect(await payAgain(shop.context, order, 'bank_transfer', 'key-1')).toEqual({ ok: true });
  expect((await shop.orderState(order)).status).toBe('ready');
});

test('an underpaid order stays blocked after its review', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, { ...paid, amountCents: 100 });
  expect(await resolveReview(shop.context, order, 'operator')).toEqual({ ok: false, reason: 'unpaid' });
  expect(await shop.orderState(order)).toEqual({ status: 'awaiting_payment', review: 'amount-mismatch' });
  expect(await completeOrder(shop.context, order, 'operator')).toEqual({ ok: false, reason: 'review' });
  expect(await markReady(shop.context, order, 'operator')).toEqual({ ok: false, reason: 'review' });
});

test('refunds a part of a double payment from the later payment', async () => {
  const { order, payment } = await shop.startedPayment();
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  await shop.reportAndSync(payment, paid);
  expect((await markPaid(shop.context, order, 'operator', { reference: 'RO1' })).ok).toBe(false);
  await shop.rows(`update payments set state = 'paid' where provider = 'bank_transfer' and position > 1`);
  await shop.rows(
    `insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor)
     select order_id, id, 'paid', provider, 'RO1', amount_cents, now(), 'operator' from payments
     where provider = 'bank_transfer' and state = 'paid'`,
  );
  await shop.rows(`update orders set review = 'overpaid'`);
  expect((await refundOrder(shop.context, order, 5000, 'goodwill', 'operator')).ok).toBe(true);
  expect(await shop.rows('select provider from refunds join payments on payments.id = payment_id')).toEqual([
    { provider: 'bank_transfer' },
  ]);
});

test('reconciliation reports a refund known only to the provider, but not before the refund has succeeded', async () => {
  const { payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  const refunds = (state: 'pending' | 'succeeded') => [{ ref: 'r1', amountCents: 5000, state }];
  const findings = () => shop.rows('select kind from recon_findings');
  shop.stub.setReport(payment, { ...paid, refunds: refunds('pending') });
  expect(await reconcile(shop.context)).toBe(0);
  shop.stub.setReport(payment, { state: 'disputed' });
  expect(await reconcile(shop.context)).toBe(0);
  shop.stub.setReport(payment, null);
  expect(await reconcile(shop.context)).toBe(0);
  expect(await findings()).toEqual([]);
  shop.stub.setReport(payment, { ...paid, refunds: refunds('succeeded') });
  expect(await reconcile(shop.context)).toBe(1);
  expect(await findings()).toEqual([{ kind: 'refunds-differ' }]);
});
