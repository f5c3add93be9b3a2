import { expect, test } from 'vitest';
import { seedTires } from '../../support/database/seed.ts';
import { purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();
test('x', async () => {
  await seedTires(shop.db, [{ id: 'two', stock: { annelinn: 4, supplier: { count: 12, leadDays: 2 } } }]);
  const { order, purchase } = await shop.sentOrder(4);
  console.log(await shop.done('purchases', 'refuse', purchase, 'remote', '3', '--yes'));
  console.log(await shop.done('orders', 'show', order));
  console.log(await shop.done('orders', 'list', '--due', '2027-01-01'));
  expect(1).toBe(1);
});
