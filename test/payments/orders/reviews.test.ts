import { expect, test } from 'vitest';
import { complete, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { bank, card, paymentExpiryMinutes, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const reviewed = { ok: false, reason: 'review' };

test('a withdrawn payment blocks the handover, also after another payment', async () => {
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
  expect(await shop.outcome(order)).toMatchObject({ review: 'payment-withdrawn', paid: 63920, refunds: 1 });
  expect(await markReady(shop.context, order.id, 'operator')).toEqual(reviewed);
  expect(await complete(shop.context, order.id, 'operator')).toEqual(reviewed);
});

test('refuses to mark an underpaid order ready or completed', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  shop.montonio.setAmount(ref, 100);
  await shop.montonio.pay(ref);
  await shop.runJobs();
  expect(await markReady(shop.context, order.id, 'operator')).toEqual(reviewed);
  expect(await complete(shop.context, order.id, 'operator')).toEqual(reviewed);
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
  // It is not let go by the clock either: a person decides.
  shop.passMinutes(26 * 60);
  await shop.runMinutelyJobs();
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 4 });
});

test.each(['cancel', 'expire'])('an underpayment for an abandoned order (%s) holds no tires', async (end) => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  shop.montonio.webhooks = 'drop';
  if (end === 'cancel') await shop.act(order, 'cancel');
  shop.montonio.setAmount(ref, 100);
  if (end === 'expire') {
    await shop.montonio.abandon(ref);
    shop.passMinutes(paymentExpiryMinutes + 1);
    await shop.runMinutelyJobs();
  }
  await shop.montonio.pay(ref);
  shop.passMinutes(60);
  await shop.runMinutelyJobs();
  expect(await shop.outcome(order)).toMatchObject({ review: 'amount-mismatch' });
  expect(await shop.stock()).toEqual({ on_hand: 40, held: 0 });
});
