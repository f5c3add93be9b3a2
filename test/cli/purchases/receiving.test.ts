import { expect, test } from 'vitest';
import { receivePurchase } from '../../../src/shop/checkout/purchases/receive-purchase.server.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();

const statusOf = async (number: string) => {
  const { out } = await shop.run(['orders', 'show', number, '--json']);
  return JSON.parse(out).status;
};

const movements = () => shop.db.selectFrom('handlings').select(['order_id', 'kind', 'count']).orderBy('id').execute();

test('delivered tires go to the oldest order first; an order with all its tires becomes ready', async () => {
  const first = await shop.order(4);
  const { order: second, purchase } = await shop.sentOrder(4);
  const partly = await shop.done('purchases', 'receive', purchase, 'remote=5', '--note', 'delivery note 4711', '--yes');
  expect(partly).toContain(`Ready: ${first}.`);
  expect(await statusOf(first)).toBe('ready');
  expect(await statusOf(second)).toBe('confirmed');
  expect(await shop.lines()).toMatchObject([{ ordered: 8, open: 3, confirmed: 5, received: 5, owed: 8 }]);
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 5, held: 5, sold: 0 });
  expect(await movements()).toMatchObject([
    { kind: 'arrived', count: 4 },
    { kind: 'arrived', count: 1 },
  ]);
  await shop.done('purchases', 'receive', purchase, '--yes');
  expect(await statusOf(second)).toBe('ready');
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  const mails = await shop.db.selectFrom('letters').select('kind').where('kind', '=', 'ready').execute();
  expect(mails).toHaveLength(2);
});

test('tires of a paid order are sold when they arrive', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'paid', order, '--desk', '--yes');
  await shop.done('purchases', 'receive', purchase, '--yes');
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 4, held: 0, sold: 4 });
  await shop.done('orders', 'complete', order, '--yes');
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 0, held: 0, sold: 0 });
});

test('an order that a person has to review first does not become ready', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'paid', order, '--desk', '--amount', '10', '--yes');
  await shop.done('purchases', 'receive', purchase, '--yes');
  expect(await statusOf(order)).toBe('confirmed');
});

test('wrong and damaged tires are set apart and stay open; their replacements can be received', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'receive', purchase, '--damaged', 'remote=1', '--wrong', 'remote=1', '--yes');
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 2, held: 2, apart: 2 });
  expect(await statusOf(order)).toBe('confirmed');
  const tooMany = await shop.run(['purchases', 'receive', purchase, 'remote=3', '--yes']);
  expect(tooMany).toMatchObject({ code: 1, err: expect.stringContaining('remote: the count can be at most 2') });
  await shop.done('purchases', 'receive', purchase, 'remote=2', '--yes');
  expect(await statusOf(order)).toBe('ready');
});

test('a delivery that four browsers book at once is booked once', async () => {
  const { purchase } = await shop.sentOrder(4);
  const wholeDelivery = { good: [{ tire: 'remote', count: 4 }], wrong: [], damaged: [], note: '' };
  const results = await Promise.all(
    Array.from({ length: 4 }, () => receivePurchase(shop.context(), purchase, wholeDelivery, 'branch:ringtee')),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 4, held: 4 });
});

test('tires that are handed over before their arrival is entered count as received', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'paid', order, '--desk', '--yes');
  await shop.done('orders', 'complete', order, '--yes');
  expect(await shop.lines()).toMatchObject([{ open: 0, confirmed: 4, received: 4 }]);
  expect((await shop.run(['purchases', 'receive', purchase, 'remote=1', '--yes'])).code).toBe(1);
});

test('purchases list shows pieces by state, and with --open only purchases of which something may still arrive', async () => {
  const { purchase } = await shop.sentOrder(4);
  shop.setTime(cutOff);
  expect(await shop.done('purchases', 'list', '--open')).toMatch(
    new RegExp(`${purchase} +seed +ringtee +sent +2026-11-20 15:30 +4 +4 +0 +0`),
  );
  await shop.done('purchases', 'receive', purchase, '--yes');
  expect(await shop.done('purchases', 'list', '--open')).toBe('No purchases.\n');
  const { purchases } = JSON.parse(await shop.done('purchases', 'list', '--json'));
  expect(purchases).toMatchObject([{ number: purchase, state: 'closed', received: 4 }]);
});
