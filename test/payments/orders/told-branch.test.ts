import { expect, test } from 'vitest';
import { actForBranch, linkForBranch, orderForBranch } from '../../../src/shop/checkout/desk/branch-order.server.ts';
import { bank, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

const toldOver = () => shop.rows(`select order_id from letters where kind = 'branch-over'`);

test('mails the branch when the buyer cancels an order that it knows', async () => {
  const order = await shop.order('pay_at_branch');
  await shop.act(order, 'cancel');
  expect(await toldOver()).toEqual([{ order_id: order.id }]);
});

test('mails the branch when an order that it knows expires', async () => {
  const order = await shop.order('pay_at_branch');
  shop.passMinutes(14 * 24 * 60);
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order.status).toBe('expired');
  expect(await toldOver()).toEqual([{ order_id: order.id }]);
});

test('sends the branch no mail about an order that it did not know or that it cancelled', async () => {
  await shop.act(await shop.order(bank), 'cancel');
  const order = await shop.order('pay_at_branch');
  const found = await orderForBranch(shop.context, await linkForBranch(shop.context, order.number));
  if (!found) throw new Error('The link of the branch opened nothing.');
  expect(await actForBranch(shop.context, found, 'cancelled')).toEqual({ ok: true });
  expect(await shop.rows(`select status from orders`)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  expect(await toldOver()).toEqual([]);
});
