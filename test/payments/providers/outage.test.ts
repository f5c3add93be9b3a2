import { expect, test } from 'vitest';
import { pollPayments } from '../../../src/jobs/poll-payments.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import type { RedirectProvider } from '../../../src/shop/payment/provider.ts';
import { bank, card, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const context = () => ({ shop: shop.context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });

function providerOf(id: RedirectProvider['id']): RedirectProvider {
  const configuredProvider = shop.context.providers.find((provider) => provider.id === id);
  if (!configuredProvider) throw new Error(`no ${id}`);
  return configuredProvider;
}

test('polls each payment of an unresponsive provider once per run, and still submits refunds', async () => {
  shop.stripe.webhooks = 'drop';
  const paid = await shop.order(card, 1);
  await shop.stripe.pay(await shop.ref(paid));
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  for (let n = 0; n < 14; n += 1) await shop.order(bank, 1);
  const wholePayment = null;
  expect((await refundOrder(shop.context, paid.id, wholePayment, 'goodwill', 'operator')).ok).toBe(true);
  let calls = 0;
  // Each call lasts until its timeout of five seconds, so the first payment is due again before the last is polled.
  providerOf('montonio').fetch = async () => {
    calls += 1;
    shop.passMinutes(5 / 60);
    return { ok: false, kind: 'unknown', cause: 'TimeoutError' };
  };
  shop.passMinutes(2);
  await pollPayments.run(context());
  expect(calls).toBe(14);
  expect((await shop.view(paid)).order.payment.state).toBe('refunded');
});

test('releases the other expired orders when the release of one fails', async () => {
  await shop.rows(`update stock set on_hand = 40 where tire_id = 'tire'`);
  const [failing, otherOrder] = [await shop.order(bank, 4), await shop.order('bank_transfer', 4)];
  const montonio = providerOf('montonio');
  const { fetch } = montonio;
  const ref = await shop.ref(failing);
  montonio.fetch = async (providerRef, signal) => {
    if (providerRef === ref) throw new Error('a fault of the shop');
    return fetch(providerRef, signal);
  };
  shop.passMinutes(7 * 24 * 60);
  await expect(releaseExpiredOrders(shop.context)).rejects.toThrow('1 orders');
  expect((await shop.view(otherOrder)).order.status).toBe('expired');
  expect((await shop.view(failing)).order.status).toBe('awaiting_payment');
});
