import { expect, test } from 'vitest';
import { actForBranch, linkForBranch, orderForBranch } from '../../../../src/shop/checkout/desk/branch-order.server.ts';
import { bank, paymentsShop } from '../../payments-shop.ts';

const shop = paymentsShop();

const mailsAboutEnd = () => shop.rows(`select order_id from letters where kind = 'branch-over'`);

test('mails the branch when the buyer cancels an order about which the branch was mailed', async () => {
  const order = await shop.order('pay_at_branch');
  await shop.act(order, 'cancel');
  expect(await mailsAboutEnd()).toEqual([{ order_id: order.id }]);
});

test('mails the branch when an order about which it was mailed expires', async () => {
  const order = await shop.order('pay_at_branch');
  shop.passMinutes(14 * 24 * 60);
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order.status).toBe('expired');
  expect(await mailsAboutEnd()).toEqual([{ order_id: order.id }]);
});

test('sends the branch no mail about the end of an order that it cancelled itself or about which it was never mailed', async () => {
  await shop.act(await shop.order(bank), 'cancel');
  const order = await shop.order('pay_at_branch');
  const branchOrder = await orderForBranch(shop.context, await linkForBranch(shop.context, order.number));
  if (!branchOrder) throw new Error('The branch’s link opens no order.');
  expect(await actForBranch(shop.context, branchOrder, 'cancelled')).toEqual({ ok: true });
  expect(await shop.rows(`select status from orders`)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  expect(await mailsAboutEnd()).toEqual([]);
});
