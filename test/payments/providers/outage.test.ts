import { expect, test } from 'vitest';
import { pollPayments } from '../../../src/jobs/poll-payments.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import type { RedirectProvider } from '../../../src/shop/payment/provider.ts';
import { bank, card, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
const context = () => ({ shop: shop.context, sendMail: async () => {}, alert: () => {} });

function providerOf(id: RedirectProvider['id']): RedirectProvider {
  const found = shop.context.providers.find((provider) => provider.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

test('an unresponsive provider: polls each payment once in a run and still submits refunds', async () => {
  shop.stripe.webhooks = 'drop';
  const paid = await shop.order(card, 1);
  await shop.stripe.pay(await shop.ref(paid));
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  for (let n = 0; n < 14; n += 1) await shop.order(bank, 1);
  expect((await refundOrder(shop.context, paid.id, null, 'goodwill', 'operator')).ok).toBe(true);
  let asked = 0;
  // Each question takes the whole five seconds, so that the first is due again before the last was asked.
  providerOf('montonio').fetch = async () => {
    asked += 1;
    shop.passMinutes(5 / 60);
    return { ok: false, kind: 'unknown', cause: 'TimeoutError' };
  };
  shop.passMinutes(2);
  await pollPayments.run(context());
  expect(asked).toBe(14);
  expect((await shop.view(paid)).order.payment.state).toBe('refunded');
});

test('releases the other expired orders when one cannot be released', async () => {
  await shop.rows(`update stock set on_hand = 40 where tire_id = 'tire'`);
  const [broken, fine] = [await shop.order(bank, 4), await shop.order('bank_transfer', 4)];
  const montonio = providerOf('montonio');
  const { fetch } = montonio;
  const ref = await shop.ref(broken);
  montonio.fetch = async (asked, signal) => {
    if (asked === ref) throw new Error('a fault of the shop');
    return fetch(asked, signal);
  };
  shop.passMinutes(7 * 24 * 60);
  await expect(releaseExpiredOrders(shop.context)).rejects.toThrow('1 orders');
  expect((await shop.view(fine)).order.status).toBe('expired');
  expect((await shop.view(broken)).order.status).toBe('awaiting_payment');
});
