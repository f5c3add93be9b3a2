import { expect, test } from 'vitest';
import { pollPayments } from '../../../src/jobs/poll-payments.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { undoReady } from '../../../src/shop/checkout/handover/ready.server.ts';
import { payAgain } from '../../../src/shop/checkout/pay/pay-again.server.ts';
import { startPayment } from '../../../src/shop/checkout/pay/start-payment.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { findAndSettlePayment, postponePoll } from '../../../src/shop/checkout/settle/sync-payment.server.ts';
import { stubProviderRef } from '../../support/server/stub-provider.ts';
import { stubShop } from '../stub-shop.ts';

const shop = stubShop();

const dayMinutes = 24 * 60;
const mailKinds = async () => (await shop.rows('select kind from letters order by kind')).map(({ kind }) => kind);
const nextPolls = async () =>
  (await shop.rows('select next_poll_at from payments order by position')).map((row) => row.next_poll_at);
const inMinutes = (minutes: number) => new Date(shop.now().getTime() + minutes * 60_000);
const runPollPayments = () =>
  pollPayments.run({ shop: shop.context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });

test('booking a payment at the desk sends the branch no second mail', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  expect(await markPaid(shop.context, order, 'branch:ringtee')).toEqual({ ok: true });
  expect(await mailKinds()).toEqual(['branch-order', 'paid', 'placed']);
});

test('books a payment with a bank reference as a transfer, also for an order payable at the branch', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  expect(await markPaid(shop.context, order, 'operator', { reference: 'RO1' })).toEqual({ ok: true });
  expect(await shop.rows('select provider, state from payments order by position')).toEqual([
    { provider: 'pay_at_branch', state: 'cancelled' },
    { provider: 'bank_transfer', state: 'paid' },
  ]);
});

test('refuses to refund zero or negative amounts', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  await markPaid(shop.context, order, 'operator');
  for (const cents of [0, -1]) {
    const refusal = { ok: false, reason: 'too-much', refundable: 31960 };
    expect(await refundOrder(shop.context, order, cents, 'goodwill', 'operator')).toEqual(refusal);
  }
});

test('mails the buyer of an expired order once', async () => {
  await shop.placeOrder('bank_transfer');
  shop.passMinutes(10 * dayMinutes);
  for (let n = 0; n < 2; n += 1) await releaseExpiredOrders(shop.context);
  expect(await mailKinds()).toEqual(['expired', 'placed']);
});

test('choosing another payment method never shortens the hold', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  const holdEnd = async () => (await shop.rows('select held_until from orders'))[0].held_until.getTime();
  const before = await holdEnd();
  await payAgain(shop.context, order, 'montonio:cardPayments', 'key-1');
  expect(await holdEnd()).toBe(before);
});

test('a cancelled order that may still be paid keeps its tires, and asks no other branch for them until it is paid', async () => {
  const order = await shop.placeOrder('pay_at_branch', { branch: 'annelinn' });
  const transfers = () => shop.rows('select state from transfers order by id');
  expect(await transfers()).toEqual([{ state: 'requested' }]);
  await payAgain(shop.context, order, 'montonio:cardPayments', 'key-1');
  expect(await cancelAndRefund(shop.context, order, 'operator')).toEqual({ ok: true });
  expect(await shop.stock()).toMatchObject({ held: 4 });
  expect(await transfers()).toEqual([{ state: 'cancelled' }]);
  const [{ id }] = (await shop.rows(`select id from payments where provider = 'montonio'`)) as [{ id: string }];
  await shop.reportAndSync(id, { state: 'paid' });
  expect(await shop.orderState(order)).toMatchObject({ status: 'confirmed' });
  expect(await transfers()).toEqual([{ state: 'cancelled' }, { state: 'requested' }]);
});

test('an order whose buyer chose to pay in advance while it was ready awaits payment when the ready mark is undone', async () => {
  const order = await shop.placeOrder('pay_at_branch');
  await markReady(shop.context, order, 'branch:ringtee');
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  expect(await shop.orderState(order)).toMatchObject({ status: 'ready' });
  expect(await undoReady(shop.context, order, 'branch:ringtee')).toEqual({ ok: true });
  expect(await shop.orderState(order)).toMatchObject({ status: 'awaiting_payment' });
});

test('polling starts a payment that was never sent to its provider, because the process was killed', async () => {
  const order = await shop.placeOrder('bank_transfer');
  await payAgain({ ...shop.context, providers: [] }, order, 'montonio:cardPayments', 'key-1');
  expect(shop.stub.started).toEqual([]);
  await runPollPayments();
  expect(shop.stub.started).toHaveLength(1);
});

test('retries a start after the provider’s Retry-After', async () => {
  const order = await shop.placeOrder('bank_transfer');
  await payAgain({ ...shop.context, providers: [] }, order, 'montonio:cardPayments', 'key-1');
  const [{ id }] = (await shop.rows(`select id from payments where provider = 'montonio'`)) as [{ id: string }];
  const start = async () => ({ ok: false, kind: 'unavailable', retryAfterMs: 600_000 }) as const;
  await startPayment({ ...shop.context, providers: [{ ...shop.stub.provider, start }] }, id);
  expect((await nextPolls()).at(-1)).toEqual(inMinutes(10));
});

test('postpones the next poll of a payment that cannot be settled; schedules no poll where none was scheduled', async () => {
  const { payment } = await shop.startedPayment();
  shop.stub.setReport(payment, { state: 'paid', amountCents: Number.NaN });
  shop.passMinutes(1);
  await expect(runPollPayments()).rejects.toThrow();
  expect(await nextPolls()).toEqual([inMinutes(1)]);
  await shop.rows('update payments set next_poll_at = null');
  await postponePoll(shop.context, payment);
  expect(await nextPolls()).toEqual([null]);
});

test('the job of a webhook fails and is retried while the provider cannot report the payment', async () => {
  const { payment } = await shop.startedPayment();
  await expect(findAndSettlePayment(shop.context, 'montonio', stubProviderRef(payment))).rejects.toThrow(
    'did not report a payment',
  );
  shop.stub.setReport(payment, { state: 'paid' });
  await findAndSettlePayment(shop.context, 'montonio', stubProviderRef(payment));
  expect(await shop.rows('select state from payments')).toEqual([{ state: 'paid' }]);
});
