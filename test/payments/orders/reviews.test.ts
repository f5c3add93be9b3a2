import { expect, test } from 'vitest';
import { completeOrder, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { bank, card, paymentExpiryMinutes, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const refusedForReview = { ok: false, reason: 'review' };

test('a disputed payment blocks the handover, also after a second payment', async () => {
  shop.montonio.webhooks = 'drop';
  const order = await shop.order(bank);
  const first = await shop.ref(order);
  await shop.act(order, 'payments', { paymentMethod: card });
  const second = await shop.ref(order);
  await shop.stripe.pay(second);
  await shop.runJobs();
  await shop.stripe.dispute(second);
  await shop.runJobs();
  await shop.montonio.pay(first);
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ review: 'payment-withdrawn', paid: 2 * 31960, refunds: 1 });
  expect(await markReady(shop.context, order.id, 'operator')).toEqual(refusedForReview);
  expect(await completeOrder(shop.context, order.id, 'operator')).toEqual(refusedForReview);
});

test('refuses to mark an underpaid order ready or completed', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  shop.montonio.setAmount(ref, 100);
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await markReady(shop.context, order.id, 'operator')).toEqual(refusedForReview);
  expect(await completeOrder(shop.context, order.id, 'operator')).toEqual(refusedForReview);
});

test('books a payment of a wrong amount and does not confirm the order', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  shop.montonio.setAmount(ref, 100);
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({
    status: 'awaiting_payment',
    review: 'amount-mismatch',
    paid: 100,
    sold: 0,
  });
  // The hold does not expire either: an employee has to decide.
  shop.passMinutes(26 * 60);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4, sold: 0 });
});

test.each(['cancel', 'expire'])('an underpayment for an order that has ended (%s) holds no tires', async (ending) => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  shop.montonio.webhooks = 'drop';
  if (ending === 'cancel') await shop.act(order, 'cancel');
  shop.montonio.setAmount(ref, 100);
  if (ending === 'expire') {
    await shop.montonio.abandon(ref);
    shop.passMinutes(paymentExpiryMinutes + 1);
    await shop.runMinutelyJobs();
  }
  await shop.montonio.pay(ref);
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ review: 'amount-mismatch' });
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0, sold: 0 });
});
