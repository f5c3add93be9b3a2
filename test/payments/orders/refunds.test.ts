import { expect, test } from 'vitest';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { submitRefund } from '../../../src/shop/checkout/refund/submit-refund.server.ts';
import { bank, card, endWait, type PlacedOrder, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

async function placePaidOrder(method: string): Promise<PlacedOrder> {
  const order = await shop.order(method);
  await shop.fakeOf(method).pay(await shop.ref(order));
  await shop.runJobs();
  return order;
}

/** `cents` null: everything that can still be refunded. */
const requestRefund = (order: PlacedOrder, cents: number | null) =>
  refundOrder(shop.context, order.id, cents, 'goodwill', 'operator');
const refunds = () => shop.rows('select state, amount_cents from refunds order by requested_at, amount_cents');
const providerRefs = () => shop.rows(`select distinct provider_ref from refunds where provider_ref is not null`);

test.each([bank, card])('concurrent submissions of a refund pay it once (%s)', async (method) => {
  const order = await placePaidOrder(method);
  await requestRefund(order, null);
  const [{ id }] = (await shop.rows('select id from refunds')) as [{ id: string }];
  await Promise.all(Array.from({ length: 8 }, () => submitRefund(shop.context, id)));
  await shop.runMinutelyJobs();
  expect(await providerRefs()).toHaveLength(1);
  expect(await requestRefund(order, null)).toEqual({ ok: false, reason: 'too-much', refundable: 0 });
});

test.each(['timeout', 'reset-after-work', '500', 'garbage'] as const)(
  'retries a refund whose response was lost (%s), and pays it once',
  async (fault) => {
    const order = await placePaidOrder(card);
    shop.stripe.webhooks = 'drop';
    const faultReached = shop.stripe.fail(fault, { on: 'refund', times: 1 });
    if (fault === 'timeout') endWait(10_000, faultReached);
    await requestRefund(order, 10000);
    await shop.runJobs();
    expect((await refunds())[0]?.state).toBe('submitted');
    shop.passMinutes(6);
    await shop.runMinutelyJobs();
    await shop.runMinutelyJobs();
    expect(await refunds()).toEqual([{ state: 'succeeded', amount_cents: 10000 }]);
    expect(await shop.rows(`select amount_cents from payment_ledger where kind = 'refunded'`)).toEqual([
      { amount_cents: 10000 },
    ]);
  },
);

test('concurrent refunds never exceed the payment; a later refund of the remaining amount completes it', async () => {
  const order = await placePaidOrder(card);
  const requests = await Promise.all(Array.from({ length: 10 }, () => requestRefund(order, 10000)));
  expect(requests.filter(({ ok }) => ok)).toHaveLength(3);
  await shop.runJobs();
  expect((await shop.view(order)).order.payment).toMatchObject({ state: 'part_refunded', refunded: 300 });
  expect(await requestRefund(order, 1961)).toEqual({ ok: false, reason: 'too-much', refundable: 1960 });
  expect((await requestRefund(order, null)).ok).toBe(true);
  await shop.runJobs();
  expect((await shop.view(order)).order.payment).toMatchObject({ state: 'refunded', paid: 319.6, refunded: 319.6 });
  expect(await shop.rows(`select state from payments`)).toEqual([{ state: 'refunded' }]);
  expect(await shop.rows(`select kind from letters where kind = 'refunded'`)).toHaveLength(4);
});

test('a failed refund makes its amount refundable again', async () => {
  const order = await placePaidOrder(bank);
  await requestRefund(order, null);
  await shop.runJobs();
  const [{ provider_ref: ref }] = (await providerRefs()) as [{ provider_ref: string }];
  await shop.montonio.settleRefund(ref, 'failed');
  await shop.runJobs();
  expect(await refunds()).toEqual([{ state: 'failed', amount_cents: 31960 }]);
  expect((await requestRefund(order, null)).ok).toBe(true);
});

test('retries the refund of unsettled money the next day', async () => {
  const order = await placePaidOrder(bank);
  shop.montonio.paymentsAreSettled = false;
  await requestRefund(order, null);
  await shop.runMinutelyJobs();
  expect(await refunds()).toEqual([{ state: 'requested', amount_cents: 31960 }]);
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await providerRefs()).toEqual([]);
  shop.montonio.paymentsAreSettled = true;
  shop.passMinutes(24 * 60);
  await shop.runMinutelyJobs();
  expect(await refunds()).toEqual([{ state: 'pending', amount_cents: 31960 }]);
  const [{ provider_ref: ref }] = (await providerRefs()) as [{ provider_ref: string }];
  shop.montonio.webhooks = 'drop';
  await shop.montonio.settleRefund(ref, 'succeeded');
  shop.passMinutes(61);
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order.payment.state).toBe('refunded');
});

const setCount = (order: PlacedOrder, count: number) => {
  const change = { counts: [{ id: 'tire', count }], swaps: [], customer: {} };
  return changeOrder(shop.context, order.id, change, { actor: 'staff:kati' });
};

test('a change refunds at most the money that earlier refunds have left', async () => {
  const order = await placePaidOrder(card);
  await requestRefund(order, 15000);
  expect(await setCount(order, 3)).toMatchObject({ ok: true, summary: { refundCents: 7990 } });
  expect(await setCount(order, 1)).toMatchObject({ ok: true, summary: { refundCents: 8970 } });
  expect(await requestRefund(order, null)).toEqual({ ok: false, reason: 'too-much', refundable: 0 });
});

test('a change promises no refund of a payment that was taken back, and requests a review', async () => {
  const order = await placePaidOrder(card);
  await shop.rows(`update payments set state = 'voided'`);
  expect(await setCount(order, 3)).toMatchObject({ ok: true, summary: { refundCents: 0 } });
  expect(await refunds()).toEqual([]);
  expect(await shop.outcome(order)).toMatchObject({ review: 'overpaid' });
});

test('cancelling a paid order releases its tires and refunds the payment once', async () => {
  const order = await placePaidOrder(card);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 4 });
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: false, reason: 'too-late' });
  await shop.runJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
  expect((await shop.view(order)).order).toMatchObject({ status: 'cancelled', payment: { state: 'refunded' } });
});

test('cancelling an unpaid order releases its tires and expires its payment page where the provider allows it', async () => {
  const order = await shop.order(card);
  expect(await cancelAndRefund(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await shop.rows('select state from payments')).toEqual([{ state: 'expired' }]);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
});

test('books a bank transfer once per reference, and refunds it by hand', async () => {
  const order = await shop.order('bank_transfer');
  const otherOrder = await shop.order('bank_transfer');
  expect(await markPaid(shop.context, order.id, 'operator', { reference: 'RO123' })).toEqual({ ok: true });
  expect(await markPaid(shop.context, order.id, 'operator', { reference: 'RO124' })).toEqual({
    ok: false,
    reason: 'too-late',
  });
  expect(await markPaid(shop.context, otherOrder.id, 'operator', { reference: 'RO123' })).toEqual({
    ok: false,
    reason: 'booked',
  });
  expect((await shop.view(otherOrder)).order).toMatchObject({
    status: 'awaiting_payment',
    payment: { attempt: 'pending' },
  });
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960, paidMails: 1, sold: 4 });

  await requestRefund(order, 5000);
  await shop.runJobs();
  expect(await refunds()).toEqual([{ state: 'requested', amount_cents: 5000 }]);
  expect((await markRefunded(shop.context, order.id, 'operator', 'RO200')).ok).toBe(true);
  expect(await markRefunded(shop.context, order.id, 'operator', 'RO200')).toMatchObject({
    reason: 'nothing-to-return',
  });
  expect((await shop.view(order)).order.payment).toMatchObject({ state: 'part_refunded', refunded: 50 });
});
