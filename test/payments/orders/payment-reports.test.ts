import { expect, test } from 'vitest';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, resolveReview } from '../../../src/shop/checkout/desk/desk.server.ts';
import { payAgain } from '../../../src/shop/checkout/pay/pay-again.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { submitRefund } from '../../../src/shop/checkout/refund/submit-refund.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import type { PaymentReport } from '../../../src/shop/payment/provider.ts';
import { stubShop } from '../stub-shop.ts';

const shop = stubShop();

const dayMinutes = 24 * 60;
const paid = { state: 'paid' } as const;
const disputed = { state: 'disputed' } as const;
const foreign = { ...paid, merchantRef: 'R26-7Q4MX' };

const stateOf = async (payment: string) => (await shop.rows('select state from payments where id = $1', [payment]))[0];
const refunds = () => shop.rows('select state, reason, provider_ref from refunds order by requested_at, provider_ref');

type Sequence = [
  description: string,
  reports: Partial<PaymentReport>[],
  paymentState: string,
  orderStatus: string,
  review: string | null,
];
const sequences: Sequence[] = [
  ['authorised, then voided', [{ state: 'authorized' }, { state: 'voided' }], 'voided', 'awaiting_payment', null],
  ['voided before the shop asked', [{ state: 'voided' }], 'voided', 'awaiting_payment', null],
  ['paid, then voided', [paid, { state: 'voided' }], 'voided', 'confirmed', 'payment-withdrawn'],
  ['disputed before any other report', [disputed], 'disputed', 'confirmed', 'payment-withdrawn'],
  ['paid in another currency', [{ ...paid, currency: 'USD' }], 'paid', 'awaiting_payment', 'amount-mismatch'],
];
test.each(sequences)(
  'sets payment state, order status and review when a payment is %s',
  async (_, reports, paymentState, orderStatus, review) => {
    const { order, payment } = await shop.startedPayment();
    for (const report of reports) await shop.reportAndSync(payment, report);
    expect(await stateOf(payment)).toEqual({ state: paymentState });
    expect(await shop.orderState(order)).toEqual({ status: orderStatus, review });
  },
);

test('a repeated report does not mark a reviewed dispute again', async () => {
  const { order, payment } = await shop.startedPayment();
  for (const report of [paid, disputed]) await shop.reportAndSync(payment, report);
  expect(await resolveReview(shop.context, order, 'operator')).toEqual({ ok: true });
  await shop.reportAndSync(payment, disputed);
  expect(await shop.orderState(order)).toEqual({ status: 'confirmed', review: null });
  const reviewed = await shop.rows(`select actor, data from order_events where type = 'reviewed'`);
  expect(reviewed).toEqual([{ actor: 'operator', data: { review: 'payment-withdrawn', missing: 0 } }]);
  expect(
    await shop.rows(
      `select distinct actor from order_events where type like 'payment-%' and type <> 'payment-submitted'`,
    ),
  ).toEqual([{ actor: 'montonio' }]);
});

test.each<[string, Partial<PaymentReport>[]]>([
  ['after an unknown state', [{ state: 'unknown' }, foreign, foreign]],
  ['between two reports of the own payment', [foreign, { state: 'pending' }, foreign]],
])('records a report about another order once, %s', async (_, reports) => {
  const { order, payment } = await shop.startedPayment();
  for (const report of reports) await shop.reportAndSync(payment, report);
  const events = await shop.rows(`select order_id, actor, data from order_events where type = 'foreign-payment'`);
  expect(events).toEqual([{ order_id: order, actor: 'montonio', data: { payment } }]);
});

test('an employee can refund a payment that was disputed at its provider, because the shop may have won', async () => {
  const { order, payment } = await shop.startedPayment();
  for (const report of [paid, disputed]) await shop.reportAndSync(payment, report);
  expect(await refundOrder(shop.context, order, 5000, 'goodwill', 'operator')).toMatchObject({ ok: true });
  expect(await shop.rows('select amount_cents, state from refunds')).toEqual([
    { amount_cents: 5000, state: 'requested' },
  ]);
});

test('polls a paid payment once a day, because it may be disputed', async () => {
  const { payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  const [{ next_poll_at }] = (await shop.rows('select next_poll_at from payments')) as [{ next_poll_at: Date }];
  expect(next_poll_at).toEqual(new Date(shop.now().getTime() + dayMinutes * 60_000));
});

test('holds the tires of a disputed underpayment until an employee has reviewed the order', async () => {
  const { order, payment } = await shop.startedPayment();
  for (const state of ['paid', 'disputed'] as const) await shop.reportAndSync(payment, { state, amountCents: 100 });
  shop.passMinutes(10 * dayMinutes);
  expect(await releaseExpiredOrders(shop.context)).toBe(0);
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
  expect((await shop.orderState(order)).status).toBe('awaiting_payment');
});

test('refunds a second payment that arrives after the order was paid, cancelled and refunded', async () => {
  const { order, payment } = await shop.startedPayment();
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  await markPaid(shop.context, order, 'operator', { reference: 'RO1' });
  await cancelAndRefund(shop.context, order, 'operator');
  expect(await markRefunded(shop.context, order, 'operator')).toMatchObject({ ok: true });
  await shop.reportAndSync(payment, paid);
  expect(await shop.orderState(order)).toEqual({ status: 'cancelled', review: 'late-payment' });
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
  expect((await refunds()).map(({ reason }) => reason)).toContain('late-payment');
});

test('refunds a second payment that arrives after the order was completed and refunded', async () => {
  const { order, payment } = await shop.startedPayment();
  await payAgain(shop.context, order, 'bank_transfer', 'key-1');
  await markPaid(shop.context, order, 'operator', { reference: 'RO1' });
  await completeOrder(shop.context, order, 'operator');
  const wholePayment = null;
  await refundOrder(shop.context, order, wholePayment, 'withdrawal', 'operator');
  expect(await markRefunded(shop.context, order, 'operator')).toMatchObject({ ok: true });
  await shop.reportAndSync(payment, paid);
  expect(await shop.orderState(order)).toEqual({ status: 'completed', review: 'overpaid' });
  expect(await refunds()).toHaveLength(2);
});

test('confirms a paid order even if a new list has lowered the stock below the held tires, and sells none to others', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.rows('update stock set on_hand = 2');
  await shop.reportAndSync(payment, paid);
  expect((await shop.orderState(order)).status).toBe('confirmed');
  expect(await shop.stock()).toEqual({ on_hand: 2, held: 0, sold: 4 });
  await expect(shop.placeOrder('bank_transfer')).rejects.toThrow('expected 409 to be 201');
  await completeOrder(shop.context, order, 'operator');
  expect(await shop.stock()).toEqual({ on_hand: 0, held: 0, sold: 0 });
});

test('moves the promised day when the payment arrives days after the order', async () => {
  const { payment } = await shop.startedPayment();
  const promisedDay = async () => (await shop.rows('select promised_on::text as day from orders'))[0].day;
  const firstDay = await promisedDay();
  shop.passMinutes(3 * dayMinutes);
  await shop.reportAndSync(payment, paid);
  expect((await promisedDay()) > firstDay).toBe(true);
});

test('matches a reported refund by id, otherwise by amount; stores a refund that the shop did not submit with the reason "provider"', async () => {
  const { order, payment } = await shop.startedPayment();
  await shop.reportAndSync(payment, paid);
  const requestRefund = (cents: number) => {
    shop.passMinutes(1);
    return shop.requestRefund(order, cents);
  };
  const [first, second] = [await requestRefund(10000), await requestRefund(10000)];
  shop.stub.refund = { ok: false, kind: 'unknown', cause: 'ECONNRESET' };
  await submitRefund(shop.context, first);
  shop.stub.refund = { ok: true, value: { ref: 'r2', amountCents: 10000, state: 'pending' } };
  await submitRefund(shop.context, second);
  await requestRefund(2000);
  const reportedRefunds = [
    { ref: 'r2', amountCents: 10000, state: 'succeeded' as const },
    // The first refund, whose response was lost: the amounts are equal.
    { ref: 'r6', amountCents: 10000, state: 'pending' as const },
    // Refunds that the shop did not submit: its own refund of 2000 cents is requested but not submitted.
    { ref: 'r7', amountCents: 5000, state: 'pending' as const },
    { ref: 'r8', amountCents: 2000, state: 'pending' as const },
  ];
  await shop.reportAndSync(payment, { ...paid, refunds: reportedRefunds });
  expect(await refunds()).toEqual([
    { state: 'pending', reason: 'goodwill', provider_ref: 'r6' },
    { state: 'succeeded', reason: 'goodwill', provider_ref: 'r2' },
    { state: 'pending', reason: 'provider', provider_ref: 'r7' },
    { state: 'pending', reason: 'provider', provider_ref: 'r8' },
    { state: 'requested', reason: 'goodwill', provider_ref: null },
  ]);
});
