import { expect, test } from 'vitest';
import { purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();

const lines = () =>
  shop.db
    .selectFrom('purchase_lines')
    .select(['open', 'confirmed', 'backordered', 'cancelled', 'owed', 'expected_on'])
    .orderBy('id')
    .execute();

const delayMails = () => shop.db.selectFrom('letters').select('kind').where('kind', '=', 'delayed').execute();

test('back order: the tires stay ordered and owed, and the buyer is mailed if no day is known', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  const printed = await shop.done('purchases', 'backorder', purchase, 'remote=3');
  expect(printed).toContain(`${order}: LATE, promised for 2026-11-24, no day is known; the buyer gets a mail`);
  expect(await lines()).toEqual([{ open: 1, confirmed: 0, backordered: 3, cancelled: 0, owed: 4, expected_on: null }]);
  expect(await delayMails()).toHaveLength(1);
  await shop.done('purchases', 'confirm', purchase, '--line', 'remote=4', '--expected', '2026-11-24');
  expect(await lines()).toMatchObject([{ open: 0, confirmed: 4, backordered: 0, expected_on: '2026-11-24' }]);
});

test('a back order that is expected by the promised day sends no mail; confirmed tires can be put on back order, arrived ones cannot', async () => {
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'confirm', purchase);
  await shop.done('purchases', 'receive', purchase, 'remote=1', '--yes');
  const tooMany = await shop.run(['purchases', 'backorder', purchase, 'remote=4', '--json']);
  expect(JSON.parse(tooMany.out)).toMatchObject({ ok: false, reason: 'too-many' });
  await shop.done('purchases', 'backorder', purchase, 'remote=3', '--expected', '2026-11-24');
  expect(await lines()).toMatchObject([{ confirmed: 1, backordered: 3, expected_on: '2026-11-24' }]);
  expect(await delayMails()).toEqual([]);
  expect(await shop.run(['purchases', 'backorder', purchase])).toMatchObject({ code: 2 });
});

test('cancel: cancels only tires that no order waits for; they are no longer owed and stay on the supplier’s list', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  const cancel = (count: number) => shop.run(['purchases', 'cancel', purchase, 'remote', String(count), '--yes']);
  expect(await cancel(1)).toMatchObject({ code: 1, err: 'purchases cancel: remote: the count can be at most 0\n' });
  await shop.done('orders', 'cancel', order, '--yes');
  expect(await cancel(5)).toMatchObject({ code: 1 });
  expect(await cancel(3)).toMatchObject({ code: 0 });
  expect(await lines()).toMatchObject([{ open: 1, cancelled: 3, owed: 1 }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 1 });
  expect(await cancel(1)).toMatchObject({ code: 0 });
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  expect(await cancel(1)).toMatchObject({ code: 1, err: expect.stringContaining('is closed') });
});

test('tires that two employees cancel concurrently are cancelled once', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'cancel', order, '--yes');
  const cancel = ['purchases', 'cancel', purchase, 'remote', '4', '--yes'];
  const results = await Promise.all([shop.run(cancel), shop.run(cancel)]);
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await lines()).toMatchObject([{ cancelled: 4, owed: 0 }]);
});

test('refuses answers of the supplier to a draft', async () => {
  await shop.order(4);
  expect((await shop.run(['purchases', 'backorder', 'P26-00001', 'remote=1'])).err).toContain('is draft');
  expect((await shop.run(['purchases', 'cancel', 'P26-00001', 'remote', '1', '--yes'])).err).toContain('is draft');
});
