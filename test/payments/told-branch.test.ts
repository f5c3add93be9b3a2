import { expect, test } from 'vitest';
import { actForBranch, linkForBranch, orderForBranch } from '../../src/shop/checkout/branch-order.server.ts';
import { bank, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

const toldOver = () => shop.rows(`select order_id from letters where kind = 'branch-over'`);

test('a branch that was told to take tires is told when its buyer cancels the order', async () => {
  const order = await shop.order('pay_at_branch');
  await shop.act(order, 'cancel');
  expect(await toldOver()).toEqual([{ order_id: order.id }]);
});

test('so is it when the time of the order runs out', async () => {
  const order = await shop.order('pay_at_branch');
  shop.pass(14 * 24 * 60);
  await shop.tick();
  expect((await shop.view(order)).order.status).toBe('expired');
  expect(await toldOver()).toEqual([{ order_id: order.id }]);
});

test('a branch that knows of no order, or that cancelled it by itself, is told nothing', async () => {
  await shop.act(await shop.order(bank), 'cancel');
  const order = await shop.order('pay_at_branch');
  const found = await orderForBranch(shop.till, await linkForBranch(shop.till, order.number));
  if (!found) throw new Error('The link of the branch opened nothing.');
  expect(await actForBranch(shop.till, found, 'cancelled')).toEqual({ ok: true });
  expect(await shop.rows(`select status from orders`)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  expect(await toldOver()).toEqual([]);
});
